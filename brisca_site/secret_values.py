"""Refuse secrets that anybody can guess: placeholders of example files, short or repeated text."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

LEAST_KEY: Final = 32
LEAST_TOKEN: Final = 16
"""Characters."""
LEAST_DIFFERENT: Final = 5
"""Different characters that a random value of `LEAST_TOKEN` hexadecimal digits has at least."""
PLACEHOLDERS: Final = re.compile(
    r"changeme|changethis|replaceme|placeholder|djangoinsecure|yoursecret|yourpassword|yourtoken"
)
"""Found anywhere in a value, without its hyphens, underscores and spaces."""
WHOLE: Final = frozenset({"secret", "password", "passwd", "todo", "xxx", "example", "default"})
MAKE_ONE: Final = "python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"


def check_secret(name: str, value: str, *, least: int) -> str:
    """Return the value of the variable `name`, of `least` characters or more.

    Raises ImproperlyConfigured where somebody could guess it.
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
    """Return the value of the variable `name`, an address of a service.

    An address without a password passes: the service may know the site in another way.

    Raises ImproperlyConfigured where its password is a placeholder.
    """
    try:
        password = unquote(urlsplit(url).password or "")
    except ValueError:  # whoever connects says what is wrong with it
        return url
    if password and is_placeholder(password):
        raise _refused(name, "has a placeholder for its password")
    return url


def is_placeholder(value: str) -> bool:
    """Return whether a value is one that example files have.

    >>> is_placeholder("change-me"), is_placeholder("Q7x-vdk2mB")
    (True, False)
    """
    plain = re.sub(r"[\W_]", "", value.casefold())
    return plain in WHOLE or PLACEHOLDERS.search(plain) is not None


def _refused(name: str, why: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{name} {why}: anybody can guess it. Make a new one: {MAKE_ONE}")
