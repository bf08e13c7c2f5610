"""Alternating periods of the clock: load beside the tables in every second one, none in the others.

The measuring processes and those that make the load follow the same clock and need not communicate.
"""

from __future__ import annotations

import time


def is_busy(period: float) -> bool:
    """Return True if load should be made now: in every second period of `period` seconds."""
    return int(time.time() / period) % 2 == 1


def until_quiet(period: float) -> float:
    """Return the seconds until the next period without load begins."""
    return 2 * period - time.time() % (2 * period)
