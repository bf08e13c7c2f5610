"""Spread of the margin of one deal, by which the victory points of a match are scaled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

PAIRS: Final = 46.0
"""Standard deviation of the margin of a deal in card points, of two sides of several players."""
ALONE: Final = 31.0
"""Standard deviation of the margin of a deal in card points, of two single players."""
DEALS: Final = 1.0
"""Standard deviation of the margin of a deal where won deals are counted, not points."""
COMPARED: Final = -0.63
"""Correlation by which a compared deal varies less than one that is played once."""


def deviation_of(options: Mapping[str, Any], players: int) -> float:
    """Return the standard deviation of a deal's margin, in the match's unit (card points, deals).

    >>> deviation_of({"match.unit": "points"}, 4), deviation_of({"match.unit": "deals"}, 4)
    (46.0, 1.0)
    """
    if options["match.unit"] != "points":
        return DEALS
    return ALONE if players == 2 else PAIRS
