"""The settings of the tests: those of the site, quicker and without the outside."""

import os

from brisca_site.settings import *

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# who tests it calls it
BRISCA_LIVE = {**BRISCA_LIVE, "analyse_every": 0.0}

if DATABASES["default"]["ENGINE"] == "brisca_site.sqlite":
    # A file a process, so that two runs at the same time never share one.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / f"test-{os.getpid()}.sqlite3")}
    # What a process has written outlives it all the same, and no test cuts the power.
    DATABASES["default"]["OPTIONS"] = {
        **DATABASES["default"]["OPTIONS"],
        "init_command": "PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON;",
    }
