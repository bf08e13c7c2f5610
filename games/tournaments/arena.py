"""Arena: for a fixed time whoever is free is paired again; a row of wins counts double.

The points are those of lichess: 2 for a win, 1 for a draw. After two wins in a row each further
result counts double until one that is no win.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

from games.tournaments.pairing import Entrant, Pairing, pair_round

Outcome: TypeAlias = Literal["win", "draw", "loss"]
POINTS: Final = {"win": 2, "draw": 1, "loss": 0}
ROW: Final = 2
"""Wins in a row after which results count double."""
MANY: Final = 100
"""Number of entrants who wait from which a wave is paired at once."""


def arena_points(outcomes: Iterable[Outcome], *, doubled: bool = True) -> list[int]:
    """Return the points of each match of an entrant, the first match first.

    >>> arena_points(["win", "win", "win", "draw", "win"])
    [2, 2, 4, 2, 2]
    >>> arena_points(["win", "win", "win"], doubled=False)
    [2, 2, 2]
    """
    points, row = [], 0
    for outcome in outcomes:
        points.append(POINTS[outcome] * (2 if doubled and row >= ROW else 1))
        row = row + 1 if outcome == "win" else 0
    return points


def wave_wait(match_seconds: float) -> float:
    """Return the seconds that entrants wait before a wave of pairs, for matches of a usual length.

    >>> wave_wait(60), wave_wait(300), wave_wait(900)
    (15.0, 36.0, 50.0)
    """
    return min(max(match_seconds / 10 + 6, 15.0), 50.0)


def is_wave_due(waiting: int, longest_wait: float, match_seconds: float) -> bool:
    """Return whether those who wait are paired now; the first of them has waited `longest_wait` s."""
    return waiting > MANY or (waiting >= 2 and longest_wait >= wave_wait(match_seconds))


def pair_wave(waiting: Sequence[Entrant], *, seed: str) -> Pairing:
    """Pair those who wait; `met` of an entrant is the latest opponent alone.

    One of an odd number has no bye but waits for the next wave: `bye` says who.
    """
    return pair_round(waiting, seed=seed)
