"""Drawing of tables of three to six for a round: those of equal scores together, new faces first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from games.tournaments.rules.pairing import Entrant, ranked

MAX_PASSES: Final = 50
"""Most passes over the tables in which neighbours change places."""
MAX_RANK_EXCHANGE: Final = 8
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
    rank = {entrant.id: place for place, entrant in enumerate(ranking)}
    last = sorted(ranking, key=lambda entrant: (entrant.byes, entrant.score, -rank[entrant.id]))[
        :over
    ]
    left_out = {entrant.id for entrant in last}
    seated = [entrant for entrant in ranking if entrant.id not in left_out]
    for _ in range(MAX_PASSES):
        if not _improve(seated, size):
            break
    tables = [
        tuple(
            entrant.id
            for entrant in sorted(
                seated[at : at + size], key=lambda entrant: (entrant.leads, entrant.id)
            )
        )
        for at in range(0, len(seated), size)
    ]
    return tables, tuple(entrant.id for entrant in ranking if entrant.id in left_out)


def _improve(seated: list[Entrant], size: int) -> bool:
    """Swap entrants between tables where fewer then meet again; return True if any moved."""
    changed = False
    for at in range(len(seated)):
        for other in range(at + 1, min(at + MAX_RANK_EXCHANGE + 1, len(seated))):
            if at // size == other // size or not _helps(seated, at, other, size):
                continue
            seated[at], seated[other] = seated[other], seated[at]
            changed = True
    return changed


def _helps(seated: Sequence[Entrant], at: int, other: int, size: int) -> bool:
    """Return True if swapping two entrants between tables reduces the number of rematches."""
    first, second = at // size * size, other // size * size
    first_table, second_table = (
        list(seated[first : first + size]),
        list(seated[second : second + size]),
    )
    before = meetings(first_table) + meetings(second_table)
    first_table[at - first], second_table[other - second] = (
        second_table[other - second],
        first_table[at - first],
    )
    return meetings(first_table) + meetings(second_table) < before


def meetings(table: Sequence[Entrant]) -> int:
    """Return the number of pairs of entrants at a table who have met before."""
    return sum(
        second.id in first.met or first.id in second.met for first, second in combinations(table, 2)
    )
