"""How often a visitor may do what costs something: allauth's limits, for pages of our own.

The limits stand in ACCOUNT_RATE_LIMITS, are counted in the cache, and know an address past as many
proxies as are trusted.
"""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address

from allauth.core.internal import ratelimit
from django.http import HttpRequest


class TooManyError(Exception):
    """A limit was passed; the middleware answers 429."""


def visitor_of(address: str) -> str:
    """By what an address is counted: a home has 2**64 addresses of IPv6, and is one visitor.

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
    """Count one more of this action; raises TooManyError where that is one too many."""
    if not ratelimit.consume(request, app="allauth.account", action=action, limit_get=True):
        raise TooManyError(action)
