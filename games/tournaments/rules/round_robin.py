"""Schedules in which everybody meets everybody, by the circle method."""

from __future__ import annotations

from collections.abc import Sequence

Round = tuple[tuple[int, int], ...]


def round_robin(entrants: Sequence[int]) -> list[Round]:
    """Return the rounds in which each pair of entrants meets once; the first of a pair leads.

    With an odd number one has a bye in each round. The numbers of leads differ by at most one.

    >>> round_robin([1, 2, 3, 4])
    [((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1))]

    Raises:
        ValueError: an entrant stands there twice.
    """
    if len(set(entrants)) < len(entrants):
        raise ValueError("two entrants have the same id")
    circle: list[int | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    half, turns = len(circle) // 2, max(len(circle) - 1, 0)
    rounds = []
    for turn in range(turns):
        fixed, order = circle[-1], _shifted(circle[:-1], turn)
        pairs = [(order[at], order[len(order) - at]) for at in range(1, half)]
        first = (order[0], fixed) if turn % 2 == 0 else (fixed, order[0])
        rounds.append(
            tuple(
                (home, away)
                for home, away in (first, *pairs)
                if home is not None and away is not None
            )
        )
    return rounds


def _shifted(around: Sequence[int | None], turn: int) -> list[int | None]:
    """Return the circle's entrants rotated for a round, so that leads alternate."""
    count = len(around)
    start = (turn * ((count + 1) // 2)) % count
    return [*around[start:], *around[:start]]
