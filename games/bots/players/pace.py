"""Delays of bots before they act, drawn without regard to their cards.

A bot that acts at once with one legal card, or waits over a good one, would reveal its hand.
"""

from __future__ import annotations

import random
from typing import Final

FASTEST_MS: Final = 550
USUAL_MS: Final = 1100
SLOWEST_MS: Final = 2600


def think_ms(rng: random.Random, turn_ms: int | None = None) -> int:
    """Return the milliseconds to wait before a bot acts; at most a quarter of `turn_ms`."""
    wait = rng.triangular(FASTEST_MS, SLOWEST_MS, USUAL_MS)
    if turn_ms is not None:
        wait = min(wait, turn_ms / 4)
    return round(wait)
