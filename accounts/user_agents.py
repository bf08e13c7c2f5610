"""Browsers and systems in words, by their user agent: "Firefox on Android"."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from django.utils.translation import gettext as _

_MAX_NAME_LENGTH: Final = 40


def device_label(user_agent: str) -> str:
    """Return the browser and system of a User-Agent header in words, or "Unknown device"."""
    browser, system = _families(user_agent[:200])
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("Unknown device")


@lru_cache(maxsize=512)
def _families(user_agent: str) -> tuple[str, str]:
    """Return the names of browser and system in a User-Agent header; "" where unknown."""
    # It reads a thousand patterns when it is imported: 0.2 s that most processes never need.
    from ua_parser import parse

    parsed = parse(user_agent)
    browser = parsed.user_agent.family[:_MAX_NAME_LENGTH] if parsed.user_agent else ""
    system = parsed.os.family[:_MAX_NAME_LENGTH] if parsed.os else ""
    return browser, system
