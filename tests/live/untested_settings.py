"""The site without its pages, on servers whose versions nobody has tested."""

import os

from games.live.server import tested_versions
from tests.support.bare_settings import *

if os.environ.get("DJANGO_SETTINGS_MODULE") == __name__:  # not where a test imports every module
    for packages in (tested_versions.DAPHNE, tested_versions.UVICORN):
        packages.update(dict.fromkeys(packages, ("0",)))
