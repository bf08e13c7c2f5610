"""The site without its pages, for tests of the server alone."""

from tests.settings import *

ROOT_URLCONF = "tests.live.bare_urls"
