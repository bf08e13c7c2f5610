"""Losses as one figure a player understands."""

from __future__ import annotations

import math
from typing import Final

STEEP: Final = 0.68
"""How fast accuracy falls with each point lost a card."""
FREE: Final = 0.05
"""Card points a card that the best play loses by this measure too, since it plays to win the deal
and not for points alone."""


def accuracy(loss: float, decisions: int) -> float | None:
    """From 0 to 100, of the card points lost over so many choices; None without a choice.

    >>> accuracy(0.0, 20), accuracy(12.0, 0)
    (100.0, None)
    """
    if decisions == 0:
        return None
    mean = loss / decisions
    return round(100 * math.exp(-STEEP * max(0.0, mean - FREE)), 1)
