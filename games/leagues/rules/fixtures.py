"""Fixtures of a division: each entrant meets each other in seven rounds, by the circle method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.leagues.lots import drawn
from games.tournaments.round_robin import round_robin

SIZE: Final = 8
"""Most entrants of a division."""
ROUNDS: Final = SIZE - 1
"""Rounds of a season, in which all of a full division meet."""
LEGS: Final = 2
"""Times that those of a small division meet, if there are rounds enough."""
VERSION: Final = 1
"""Version of this algorithm; fixtures are computed again by the one that made them."""

Pair = tuple[int, int]


def fixtures(seed: str, entrants: Sequence[int]) -> list[tuple[Pair, ...]]:
    """Return the matches of each round as (home, away) ids; with an odd number one has a bye.

    Entrants have their places in the circle by lot. Those of a small division meet twice, with
    home and away exchanged, as far as the rounds of a season allow that.

    >>> [len(matches) for matches in fixtures("5e", range(1, 9))]
    [4, 4, 4, 4, 4, 4, 4]
    >>> [len(matches) for matches in fixtures("5e", range(1, 5))]
    [2, 2, 2, 2, 2, 2]

    Raises:
        ValueError: there are more than SIZE entrants, or one stands there twice.
    """
    if len(entrants) > SIZE:
        raise ValueError(f"a division has at most {SIZE} entrants")
    once = [matches for matches in round_robin(drawn(seed, entrants)) if matches]
    if not once or LEGS * len(once) > ROUNDS:
        return once
    return [*once, *(tuple((away, home) for home, away in matches) for matches in once)]


def byes(matches: Sequence[Pair], entrants: Sequence[int]) -> list[int]:
    """Return the entrants that are in none of a round's matches.

    >>> byes([(1, 2)], [1, 2, 3])
    [3]
    """
    busy = {entrant for match in matches for entrant in match}
    return [entrant for entrant in entrants if entrant not in busy]
