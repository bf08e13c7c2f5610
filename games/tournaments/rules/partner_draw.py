"""Drawing of tables of four single players in two sides, with other partners each round.

>>> four = [Entrant(one, 0.0) for one in (1, 2, 3, 4)]
>>> draw_partners(four, {1: frozenset({3})}, seed="")[0]
[(1, 3, 2, 4)]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.tournaments.rules.pairing import Entrant
from games.tournaments.rules.table_draw import draw_tables

SEATINGS = ((0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 1, 3))
"""The three ways in which four can be partners; who sit opposite play together."""


def draw_partners(
    entrants: Sequence[Entrant], partners: Mapping[int, frozenset[int]], *, seed: str
) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """Return tables of four ids in order of the seats, and the ids of players left over.

    `partners` is id -> the partners it has had before, of which each table repeats the fewest;
    among equal ways the first and the last of the ranking play together.
    """
    tables, over = draw_tables(entrants, size=4, seed=seed)
    rank = {entrant.id: (-entrant.score, -entrant.rating, entrant.id) for entrant in entrants}
    return [
        _seated(sorted(table, key=lambda entrant: rank[entrant]), partners) for table in tables
    ], over


def _seated(table: Sequence[int], partners: Mapping[int, frozenset[int]]) -> tuple[int, ...]:
    """Return two pairs as four ids in the order of their seats, partners opposite."""
    ways = [tuple(table[at] for at in seating) for seating in SEATINGS]
    balanced = {0: 2, 1: 1, 2: 0}  # the strongest with the weakest is the second way

    def cost(way: int) -> tuple[int, int]:
        first, second, third, fourth = ways[way]
        again = (third in partners.get(first, ())) + (fourth in partners.get(second, ()))
        return again, balanced[way]

    return ways[min(range(len(ways)), key=cost)]
