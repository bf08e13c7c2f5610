"""Settings of a measured site: the site's own, with limits that suit programs.

All differences are here and in `BENCH_LIVE` (settings of the live path); the code is the same.
"""

import json
import os

from brisca_site import settings
from brisca_site.settings import *  # noqa: F403 - settings are all of them

ROOT_URLCONF = "tools.bench.live.urls"
STORAGES = {  # files are not collected for a measurement, so pages name them as they are
    **settings.STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "signup": None}  # one address has all
BRISCA_LIVE = {
    **settings.BRISCA_LIVE,
    # One address has all sockets, and clients that are programs are quicker than people.
    "rate": 1e9,
    "burst": 10**9,
    "account_rate": 1e9,
    "account_burst": 10**9,
    "arrivals_rate": 1e9,
    "arrivals_burst": 10**9,
    "sockets_an_address": 10**9,
    **json.loads(os.environ.get("BENCH_LIVE", "{}")),
}
