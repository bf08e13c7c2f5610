"""Arena: for a fixed time whoever is free is paired again; a row of wins counts double.

The points are those of lichess: 2 for a win, 1 for a draw. After two wins in a row each further
result counts double until one that is no win.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from games.tournaments.pairing import Entrant, Pairing, lot, pair_round
from games.tournaments.standings import Line

Outcome: TypeAlias = Literal["win", "draw", "loss"]
POINTS: Final = {"win": 2, "draw": 1, "loss": 0}
ROW: Final = 2
"""Wins in a row after which results count double."""
MANY: Final = 100
"""Number of entrants who wait from which a wave is paired at once."""


def arena_points(outcomes: Iterable[Outcome], *, doubled: bool = True) -> list[int]:
    """Return the points of each of an entrant's matches, in order; rows of wins count double.

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
    """Return the seconds that entrants wait to be paired, for matches that take `match_seconds`.

    >>> wave_wait(60), wave_wait(300), wave_wait(900)
    (15.0, 36.0, 50.0)
    """
    return min(max(match_seconds / 10 + 6, 15.0), 50.0)


def is_wave_due(waiting: int, longest_wait: float, match_seconds: float) -> bool:
    """Return whether the entrants who wait are to be paired now.

    `waiting` is their number, `longest_wait` the seconds that the first of them has waited.
    """
    return waiting > MANY or (waiting >= 2 and longest_wait >= wave_wait(match_seconds))


def pair_wave(waiting: Sequence[Entrant], *, seed: str) -> Pairing:
    """Pair the entrants who wait; in `met` each has its latest opponent alone.

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
            sum(arena_points(one.outcomes)),
            one.outcomes.count("win"),
            -len(one.outcomes),
        )
        for entrant, one in records.items()
    }
    order = sorted(keys, key=lambda one: (*(-value for value in keys[one]), lot(seed, one)))
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
    """Return what puts the entrant of a place before the next one."""
    if place == len(order):
        return "score"
    names = ("score", "deals", "byes")
    pairs = zip(names, keys[order[place - 1]], keys[order[place]], strict=True)
    return next((name for name, one, two in pairs if one != two), "lot")
