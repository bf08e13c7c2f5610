"""The site without its pages, on servers whose versions nobody has tested."""

from games.live.server import tested_versions
from tests.live.bare_settings import *

for packages in (tested_versions.DAPHNE, tested_versions.UVICORN):
    packages.update(dict.fromkeys(packages, ("0",)))
