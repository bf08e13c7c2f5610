"""Rate limits for the site's own pages, by means of allauth.

The limits are in ACCOUNT_RATE_LIMITS, are counted in the cache, and take addresses past the trusted
proxies.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, Final

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest

ALLAUTH_ACCOUNT: Final = "allauth.account"
"""Application of allauth by whose name the limits of ACCOUNT_RATE_LIMITS are counted."""


@dataclass(frozen=True)
class ExceededLimit:
    """A rate limit that a visitor has reached, and when it lets the visitor go on."""

    action: str
    amount: int
    period_s: float
    is_shared: bool
    """Everybody at the visitor's IP address is counted together."""
    wait_s: int
    """Whole seconds until the next use is allowed, at least 1."""


class TooManyError(Exception):
    """Refusal of a visitor who has exceeded a rate limit; the middleware answers 429.

    `limit` says which, where it is one of ACCOUNT_RATE_LIMITS.
    """

    def __init__(self, action: str, limit: ExceededLimit | None = None) -> None:
        super().__init__(action)
        self.limit = limit


def visitor_of(address: str) -> str:
    """Return the key by which an IP address is counted; for IPv6 its /64 network, as of one home.

    >>> visitor_of("192.0.2.7"), visitor_of("2001:db8:0:1::7"), visitor_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:0:1::/64', '192.0.2.7')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found) >> 64 << 64, 64)))


def count(request: HttpRequest, action: str) -> None:
    """Count one use of `action`, a key of ACCOUNT_RATE_LIMITS, by the visitor against its limit.

    Raises:
        TooManyError: the limit is exceeded.
    """
    if consume(request, action, limit_get=True) is None:
        raise TooManyError(action, exceeded_limit(request, action))


def consume(
    request: HttpRequest, action: str, *, key: str | None = None, limit_get: bool = False
) -> Any:
    """Count one use of an action; return the usage, which can be taken back, or None at the limit.

    `key` is what limits per key count, such as a name. A GET is counted only with `limit_get`.
    """
    return ratelimit.consume(
        request, app=ALLAUTH_ACCOUNT, action=action, key=key, limit_get=limit_get
    )


def exceeded_limit(
    request: HttpRequest, action: str, *, key: str | None = None, app: str = ALLAUTH_ACCOUNT
) -> ExceededLimit | None:
    """Return the exhausted limit of an action that keeps the visitor waiting longest.

    It is None if all of them allow another use by now. Limits per key are left out without a key.
    """
    exceeded = [
        limit
        for rate in ratelimit.get_rates(app=app, action=action)
        if _applies(request, rate, key)
        and (limit := _exhausted(request, app, action, rate, key)) is not None
    ]
    return max(exceeded, key=lambda limit: limit.wait_s, default=None)


def _applies(request: HttpRequest, rate: ratelimit.Rate, key: str | None) -> bool:
    """Return True if it is known what a rate counts in this request."""
    return {
        "ip": True,
        "user": request.user.is_authenticated,
        "key": key is not None,
    }[rate.per]


def _exhausted(
    request: HttpRequest, app: str, action: str, rate: ratelimit.Rate, key: str | None
) -> ExceededLimit | None:
    """Return the limit of a rate if it allows no use now, else None."""
    name = ratelimit.get_cache_key(request, app=app, action=action, rate=rate, key=key)
    now = time.time()
    # The newest comes first; each use counts for the length of the period.
    uses = [at for at in cache.get(name, []) if at > now - rate.duration]
    if len(uses) < rate.amount:
        return None
    wait_s = math.ceil(uses[rate.amount - 1] + rate.duration - now)
    return ExceededLimit(action, rate.amount, rate.duration, rate.per == "ip", max(1, wait_s))
