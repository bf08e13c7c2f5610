"""Promotion and relegation between the divisions of a league, and the divisions of a next season."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from statistics import median
from typing import Final, Literal, TypeAlias

from games.leagues.rules.fixtures import DIVISION_SIZE

MAX_MOVED: Final = 2
"""Entrants that go up, and that go down, between two divisions."""
PLAY_OFF_UP: Final = 3
"""Place in the lower division that plays off against the third last of the upper one."""
FAST_TRACK_MU: Final = 2.0
"""Rating (mu) above the median of the division by which a top-two finish goes up two divisions."""
MIN_LAST_DIVISION: Final = 4
"""Fewest entrants of the last of several divisions."""

Movement: TypeAlias = Literal[
    "up", "up_two", "up_play_off", "stays", "down_play_off", "down", "out"
]


@dataclass(frozen=True, slots=True)
class Placed:
    """An entrant in the order of a division's final table; `out` if it has left the season."""

    entrant: int
    mu: float = 0.0
    out: bool = False


@dataclass(frozen=True, slots=True)
class PlayOff:
    """A match for a place in the upper of two divisions, `level` from 1, now held by `home`."""

    level: int
    home: int
    away: int


def division_sizes(entrants: int) -> list[int]:
    """Return the sizes of the divisions for a number of entrants, upper ones full.

    The last two share if the last would be short.

    >>> division_sizes(8), division_sizes(17), division_sizes(20), division_sizes(3)
    ([8], [8, 5, 4], [8, 8, 4], [3])
    """
    count = ceil(entrants / DIVISION_SIZE)
    if count < 2:
        return [entrants] if entrants else []
    sizes = [DIVISION_SIZE] * (count - 1) + [entrants - DIVISION_SIZE * (count - 1)]
    if sizes[-1] < MIN_LAST_DIVISION:
        shared = sizes[-2] + sizes[-1]
        sizes[-2:] = [ceil(shared / 2), shared // 2]
    return sizes


def moved_between(upper: int, lower: int) -> int:
    """Return how many entrants swap between two divisions of these sizes after a season.

    >>> moved_between(8, 8), moved_between(4, 4), moved_between(8, 2)
    (2, 1, 0)
    """
    smaller = min(upper, lower)
    return MAX_MOVED if smaller >= 2 * MAX_MOVED + 2 else 1 if smaller >= MIN_LAST_DIVISION else 0


def play_offs(divisions: Sequence[Sequence[Placed]]) -> list[PlayOff]:
    """Return the play-offs between neighbouring divisions, given their tables from the first on.

    In divisions of eight the third plays the sixth of the division above. Those who are out do not
    play, and neither does anybody against them.
    """
    matches = []
    for level, (upper, lower) in enumerate(pairwise(divisions), start=1):
        moved = moved_between(len(upper), len(lower))
        if moved < MAX_MOVED:
            continue
        home, away = upper[-moved - 1], lower[PLAY_OFF_UP - 1]
        if not home.out and not away.out:
            matches.append(PlayOff(level, home.entrant, away.entrant))
    return matches


def movements(
    divisions: Sequence[Sequence[Placed]], won_by_lower: Iterable[PlayOff] = ()
) -> dict[int, Movement]:
    """Return entrant -> its `Movement` ("up", "stays", ...) after the season, by the final tables.

    `won_by_lower`: play-offs won from below. If tables have changed since, they count for the sides
    that played them. A winner that goes up by the table now, or is out, takes nobody's place.
    """
    moves: dict[int, Movement] = {}
    for level, table in enumerate(divisions, start=1):
        above = divisions[level - 2] if level > 1 else ()
        below = divisions[level] if level < len(divisions) else ()
        up = moved_between(len(above), len(table)) if above else 0
        down = moved_between(len(table), len(below)) if below else 0
        middle = median([placed.mu for placed in table]) if table else 0.0
        for place, placed in enumerate(table):
            moves[placed.entrant] = _movement(placed, place, len(table), up, down, middle, level)
    for match in won_by_lower:
        if moves[match.away] != "stays":
            continue  # it goes up without it, or plays no more
        moves[match.away] = "up_play_off"
        if moves[match.home] == "stays":
            moves[match.home] = "down_play_off"
    return moves


def _movement(
    placed: Placed, place: int, size: int, up: int, down: int, middle: float, level: int
) -> Movement:
    """Return the movement of a table's entrant (place from 0), without the play-offs."""
    if placed.out:
        return "out"
    if place < up:
        jumps = place < MAX_MOVED and level > 2 and placed.mu > middle + FAST_TRACK_MU
        return "up_two" if jumps else "up"
    return "down" if place >= size - down else "stays"


DIVISIONS_DOWN: Final[Mapping[Movement, int]] = {
    "up": -1, "up_two": -2, "up_play_off": -1, "stays": 0, "down_play_off": 1, "down": 1,
}  # fmt: skip
"""Divisions by which an entrant moves down; who is out is in none."""
ARRIVAL_ORDER: Final[Mapping[Movement, int]] = {
    "down": 0, "down_play_off": 0, "up": 1, "up_two": 1, "up_play_off": 1, "stays": 2,
}  # fmt: skip
"""Order in a division of the next season: relegated entrants, promoted ones, those who stayed."""


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's division and place (from 1) in a past season, and its movement after it."""

    entrant: int
    level: int
    place: int
    movement: Movement


def next_divisions(past: Sequence[Standing], new: Mapping[int, float]) -> list[list[int]]:
    """Return the next season's divisions as lists of ids; `new` is entrant -> rating (mu).

    New entrants are at the bottom, the stronger first. Vacancies are filled from below: by those who
    would go down first, then by those who would not have gone up.

    >>> next_divisions([], {5: 24.0, 6: 26.0, 7: 25.0})
    [[6, 7, 5]]
    """
    staying = [standing for standing in past if standing.movement != "out"]
    ordered = sorted(
        staying,
        key=lambda standing: (
            max(1, standing.level + DIVISIONS_DOWN[standing.movement]),
            ARRIVAL_ORDER[standing.movement],
            standing.level,
            standing.place,
            standing.entrant,
        ),
    )
    newcomers = sorted(new, key=lambda entrant: (-new[entrant], entrant))
    everybody = [*(standing.entrant for standing in ordered), *newcomers]
    divisions, start = [], 0
    for size in division_sizes(len(everybody)):
        divisions.append(everybody[start : start + size])
        start += size
    return divisions
