"""The settings of a server under test: no pages; `SOAK_LIVE` changes figures of the live path."""

import json
import os

from tests.live import bare_settings
from tests.live.bare_settings import *  # noqa: F403 - settings are all of them

BRISCA_LIVE = {
    **getattr(bare_settings, "BRISCA_LIVE", {}),
    **json.loads(os.environ.get("SOAK_LIVE", "{}")),
}
