"""How long a bot seems to think: drawn without a look at its cards.

A bot that answers at once when it holds one legal card, or ponders over a good one, tells the
others what it holds.
"""

from __future__ import annotations

import random
from typing import Final

FASTEST_MS: Final = 550
USUAL_MS: Final = 1100
SLOWEST_MS: Final = 2600


def think_ms(rng: random.Random, turn_ms: int | None = None) -> int:
    """Milliseconds to wait before a bot acts; at most a quarter of the time for a turn."""
    wait = rng.triangular(FASTEST_MS, SLOWEST_MS, USUAL_MS)
    if turn_ms is not None:
        wait = min(wait, turn_ms / 4)
    return round(wait)
