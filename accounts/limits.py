"""How often a visitor may do what costs something: allauth's limits, for pages of our own.

The limits stand in ACCOUNT_RATE_LIMITS, are counted in the cache, and know an address past as many
proxies as are trusted.
"""

from __future__ import annotations

from allauth.core.internal import ratelimit
from django.http import HttpRequest


class TooManyError(Exception):
    """A limit was passed; the middleware answers 429."""


def count(request: HttpRequest, action: str) -> None:
    """Count one more of this action; raises TooManyError where that is one too many."""
    if not ratelimit.consume(request, app="allauth.account", action=action, limit_get=True):
        raise TooManyError(action)
