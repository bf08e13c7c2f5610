"""The settings of a site whose tables and pages are measured together: those of campaigns, with pages."""

from tools.soak.settings import *  # noqa: F403 - settings are all of them

ROOT_URLCONF = "brisca_site.urls"
