"""Groups in which everybody meets everybody, and the semifinals that follow."""

from __future__ import annotations

from collections.abc import Sequence

from games.tournaments.rules.knockout import Tie


def draw_groups(seeded: Sequence[int], groups: int) -> list[list[int]]:
    """Return `count` groups of about equal strength; `seeded` lists entrants, strongest first.

    The strongest head the groups, and each further row is dealt in the opposite direction.

    >>> draw_groups([1, 2, 3, 4, 5, 6, 7], 2)
    [[1, 4, 5], [2, 3, 6, 7]]

    Raises:
        ValueError: a group would have fewer than two entrants.
    """
    if groups < 1 or len(seeded) < 2 * groups:
        raise ValueError("a group has at least two entrants")
    drawn: list[list[int]] = [[] for _ in range(groups)]
    for number, entrant in enumerate(seeded):
        row, place = divmod(number, groups)
        drawn[place if row % 2 == 0 else groups - 1 - place].append(entrant)
    return drawn


def semifinals(first: Sequence[int], second: Sequence[int]) -> list[Tie]:
    """Return the two semifinals between two groups, given as entrant ids from the first place.

    The first of each group meets the second of the other.

    >>> semifinals([1, 4, 5], [2, 3, 6])
    [Tie(1, 3), Tie(2, 4)]

    Raises:
        ValueError: a group has fewer than two entrants.
    """
    if min(len(first), len(second)) < 2:
        raise ValueError("two entrants of each group play on")
    return [Tie(first[0], second[1]), Tie(second[0], first[1])]
