"""Settings of the tests: those of the site, with fast hashing and without outside services."""

from brisca_site.settings import *

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# who tests it calls it
BRISCA_LIVE = {**BRISCA_LIVE, "analyse_every": 0.0}

CHAT_AFTER_HOURS = CHAT_AFTER_MATCHES = 0  # new accounts may speak at once
STRANGER_PAGE_SECONDS = 0  # a change is visible in the next request

DATABASES["default"]["TEST"] = {"NAME": f"test_{DATABASES['default']['NAME']}"}
if DATABASES["default"]["ENGINE"] == "brisca_site.base.sqlite":
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
    # The test database need not survive a power failure.
    DATABASES["default"]["OPTIONS"] = {
        **DATABASES["default"]["OPTIONS"],
        "init_command": "PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON;",
    }
