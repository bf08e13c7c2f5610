"""Rate limits of the site, counted in Django's cache by sliding windows.

The limits are in ACCOUNT_RATE_LIMITS, in the form that django-allauth documents (`20/m/ip,5/m/key`).
They are by IP address as the trusted proxies give it, by account or by a key such as a name.
"""

from __future__ import annotations

import hashlib
import math
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

UNIT_S: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}
"""Seconds of the units of a period."""
RATE_PATTERN: Final = re.compile(r"(\d+)/(\d*)([smhd])(?:/(ip|user|key))?")
"""Form of a rate: uses, the period in units, and what is counted together."""
LOCK_WAIT_S: Final = 1.0
"""Seconds that a request waits for others of the same visitor to be counted."""
LOCK_EXPIRY_S: Final = 10
"""Seconds after which the lock of a process that died is void."""


@dataclass(frozen=True)
class Rate:
    """Rate limit: the number of uses in a period allowed to one IP address, account or key."""

    amount: int
    period_s: float
    counted_by: str
    """`ip`, `user` or `key`."""


@dataclass(frozen=True)
class ExceededLimit:
    """A rate limit that a visitor has reached, and when the visitor may go on."""

    action: str
    amount: int
    period_s: float
    is_shared: bool
    """True if everybody at the visitor's IP address is counted together."""
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
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((int(parsed) >> 64 << 64, 64)))


def client_address(request: HttpRequest) -> str:
    """Return the client's IP address, as the trusted proxies give it; "" if it is unknown."""
    try:
        address: str = get_adapter(request).get_client_ip(request)
    except PermissionDenied:
        return ""
    return address


@lru_cache
def parsed_rates(text: str | None) -> tuple[Rate, ...]:
    """Parse a limit as ACCOUNT_RATE_LIMITS writes it into rates; a unit without a number means 1.

    >>> parsed_rates("20/m/ip,5/10s/key")[1]
    Rate(amount=5, period_s=10.0, counted_by='key')
    >>> parsed_rates("3/h"), parsed_rates(None)
    ((Rate(amount=3, period_s=3600.0, counted_by='ip'),), ())

    Raises:
        ValueError: the text has another form.
    """
    return tuple(_parsed_rate(part.strip()) for part in (text or "").split(",") if part.strip())


def _parsed_rate(text: str) -> Rate:
    """Return the rate that one part of a limit ("20/m/ip") describes."""
    match = RATE_PATTERN.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no rate limit such as 20/m/ip")
    amount, units, unit, counted_by = match.groups()
    return Rate(int(amount), float(units or 1) * UNIT_S[unit], counted_by or "ip")


class CountedUse:
    """One use of an action (such as a sign-up), counted against the action's rate limits."""

    def __init__(self, at: float) -> None:
        self._at = at
        self._places: list[tuple[str, Rate]] = []

    def take_back(self) -> None:
        """Uncount this use; limits at which another request counts at the moment keep it."""
        for place, rate in self._places:
            with _locked(place) as is_locked:
                if is_locked:
                    uses = cache.get(place, [])
                    cache.set(place, [at for at in uses if at != self._at], rate.period_s)

    def count(self, place: str, rate: Rate) -> float | None:
        """Count this use at a cache key; return None, or at the limit the wait in seconds."""
        with _locked(place) as is_locked:
            if not is_locked:
                return 1
            # The newest comes first; each use counts for the length of the period.
            uses = [at for at in cache.get(place, []) if at > self._at - rate.period_s]
            if len(uses) >= rate.amount:
                return (
                    uses[rate.amount - 1] + rate.period_s - self._at
                    if rate.amount
                    else rate.period_s
                )
            cache.set(place, [self._at, *uses], rate.period_s)
        self._places.append((place, rate))
        return None


def count(request: HttpRequest, action: str, *, key: str = "") -> CountedUse:
    """Count one use of `action`, a key of ACCOUNT_RATE_LIMITS, by the visitor against its limits.

    `key` is what limits by key count, such as a name. A use that is refused is not counted.

    Raises:
        TooManyError: a limit is exceeded; of several, the error has the one with the longest wait.
    """
    use = CountedUse(time.time())
    exceeded = []
    for rate in parsed_rates(settings.ACCOUNT_RATE_LIMITS.get(action)):
        wait_s = use.count(_place(request, action, rate, key), rate)
        if wait_s is not None:
            wait_s = max(1, math.ceil(wait_s))
            is_shared = rate.counted_by == "ip"
            exceeded.append(ExceededLimit(action, rate.amount, rate.period_s, is_shared, wait_s))
    if exceeded:
        use.take_back()
        raise TooManyError(action, max(exceeded, key=lambda limit: limit.wait_s))
    return use


def _place(request: HttpRequest, action: str, rate: Rate, key: str) -> str:
    """Return the cache key under which the uses counted by a rate are stored.

    A limit by account counts strangers by their address.
    """
    if rate.counted_by == "key":
        counted = f"key {key}"
    elif rate.counted_by == "user" and request.user.is_authenticated:
        counted = f"user {request.user.pk}"
    else:
        counted = f"ip {visitor_of(client_address(request))}"
    digest = hashlib.sha256(counted.encode()).hexdigest()
    return f"limit:{action}:{rate.amount}/{rate.period_s:g}:{digest}"


@contextmanager
def _locked(place: str) -> Iterator[bool]:
    """Lock a cache key against other requests; yield False if they hold the lock for too long."""
    name = f"{place}:lock"
    latest = time.monotonic() + LOCK_WAIT_S
    pause_s = 0.01
    while not cache.add(name, 1, LOCK_EXPIRY_S):
        if time.monotonic() >= latest:
            yield False
            return
        time.sleep(pause_s)
        pause_s = min(0.1, pause_s * 2)
    try:
        yield True
    finally:
        cache.delete(name)
