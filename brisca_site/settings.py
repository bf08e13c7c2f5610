"""Settings of the site; values that differ between installations come from the environment."""

from __future__ import annotations

import secrets
from pathlib import Path

from environs import Env

from brisca_site.base.languages import offered
from brisca_site.base.logs import logging_settings
from brisca_site.base.redis_servers import memory_settings, redis_settings
from brisca_site.card_files import cut_cards
from brisca_site.compiled_catalogues import compile_catalogues
from brisca_site.contacts import check_contact
from brisca_site.databases import database_of_url, sqlite_settings
from brisca_site.file_modes import PUBLIC_FILE, PUBLIC_FOLDER, private_folder, public_folder
from brisca_site.headers import *  # noqa: F403 - each name is a setting
from brisca_site.openapi import *  # noqa: F403 - each name is a setting
from brisca_site.retention import read_periods
from brisca_site.secret_values import LEAST_KEY, LEAST_TOKEN, check_secret, check_url_password

env = Env()
BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.str("VAR_DIR", str(BASE_DIR / "var")))
private_folder(VAR_DIR)


DEBUG = env.bool("DEBUG", False)


def _secret_key() -> str:
    """Return SECRET_KEY from the environment, or a generated one in a private file of VAR_DIR.

    Raises:
        ImproperlyConfigured: the key in the environment can be guessed.
    """
    secret_key = env.str("SECRET_KEY", "")
    if secret_key:
        return secret_key if DEBUG else check_secret("SECRET_KEY", secret_key, least=LEAST_KEY)
    path = VAR_DIR / "secret_key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(64))
    return path.read_text()


SECRET_KEY = _secret_key()
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
ALLOWED_ORIGINS: list[str] = env.list("ALLOWED_ORIGINS", [])
HTTPS = env.bool("HTTPS", False)
CSRF_TRUSTED_ORIGINS = ALLOWED_ORIGINS
NUM_PROXIES = env.int("NUM_PROXIES", 0)

INSTALLED_APPS = [
    "daphne",
    "accounts.admin_apps.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "knox",
    "django_filters",
    "drf_spectacular",
    "axes",
    "corsheaders",
    "csp",
    "brisca_site",
    "accounts",
    "games",
]

MIDDLEWARE = [
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "brisca_site.compression.PageGZip",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "brisca_site.security_log.log_refusals",
    "brisca_site.cookies.none_for_programs",
    "brisca_site.personal_pages.keep_personal_pages_private",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "brisca_site.program_language.english_for_programs",
    "brisca_site.request_text.clean_request_text",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "brisca_site.errors.PageForWrongMethod",
    "accounts.middleware.Guests",
    "accounts.devices.device_cookie",
    "accounts.middleware.Reauthentication",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "brisca_site.urls"
ASGI_APPLICATION = "brisca_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "accounts.preferences.context",
                "accounts.simple_view.context",
                "games.pages.page_header.context",
            ],
        },
    },
]

# -- storage ------------------------------------------------------------------------------------
DATABASE_URL = env.str("DATABASE_URL", "")
DATABASES = {"default": database_of_url(DATABASE_URL) if DATABASE_URL else sqlite_settings(VAR_DIR)}
# Seconds that PostgreSQL has to answer a process that serves; 0: as long as it takes.
DATABASE_TIMEOUT = env.float("DATABASE_TIMEOUT", 20.0)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", "")
CACHES, CHANNEL_LAYERS = redis_settings(REDIS_URL) if REDIS_URL else memory_settings()

# -- watching over it ----------------------------------------------------------------------------
METRICS_TOKEN = env.str("METRICS_TOKEN", "")
# Whom errors and failed jobs are mailed to; and a Sentry-compatible address: error_reports.py.
ADMINS = [("", address) for address in env.str("ADMINS", "").replace(",", " ").split()]
SENTRY_DSN = env.str("SENTRY_DSN", "")

if not DEBUG:  # a developer's own machine may have any
    if METRICS_TOKEN:
        check_secret("METRICS_TOKEN", METRICS_TOKEN, least=LEAST_TOKEN)
    for _name in ("DATABASE_URL", "REDIS_URL", "EMAIL_URL"):
        check_url_password(_name, env.str(_name, ""))

# -- whom to write to ----------------------------------------------------------------------------
OPERATOR_CONTACT = check_contact("OPERATOR_CONTACT", env.str("OPERATOR_CONTACT", ""))
SECURITY_CONTACT = check_contact("SECURITY_CONTACT", env.str("SECURITY_CONTACT", ""))
SECURITY_POLICY = check_contact("SECURITY_POLICY", env.str("SECURITY_POLICY", ""))

# -- language and time --------------------------------------------------------------------------
LANGUAGE_CODE = "es"
LOCALE_PATHS = [compile_catalogues(BASE_DIR / "locale", VAR_DIR / "locale")]
LANGUAGES = offered(LOCALE_PATHS[0], everything=env.bool("ALL_LANGUAGES", False))
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
USE_I18N = True
FORMAT_MODULE_PATH = "brisca_site.formats"
USE_TZ = True
TIME_ZONE = "UTC"

