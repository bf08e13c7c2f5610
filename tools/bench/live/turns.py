"""Turns by the clock: something goes on beside the tables in every second turn, and rests in the others.

Processes that measure and those that disturb them follow the same clock and need not talk.
"""

from __future__ import annotations

import time


def is_busy(period: float) -> bool:
    """Return whether this moment is in a turn in which something goes on; turns last `period` seconds."""
    return int(time.time() / period) % 2 == 1


def until_quiet(period: float) -> float:
    """Return the seconds until the next turn without anything begins."""
    return 2 * period - time.time() % (2 * period)
