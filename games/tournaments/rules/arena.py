"""Arena: for a fixed time whoever is free is paired again; a row of wins counts double.

The points are those of lichess: 2 for a win, 1 for a draw. After two wins in a row each further
result counts double until one that is no win.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from games.tournaments.rules.pairing import Entrant, Pairing, lot, pair_round
from games.tournaments.rules.standings import Line

Outcome: TypeAlias = Literal["win", "draw", "loss"]
POINTS: Final = {"win": 2, "draw": 1, "loss": 0}
WINS_FOR_DOUBLE: Final = 2
"""Wins in a row after which results count double."""
WAVE_AT_ONCE_FROM: Final = 100
"""Number of entrants who wait from which a wave is paired at once."""


def arena_points(outcomes: Iterable[Outcome], *, doubled: bool = True) -> list[int]:
    """Return the points of each of an entrant's matches, in order; winning streaks count double.

    >>> arena_points(["win", "win", "win", "draw", "win"])
    [2, 2, 4, 2, 2]
    >>> arena_points(["win", "win", "win"], doubled=False)
    [2, 2, 2]
    """
    points, row = [], 0
    for outcome in outcomes:
        points.append(POINTS[outcome] * (2 if doubled and row >= WINS_FOR_DOUBLE else 1))
        row = row + 1 if outcome == "win" else 0
    return points


def wave_wait(match_seconds: float) -> float:
    """Return how many seconds entrants wait to be paired if a match takes `match_seconds`.

    >>> wave_wait(60), wave_wait(300), wave_wait(900)
    (15.0, 36.0, 50.0)
    """
    return min(max(match_seconds / 10 + 6, 15.0), 50.0)


def is_wave_due(waiting: int, longest_wait: float, match_seconds: float) -> bool:
    """Return True if the waiting entrants of an arena should be paired now.

    `waiting` is their number, `longest_wait` the seconds that the first of them has waited.
    """
    return waiting > WAVE_AT_ONCE_FROM or (
        waiting >= 2 and longest_wait >= wave_wait(match_seconds)
    )


def pair_wave(waiting: Sequence[Entrant], *, seed: str) -> Pairing:
    """Pair the waiting entrants of an arena; `met` of each holds only its latest opponent.

    One of an odd number has no bye but waits for the next wave: `bye` says who.
    """
    return pair_round(waiting, seed=seed)


@dataclass(slots=True)
class ArenaRecord:
    """The results of an entrant in an arena, the first match first."""

    outcomes: list[Outcome] = field(default_factory=list)
    opponents: list[int] = field(default_factory=list)
    leads: int = 0
    """Number of matches led minus number of those that the other led."""
    deals_won: int = 0


def arena_standings(records: Mapping[int, ArenaRecord], *, seed: str) -> list[Line]:
    """Return the standings of an arena: by points, more wins, fewer matches, then by lot.

    >>> won, lost = ArenaRecord(["win"], [2]), ArenaRecord(["loss"], [1])
    >>> [(line.place, line.entrant, line.score) for line in arena_standings({2: lost, 1: won}, seed="")]
    [(1, 1, 2.0), (2, 2, 0.0)]
    """
    keys = {
        entrant: (
            sum(arena_points(record.outcomes)),
            record.outcomes.count("win"),
            -len(record.outcomes),
        )
        for entrant, record in records.items()
    }
    order = sorted(
        keys, key=lambda entrant: (*(-value for value in keys[entrant]), lot(seed, entrant))
    )
    return [
        Line(
            place=place,
            entrant=entrant,
            score=float(keys[entrant][0]),
            direct=0.0,
            buchholz=0.0,
            sonneborn=0.0,
            deals_won=keys[entrant][1],
            byes=0,
            decided_by=_decided(keys, order, place),
        )
        for place, entrant in enumerate(order, start=1)
    ]


def _decided(keys: Mapping[int, tuple[int, int, int]], order: Sequence[int], place: int) -> str:
    """Return the name of the figure that places an entrant above the next: points, wins, ..."""
    if place == len(order):
        return "score"
    names = ("score", "deals", "byes")
    pairs = zip(names, keys[order[place - 1]], keys[order[place]], strict=True)
    return next((name for name, own, following in pairs if own != following), "lot")