# -- static files -------------------------------------------------------------------------------
STATIC_URL = "/static/"
# VAR_DIR is closed to other accounts: a web server that reads these files itself needs another place.
STATIC_ROOT = Path(env.str("STATIC_DIR", str(VAR_DIR / "static")))
public_folder(STATIC_ROOT)
FILE_UPLOAD_PERMISSIONS = PUBLIC_FILE  # of collected files: nobody uploads any
FILE_UPLOAD_DIRECTORY_PERMISSIONS = PUBLIC_FOLDER
cut_cards(BASE_DIR / "static" / "cards" / "classic.svg", VAR_DIR / "drawn" / "cards" / "classic")
STATICFILES_DIRS = [BASE_DIR / "static", VAR_DIR / "drawn"]
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "brisca_site.static.ModuleStorage"},
}

# -- how long data about people is kept ---------------------------------------------------------
RETENTION = read_periods(env)

# -- backups ------------------------------------------------------------------------------------
BACKUP_RECIPIENTS: list[str] = env.str("BACKUP_RECIPIENTS", "").replace(",", " ").split()
BACKUP_COMMAND = env.str("BACKUP_COMMAND", "")

# -- accounts -----------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "accounts.backends.PasswordBackend",
    # Authenticates nobody, as the one before it has the last word; sessions name it.
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "accounts.hashing.PooledArgon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "accounts.passwords.MaximumLengthValidator"},
    {"NAME": "accounts.passwords.ContextWordsValidator"},
]
PASSWORD_RESET_TIMEOUT = 60 * 60  # seconds that a link to a new password is good
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
# Nobody finds out which e-mail has an account: accounts/emails.py.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "accounts.emails.ResetTokenGenerator"  # noqa: S105
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_ADAPTER = "accounts.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "add_email": "accounts.forms.AddEmailForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "change_password": "accounts.password_forms.ChangePasswordForm",
}
# What changes who can get into an account asks again after this many seconds:
# accounts/reauthentication.py.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Brisca: "
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
# Age in hours, and finished matches, from which an account says own words at public tables.
CHAT_AFTER_HOURS = env.int("CHAT_AFTER_HOURS", 24)
CHAT_AFTER_MATCHES = env.int("CHAT_AFTER_MATCHES", 5)
ACCOUNT_RATE_LIMITS = {
    # Passwords are counted by accounts/lockout.py: all of them by address, wrong ones by name, those
    # of known devices by the device. Wrong ones for one name from one address are for axes to count.
    "login": None,
    "password": "30/m/ip",
    "password_failed": "60/h/key,300/d/key",
    "password_known_device": "30/m/key",
    "password_failed_known_device": "10/15m/key,50/d/key",
    # Forms of allauth, which it counts too: accounts/limit_pages.py.
    "reset_password": "20/m/ip,5/m/key",  # the key is the e-mail address
    "reset_password_from_key": "20/m/ip",
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
    "reauthenticate": "10/m/user",
    "webauthn_login": "10/m/ip",
    "signup": "40/m/ip",  # two requests for each account: the form is checked before it is sent
    # Codes of the second step, which come after the password: the key is the account.
    "login_failed": "60/h/key",
    # Wrong names or codes where a password is set with a recovery code; right ones always work.
    "recover": "10/m/ip,60/h/ip",
    "guest": env.str("GUEST_LIMIT", "20/m/ip,200/h/ip"),
    # Opening a table, sitting down at one, and a match at once.
    "note": "120/m/user",
    "table": env.str("TABLE_LIMIT", "60/m/ip,12/m/user"),
    # What is said of rules while they are chosen: a line at each change of the form.
    "rules": "240/m/ip",
    # Asking for the analysis of a match; trying other cards of one.
    "analyse": "20/m/ip",
    "variation": "120/m/ip",
    "exercise": "60/m/ip",
    # Puzzles asked for and answered: a rush is some forty of them in three minutes.
    "puzzle": "120/m/ip",
    # Inviting people to seats by name: fetched friends, not crowds.
    "invite": "60/h/ip,30/h/user",
    "picture": "60/m/ip",  # of matches that are not drawn yet
    # Following, blocking, reporting.
    "social": "60/m/ip,30/m/user",
    # Notices of illegal content, and appeals of those who are kept out: nobody is signed in.
    "notice": "10/h/ip",
}
ALLAUTH_TRUSTED_PROXY_COUNT = NUM_PROXIES
USERSESSIONS_ADAPTER = "accounts.sign_ins.SessionsAdapter"
MFA_ADAPTER = "accounts.adapters.MFAAdapter"
MFA_FORMS = {"add_webauthn": "accounts.forms.PasskeyForm"}
MFA_TOTP_ISSUER = "Brisca"
# Without HTTPS browsers let passkeys be used at localhost alone.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# An account keeps nobody's address from its owner until it is confirmed (accounts/emails.py), so it
# may have a second step before. A superuser's own, made by a command, has no mail to confirm with.
MFA_ALLOW_UNVERIFIED_EMAIL = True
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_COOLOFF_TIME = 1
AXES_FAILURE_LIMIT = 5
AXES_RESET_ON_SUCCESS = True
# Trying on does not make the hour longer.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
# What an account's owner reads of wrong passwords: accounts/attempts.py.
AXES_ENABLE_ACCESS_FAILURE_LOG = True
AXES_WHITELIST_CALLABLE = "accounts.lockout.is_known_device"
AXES_USERNAME_CALLABLE = "accounts.lockout.client_name"
AXES_CLIENT_IP_CALLABLE = "accounts.lockout.client_ip"
AXES_LOCKOUT_CALLABLE = "accounts.lockout.locked_out"
KNOX_TOKEN_MODEL = "accounts.Token"  # noqa: S105 - the name of a class
MIGRATION_MODULES = {"knox": None}  # it brings a model of its own, which ours stands for
REST_KNOX = {"TOKEN_PREFIX": "brisca_", "AUTH_HEADER_PREFIX": "Bearer", "AUTO_REFRESH": False}
EMAIL_URL = env.str("EMAIL_URL", "")
if EMAIL_URL:
    vars().update(env.dj_email_url("EMAIL_URL"))
    MAIL_DELIVERY_BACKEND = vars()["EMAIL_BACKEND"]
    EMAIL_TIMEOUT = vars()["EMAIL_TIMEOUT"] or 15  # seconds
