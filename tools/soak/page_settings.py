"""Settings of a server under test with pages and real password hashing; files are as in the tests."""

from brisca_site.settings import *  # noqa: F403 - settings are all of them

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
