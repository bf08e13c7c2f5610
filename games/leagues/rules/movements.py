"""Promotion and relegation between the divisions of a league, and the divisions of a next season."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from statistics import median
from typing import Final, Literal, TypeAlias

from games.leagues.fixtures import SIZE

MOVED: Final = 2
"""Entrants that go up, and that go down, between two divisions."""
PLAY_OFF_UP: Final = 3
"""Place in the lower division that plays off against the third last of the upper one."""
FAST_TRACK: Final = 2.0
"""Rating (mu) above the median of the division by which a top-two finish goes up two divisions."""
LEAST: Final = 4
"""Fewest entrants of the last of several divisions."""

Movement: TypeAlias = Literal[
    "up", "up_two", "up_play_off", "stays", "down_play_off", "down", "out"
]


@dataclass(frozen=True, slots=True)
class Placed:
    """An entrant at its place in a division's final table; it plays no more if it is `out`."""

    entrant: int
    mu: float = 0.0
    out: bool = False


@dataclass(frozen=True, slots=True)
class PlayOff:
    """A match for a place in the upper of two divisions, `level` from 1; `home` has the place."""

    level: int
    home: int
    away: int


def division_sizes(entrants: int) -> list[int]:
    """Return the sizes of the divisions for so many entrants, the upper ones full.

    The last two share if the last would be short.

    >>> division_sizes(8), division_sizes(17), division_sizes(20), division_sizes(3)
    ([8], [8, 5, 4], [8, 8, 4], [3])
    """
    count = ceil(entrants / SIZE)
    if count < 2:
        return [entrants] if entrants else []
    sizes = [SIZE] * (count - 1) + [entrants - SIZE * (count - 1)]
    if sizes[-1] < LEAST:
        shared = sizes[-2] + sizes[-1]
        sizes[-2:] = [ceil(shared / 2), shared // 2]
    return sizes


def moved_between(upper: int, lower: int) -> int:
    """Return how many entrants go up, and down, between two divisions of these sizes.

    >>> moved_between(8, 8), moved_between(4, 4), moved_between(8, 2)
    (2, 1, 0)
    """
    smaller = min(upper, lower)
    return MOVED if smaller >= 2 * MOVED + 2 else 1 if smaller >= LEAST else 0


def play_offs(divisions: Sequence[Sequence[Placed]]) -> list[PlayOff]:
    """Return the play-offs between neighbouring divisions, given their tables from the first on.

    In divisions of eight the third plays the sixth of the division above. Those who are out do not
    play, and neither does anybody against them.
    """
    found = []
    for level, (upper, lower) in enumerate(pairwise(divisions), start=1):
        moved = moved_between(len(upper), len(lower))
        if moved < MOVED:
            continue
        home, away = upper[-moved - 1], lower[PLAY_OFF_UP - 1]
        if not home.out and not away.out:
            found.append(PlayOff(level, home.entrant, away.entrant))
    return found


def movements(
    divisions: Sequence[Sequence[Placed]], won_by_lower: Iterable[PlayOff] = ()
) -> dict[int, Movement]:
    """Return entrant -> its `Movement` ("up", "stays", ...) after the season, by the final tables.

    `won_by_lower`: play-offs won from below. If tables have changed since, they count for the sides
    that played them. A winner that goes up by the table now, or is out, takes nobody's place.
    """
    found: dict[int, Movement] = {}
    for level, table in enumerate(divisions, start=1):
        above = divisions[level - 2] if level > 1 else ()
        below = divisions[level] if level < len(divisions) else ()
        up = moved_between(len(above), len(table)) if above else 0
        down = moved_between(len(table), len(below)) if below else 0
        middle = median([one.mu for one in table]) if table else 0.0
        for place, one in enumerate(table):
            found[one.entrant] = _movement(one, place, len(table), up, down, middle, level)
    for match in won_by_lower:
        if found[match.away] != "stays":
            continue  # it goes up without it, or plays no more
        found[match.away] = "up_play_off"
        if found[match.home] == "stays":
            found[match.home] = "down_play_off"
    return found


def _movement(
    one: Placed, place: int, size: int, up: int, down: int, middle: float, level: int
) -> Movement:
    """Return what the entrant at a place (from 0) of a table does, without the play-offs."""
    if one.out:
        return "out"
    if place < up:
        jumps = place < MOVED and level > 2 and one.mu > middle + FAST_TRACK
        return "up_two" if jumps else "up"
    return "down" if place >= size - down else "stays"


STEPS: Final[Mapping[Movement, int]] = {
    "up": -1, "up_two": -2, "up_play_off": -1, "stays": 0, "down_play_off": 1, "down": 1,
}  # fmt: skip
"""Divisions by which an entrant moves down; who is out is in none."""
ARRIVAL: Final[Mapping[Movement, int]] = {
    "down": 0, "down_play_off": 0, "up": 1, "up_two": 1, "up_play_off": 1, "stays": 2,
}  # fmt: skip
"""Order in a division of the next season: who arrives keeps the place in it, whoever leaves it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The division and place (from 1) of an entrant in a past season, and what it did after it."""

    entrant: int
    level: int
    place: int
    movement: Movement


def next_divisions(past: Sequence[Standing], new: Mapping[int, float]) -> list[list[int]]:
    """Return the divisions of a season, the first one first; `new` is entrant -> rating (mu).

    New entrants are at the bottom, the stronger first. Vacancies are filled from below: by those who
    would go down first, then by those who would not have gone up.

    >>> next_divisions([], {5: 24.0, 6: 26.0, 7: 25.0})
    [[6, 7, 5]]
    """
    staying = [one for one in past if one.movement != "out"]
    ordered = sorted(
        staying,
        key=lambda one: (
            max(1, one.level + STEPS[one.movement]),
            ARRIVAL[one.movement],
            one.level,
            one.place,
            one.entrant,
        ),
    )
    newcomers = sorted(new, key=lambda entrant: (-new[entrant], entrant))
    everybody = [*(one.entrant for one in ordered), *newcomers]
    divisions, start = [], 0
    for size in division_sizes(len(everybody)):
        divisions.append(everybody[start : start + size])
        start += size
    return divisions
