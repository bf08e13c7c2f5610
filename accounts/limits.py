"""Rate limits for the site's own pages, by means of allauth.

The limits are in ACCOUNT_RATE_LIMITS, are counted in the cache, and take addresses past the trusted
proxies.
"""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address

from allauth.core.internal import ratelimit
from django.http import HttpRequest


class TooManyError(Exception):
    """Refusal of a visitor who has exceeded a rate limit; the middleware answers 429."""


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
    if not ratelimit.consume(request, app="allauth.account", action=action, limit_get=True):
        raise TooManyError(action)
