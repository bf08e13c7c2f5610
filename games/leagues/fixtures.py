"""Fixtures of a division: each entrant meets each other once in seven rounds, by the circle method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.leagues.lots import drawn
from games.tournaments.round_robin import round_robin

SIZE: Final = 8
"""Most entrants of a division."""
ROUNDS: Final = SIZE - 1
"""Rounds of a season, in which all of a full division meet."""
VERSION: Final = 1
"""Version of this algorithm; fixtures are computed again by the one that made them."""

Pair = tuple[int, int]


def fixtures(seed: str, entrants: Sequence[int]) -> list[tuple[Pair, ...]]:
    """Return the matches of each round as (home, away); who is missing has a bye.

    Entrants (ids) have the places of the circle by lot. Where a division is not full, its byes are
    spread over all rounds.

    >>> [len(matches) for matches in fixtures("5e", range(1, 9))]
    [4, 4, 4, 4, 4, 4, 4]
    >>> sum(len(matches) for matches in fixtures("5e", range(1, 6)))
    10

    Raises:
        ValueError: there are more than SIZE entrants, or one stands there twice.
    """
    if len(entrants) > SIZE:
        raise ValueError(f"a division has at most {SIZE} entrants")
    if len(set(entrants)) < len(entrants):
        raise ValueError("two entrants have the same id")
    places: list[int | None] = [*drawn(seed, entrants)]
    places += [None] * (SIZE - len(places))
    return [
        tuple((home, away) for home, away in _named(turn, places))
        for turn in round_robin(range(SIZE))
    ]


def _named(turn: Sequence[Pair], places: Sequence[int | None]) -> list[Pair]:
    """Return the matches of a round of places whose both places have an entrant."""
    found = []
    for one, other in turn:
        home, away = places[one], places[other]
        if home is not None and away is not None:
            found.append((home, away))
    return found


def byes(matches: Sequence[Pair], entrants: Sequence[int]) -> list[int]:
    """Return the entrants that have no match in a round.

    >>> byes([(1, 2)], [1, 2, 3])
    [3]
    """
    busy = {entrant for match in matches for entrant in match}
    return [entrant for entrant in entrants if entrant not in busy]
