"""Settings of a server under test without pages; `SOAK_LIVE` changes settings of the live path."""

import json
import os

from tests.support import bare_settings
from tests.support.bare_settings import *

BRISCA_LIVE = {
    **getattr(bare_settings, "BRISCA_LIVE", {}),
    **json.loads(os.environ.get("SOAK_LIVE", "{}")),
}
