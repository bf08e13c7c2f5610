"""Victory points: the 20 points of a Swiss match, divided by how far a side was ahead.

The curve is the continuous scale of the World Bridge Federation (2013); the width is that of card
points in this game.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

TOTAL_POINTS: Final = 20.0
"""Victory points of a match, of both sides together."""
BYE_POINTS: Final = 12.0
"""Victory points of a bye."""
LATE_POINTS: Final = 8.0
"""Victory points of an entrant who comes after a round has begun, once."""
GOLDEN_RATIO: Final = (sqrt(5) - 1) / 2
WIDTH_DEVIATIONS: Final = 2.5
"""Standard deviations of the margin at which a side has all points."""


def blitz(deals: int, *, deviation: float, correlation: float) -> float:
    """Return the margin (card points) at which a side has all victory points of so many deals.

    `deviation` is the standard deviation of the margin of one deal in card points, and `correlation`
    that of the margins of one deal at two tables, by which a compared deal varies less.

    >>> round(blitz(4, deviation=46, correlation=-0.63))
    140
    """
    return WIDTH_DEVIATIONS * deviation * sqrt(deals) * sqrt(1 + correlation)


def victory_points(margin: float, full: float) -> tuple[float, float]:
    """Return (own, other) victory points of a side that is `margin` ahead, or behind if below 0.

    `full` is the margin at which a side has all of them.

    >>> victory_points(0, 140), victory_points(-500, 140)
    ((10.0, 10.0), (0.0, 20.0))

    Raises:
        ValueError: `full` is not positive.
    """
    if full <= 0:
        raise ValueError("the margin for all points is positive")
    ahead = min(abs(margin), full)
    share = (1 - GOLDEN_RATIO ** (3 * ahead / full)) / (1 - GOLDEN_RATIO**3)
    won = round(TOTAL_POINTS / 2 * (1 + share), 2)
    lost = round(TOTAL_POINTS - won, 2)
    return (won, lost) if margin >= 0 else (lost, won)
