"""Drawing of tables of four single players in two sides, with other partners each round.

>>> four = [Entrant(one, 0.0) for one in (1, 2, 3, 4)]
>>> draw_partners(four, {1: frozenset({3})}, seed="")[0]
[(1, 3, 2, 4)]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.tournaments.pairing import Entrant
from games.tournaments.table_draw import draw_tables

SEATINGS = ((0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 1, 3))
"""The three ways in which four can be partners; who sit opposite play together."""


def draw_partners(
    entrants: Sequence[Entrant], partners: Mapping[int, frozenset[int]], *, seed: str
) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """Return tables of four ids in the order of the seats, and the ids of those who are left over.

    `partners` is id -> the partners it has had before, of which each table repeats the fewest;
    among equal ways the first and the last of the ranking play together.
    """
    tables, over = draw_tables(entrants, size=4, seed=seed)
    rank = {one.id: (-one.score, -one.rating, one.id) for one in entrants}
    return [_seated(sorted(table, key=lambda one: rank[one]), partners) for table in tables], over


def _seated(table: Sequence[int], partners: Mapping[int, frozenset[int]]) -> tuple[int, ...]:
    """Return four ids in the order of their seats."""
    ways = [tuple(table[at] for at in seating) for seating in SEATINGS]
    balanced = {0: 2, 1: 1, 2: 0}  # the strongest with the weakest is the second way

    def cost(way: int) -> tuple[int, int]:
        one, two, three, four = ways[way]
        again = (three in partners.get(one, ())) + (four in partners.get(two, ()))
        return again, balanced[way]

    return ways[min(range(len(ways)), key=cost)]
