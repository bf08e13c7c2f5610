"""Addresses that visitors may write to, as the environment gives them."""

from __future__ import annotations

from django.core.exceptions import ImproperlyConfigured


def check_contact(name: str, value: str) -> str:
    """Return the value of the variable `name`: nothing, or an address to write to.

    Raises ImproperlyConfigured where it is neither `mailto:` nor `https:`, or of several lines.
    """
    whole = value.isprintable() and " " not in value
    if value and not (whole and value.startswith(("mailto:", "https://"))):
        raise ImproperlyConfigured(f"{name} must begin with mailto: or https://")
    return value