else:
    MAIL_DELIVERY_BACKEND = "accounts.mail.FileBackend"
    EMAIL_FILE_PATH = str(VAR_DIR / "mail")
EMAIL_BACKEND = "accounts.mail.QueueBackend"
PUSH_CONTACT = env.str("PUSH_CONTACT", "operator@localhost")
"""Address that push services may write to about this site's messages."""
SITE_URL = env.str("SITE_URL", "")
"""Beginning of all addresses that the site gives out: in mails, feeds, shared texts and the API."""
SITE_URL_IS_FIXED = bool(SITE_URL) or (HTTPS and ALLOWED_HOSTS[:1] not in ([], ["*"]))
"""True if SITE_URL is known; otherwise only mails that no request causes begin with it."""
if not SITE_URL and ALLOWED_HOSTS:
    SITE_URL = f"https://{ALLOWED_HOSTS[0].lstrip('.')}"
NOTIFICATION_TIME_ZONE = env.str("NOTIFICATION_TIME_ZONE", "Europe/Madrid")
"""Time zone of quiet hours and of the daily mail, for people who have chosen none."""
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "Brisca <brisca@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_SUBJECT_PREFIX = "Brisca: "

# -- security -----------------------------------------------------------------------------------
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_ENGINE = "accounts.sessions"
# without use, and from signing in, however much it is used
SESSION_COOKIE_AGE = int(RETENTION["idle_sessions"].total_seconds())
SESSION_MAX_AGE = int(RETENTION["sessions"].total_seconds())
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "brisca_site.stale_forms.csrf_failure"
# Whether the proxy redirects, and whether the whole domain enters the preload list, is for the
# operator to say: docs/operations/settings.md.
SILENCED_SYSTEM_CHECKS = ["security.W008", "security.W021"]
if HTTPS:
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = env.bool("SSL_REDIRECT", False)
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# -- live tables --------------------------------------------------------------------------------
LIVE_GATEWAY = "games.live.http.gateway.LocalGateway"
BRISCA_LIVE = {
    "pace": env.float("BOT_PACE", 1.0),
    # seconds for which the seat of a person without a connection is kept
    "gone_after": env.float("GONE_AFTER", 60.0),
    # seconds between looks for a finished match to analyse; 0: this process analyses none
    "analyse_every": env.float("ANALYSE_EVERY", 3.0),
}

# -- API ----------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "UNAUTHENTICATED_USER": None,
    "NUM_PROXIES": NUM_PROXIES,
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_THROTTLE_RATES": {
        "api": "600/min",
        "record": "300/min",
        "export": "60/min",
        "play": "1200/min",
    },
}
# Time for which /watch/ shows the end of a match before it goes on to the next table.
WATCH_NEXT_S = env.float("WATCH_NEXT_S", 15.0)
# Time for which a page that all strangers see alike is kept; 0: none is.
STRANGER_PAGE_SECONDS = env.float("STRANGER_PAGE_SECONDS", 5.0)
# Downloads of records: how many at once a visitor and in all, and records a second of each (0: as
# many as there are).
EXPORTS_EACH = env.int("EXPORTS_EACH", 1)
EXPORTS_ALL = env.int("EXPORTS_ALL", 4)
EXPORT_RATE = env.float("EXPORT_RATE", 500)
# Monthly files of records, as `manage.py dump_matches` writes them.
DATA_DIR = Path(env.str("DATA_DIR", str(VAR_DIR / "data")))

LOGGING = logging_settings(env.str("LOG_FORMAT", "plain"), env.str("LOG_LEVEL", "INFO"))
