"""Fixtures of a division: each entrant meets each other in seven rounds, by the circle method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.leagues.rules.lots import drawn
from games.tournaments.rules.round_robin import round_robin

DIVISION_SIZE: Final = 8
"""Most entrants of a division."""
ROUNDS: Final = DIVISION_SIZE - 1
"""Rounds of a season, in which all of a full division meet."""
LEGS_OF_SMALL_DIVISIONS: Final = 2
"""Times that those of a small division meet, if there are rounds enough."""
FIXTURES_VERSION: Final = 1
"""Version of this algorithm; fixtures are computed again by the one that made them."""

Pair = tuple[int, int]


def fixtures(seed: str, entrants: Sequence[int]) -> list[tuple[Pair, ...]]:
    """Return the matches of each round as (home, away) ids; an odd number gives byes.

    Entrants have their places in the circle by lot. Those of a small division meet twice, with
    home and away exchanged, as far as the rounds of a season allow that.

    >>> [len(matches) for matches in fixtures("5e", range(1, 9))]
    [4, 4, 4, 4, 4, 4, 4]
    >>> [len(matches) for matches in fixtures("5e", range(1, 5))]
    [2, 2, 2, 2, 2, 2]

    Raises:
        ValueError: there are more than DIVISION_SIZE entrants, or one stands there twice.
    """
    if len(entrants) > DIVISION_SIZE:
        raise ValueError(f"a division has at most {DIVISION_SIZE} entrants")
    once = [matches for matches in round_robin(drawn(seed, entrants)) if matches]
    if not once or LEGS_OF_SMALL_DIVISIONS * len(once) > ROUNDS:
        return once
    return [*once, *(tuple((away, home) for home, away in matches) for matches in once)]


def byes(matches: Sequence[Pair], entrants: Sequence[int]) -> list[int]:
    """Return the entrants who play in none of a round's matches.

    >>> byes([(1, 2)], [1, 2, 3])
    [3]
    """
    busy = {entrant for match in matches for entrant in match}
    return [entrant for entrant in entrants if entrant not in busy]
