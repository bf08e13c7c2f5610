"""The site without its pages, for tests of the server alone; `BARE_LIVE` changes its live path."""

import json
import os

from tests.settings import *

ROOT_URLCONF = "tests.support.bare_urls"
# Nobody cuts in these tests, nor has a nonce to show.
BRISCA_LIVE = {
    "commits_within": 0.1,
    "cut_within": 0.1,
    "first_cut_within": 0.1,
    "cut_absent_within": 0.1,
    "nonces_within": 0.1,
    "back_within": 0.1,
    **json.loads(os.environ.get("BARE_LIVE", "{}")),
}
