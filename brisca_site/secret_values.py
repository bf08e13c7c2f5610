"""Checks of secrets in the environment: placeholders, short and repeated text are refused."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

LEAST_KEY: Final = 32
LEAST_TOKEN: Final = 16
"""Minimum number of characters of a token."""
LEAST_DIFFERENT: Final = 5
"""Minimum number of different characters in a random value of `LEAST_TOKEN` hex digits."""
PLACEHOLDERS: Final = re.compile(
    r"changeme|changethis|replaceme|placeholder|djangoinsecure|yoursecret|yourpassword|yourtoken"
)
"""Pattern of placeholders, found anywhere in a value without hyphens, underscores and spaces."""
WHOLE: Final = frozenset({"secret", "password", "passwd", "todo", "xxx", "example", "default"})
"""Placeholders that are a whole value."""
MAKE_ONE: Final = "python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"
"""Command that prints a new secret."""


def check_secret(name: str, value: str, *, least: int) -> str:
    """Return the secret in the environment variable `name`, if `value` is good enough.

    The secret must have at least `least` characters.

    Raises:
        ImproperlyConfigured: the value is a placeholder, too short, or repeats a few characters.
    """
    if is_placeholder(value):
        raise _refused(name, "is a placeholder")
    if len(value) < least:
        raise _refused(name, f"has fewer than {least} characters")
    repeated = value in (value + value)[1:-1]
    if repeated or len(set(value)) < LEAST_DIFFERENT:
        raise _refused(name, "repeats a few characters")
    return value


def check_url_password(name: str, url: str) -> str:
    """Return a service's URL, the value of the variable `name`, if its password is good enough.

    A URL without a password passes: the service may authenticate the site in another way.

    Raises:
        ImproperlyConfigured: the password is a placeholder.
    """
    try:
        password = unquote(urlsplit(url).password or "")
    except ValueError:  # whoever connects says what is wrong with it
        return url
    if password and is_placeholder(password):
        raise _refused(name, "has a placeholder for its password")
    return url


def is_placeholder(value: str) -> bool:
    """Return True if a value is a placeholder such as example files have.

    >>> is_placeholder("change-me"), is_placeholder("Q7x-vdk2mB")
    (True, False)
    """
    plain = re.sub(r"[\W_]", "", value.casefold())
    return plain in WHOLE or PLACEHOLDERS.search(plain) is not None


def _refused(name: str, why: str) -> ImproperlyConfigured:
    """Return the error to raise about a secret that can be guessed."""
    return ImproperlyConfigured(f"{name} {why}: anybody can guess it. Make a new one: {MAKE_ONE}")
