"""The settings of a server under test with its pages and the real passwords; files are as in the tests."""

from brisca_site.settings import *  # noqa: F403 - settings are all of them

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
