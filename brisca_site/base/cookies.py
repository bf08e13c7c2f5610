"""Names of the cookies that are bound to this host."""

from __future__ import annotations

from typing import Final

from django.conf import settings

HOST_PREFIX: Final = "__Host-"
"""Prefix with which browsers refuse a cookie that another host, or plain HTTP, sets."""


def host_cookie(name: str) -> str:
    """Return the name of a cookie that only this host may set; the prefix works over HTTPS alone."""
    return f"{HOST_PREFIX}{name}" if settings.HTTPS else name
