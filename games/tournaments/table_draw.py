"""Drawing of tables of three to six for a round: those of equal scores together, new faces first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from games.tournaments.pairing import Entrant, ranked

PASSES: Final = 50
"""Most passes over the tables in which neighbours change places."""
NEAR: Final = 8
"""Ranks by which two who change places may differ."""


def draw_tables(
    entrants: Iterable[Entrant], *, size: int, seed: str
) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """Return tables of `size` ids, the highest scores first, and the ids of those left over.

    Left over are those with the fewest byes and the lowest score. Neighbours change places as long
    as fewer people meet again by that.

    Raises:
        ValueError: `size` is less than two.
    """
    if size < 2:
        raise ValueError("a table has at least two seats")
    ranking = ranked(entrants, seed)
    over = len(ranking) % size
    rank = {one.id: place for place, one in enumerate(ranking)}
    last = sorted(ranking, key=lambda one: (one.byes, one.score, -rank[one.id]))[:over]
    left_out = {one.id for one in last}
    seated = [one for one in ranking if one.id not in left_out]
    for _ in range(PASSES):
        if not _improve(seated, size):
            break
    tables = [
        tuple(one.id for one in sorted(seated[at : at + size], key=lambda one: (one.leads, one.id)))
        for at in range(0, len(seated), size)
    ]
    return tables, tuple(one.id for one in ranking if one.id in left_out)


def _improve(seated: list[Entrant], size: int) -> bool:
    """Change places between tables where fewer meet again by it; return whether any did."""
    changed = False
    for at in range(len(seated)):
        for other in range(at + 1, min(at + NEAR + 1, len(seated))):
            if at // size == other // size or not _helps(seated, at, other, size):
                continue
            seated[at], seated[other] = seated[other], seated[at]
            changed = True
    return changed


def _helps(seated: Sequence[Entrant], at: int, other: int, size: int) -> bool:
    """Return whether fewer people meet again if two places are exchanged."""
    first, second = at // size * size, other // size * size
    one, two = list(seated[first : first + size]), list(seated[second : second + size])
    before = meetings(one) + meetings(two)
    one[at - first], two[other - second] = two[other - second], one[at - first]
    return meetings(one) + meetings(two) < before


def meetings(table: Sequence[Entrant]) -> int:
    """Return the number of pairs at a table who have met before."""
    return sum(two.id in one.met or one.id in two.met for one, two in combinations(table, 2))
