"""Contact addresses of the site, from the environment."""

from __future__ import annotations

from django.core.exceptions import ImproperlyConfigured


def check_contact(name: str, value: str) -> str:
    """Check the value of the environment variable `name`, a contact address or ""; return it.

    Raises:
        ImproperlyConfigured: the value does not begin with `mailto:` or `https://`, or has spaces
            or several lines.
    """
    whole = value.isprintable() and " " not in value
    if value and not (whole and value.startswith(("mailto:", "https://"))):
        raise ImproperlyConfigured(f"{name} must begin with mailto: or https://")
    return value
