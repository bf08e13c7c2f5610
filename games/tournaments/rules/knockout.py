"""Knock-out brackets, with a second bracket for those who lose their first match.

Entrants are seeded: the first and the second can meet in the final only. Where their number is no
power of two, the first have no match in the first round.

>>> first_round([1, 2, 3, 4, 5])
[Tie(1, None), Tie(4, 5), Tie(2, None), Tie(3, None)]
>>> next_round([1, 5, 2, 3])
[Tie(1, 5), Tie(2, 3)]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, repr=False)
class Tie:
    """A tie of a bracket: two entrants (ids) who meet, or one who advances without a match."""

    one: int
    other: int | None

    def __repr__(self) -> str:
        return f"Tie({self.one}, {self.other})"

    @property
    def is_played(self) -> bool:
        """Return True if two entrants meet in this tie, False if one advances without a match."""
        return self.other is not None


def first_round(seeded: Sequence[int]) -> list[Tie]:
    """Return the ties of a bracket's first round; `seeded` lists the entrants, strongest first.

    Raises:
        ValueError: there are fewer than two entrants, or one stands there twice.
    """
    if len(seeded) < 2:
        raise ValueError("a bracket has at least two entrants")
    if len(set(seeded)) < len(seeded):
        raise ValueError("two entrants have the same id")
    places = _places(len(seeded))
    held = [seeded[place] if place < len(seeded) else None for place in places]
    ties = []
    for at in range(0, len(held), 2):
        first, other = held[at], held[at + 1]
        if first is None:
            first, other = other, first
        assert first is not None, "at most half of the places are empty"
        ties.append(Tie(first, other))
    return ties


def next_round(winners: Sequence[int]) -> list[Tie]:
    """Return the ties of the next round; `winners` are those of the last round's ties, in order.

    Raises:
        ValueError: their number is odd.
    """
    if len(winners) % 2:
        raise ValueError("the winners of all ties are needed")
    return [Tie(winners[at], winners[at + 1]) for at in range(0, len(winners), 2)]


def second_bracket(
    rounds: Sequence[Sequence[Tie]], lost: Mapping[Tie, int], seeded: Sequence[int]
) -> list[int]:
    """Return the entrants of the second bracket, strongest first: those who lost at once.

    These are the losers of the first round, and of the second those who had no match in the first.
    `lost` has the loser of each tie that was played.
    """
    losers: set[int] = set()
    without_match = {tie.one for tie in rounds[0] if not tie.is_played}
    for number, ties in enumerate(rounds[:2]):
        for tie in ties:
            if tie.is_played and (number == 0 or lost[tie] in without_match):
                losers.add(lost[tie])
    return [entrant for entrant in seeded if entrant in losers]


def wins_needed(best_of: int) -> int:
    """Return the number of wins that decide a tie of at most `best_of` games.

    >>> wins_needed(1), wins_needed(5)
    (1, 3)

    Raises:
        ValueError: the number is even or not positive, so that nothing may be decided.
    """
    if best_of < 1 or best_of % 2 == 0:
        raise ValueError("best of an odd number")
    return best_of // 2 + 1


def _places(entrants: int) -> list[int]:
    """Return the seeds (from 0) in bracket order; `size` is a power of two."""
    places = [0]
    while len(places) < entrants:
        size = 2 * len(places)
        places = [seed for place in places for seed in (place, size - 1 - place)]
    return places
