"""Switching off the request limits of the API for measurements and tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


def lift_limits() -> None:
    """Switch off the API's rate limits in this process, until it ends."""
    from games.api.core.base import CountingThrottle

    CountingThrottle.THROTTLE_RATES = dict.fromkeys(CountingThrottle.THROTTLE_RATES)


@contextmanager
def unlimited() -> Iterator[None]:
    """Switch off the API's rate limits within the `with` block."""
    from games.api.core.base import CountingThrottle

    old = CountingThrottle.THROTTLE_RATES
    lift_limits()
    try:
        yield
    finally:
        CountingThrottle.THROTTLE_RATES = old
