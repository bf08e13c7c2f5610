"""Seats and sides. Seats run counter-clockwise: seat i+1 sits at the right of seat i.

>>> sides_for(4, "pairs")
((0, 2), (1, 3))
>>> sides_for(6, "threes")
((0, 2, 4), (1, 3, 5))
"""

from __future__ import annotations

from typing import TypeAlias

Side: TypeAlias = tuple[int, ...]


def sides_for(players: int, teams: str) -> tuple[Side, ...]:
    """Return the scoring sides, each a tuple of its seats; partners sit alternately.

    `teams` is "individual", "pairs" or "threes".
    """
    count = {"individual": players, "pairs": players // 2, "threes": players // 3}[teams]
    return tuple(tuple(range(side, players, count)) for side in range(count))
