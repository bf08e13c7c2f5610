"""Knock-out: seeds, walkovers and the second bracket."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.rules.knockout import (
    Tie,
    first_round,
    next_round,
    second_bracket,
    wins_needed,
)


def played(seeded: list[int], wins) -> tuple[list[list[Tie]], dict[Tie, int], int]:
    """The rounds of a bracket, the loser of each tie, and the winner; `wins` chooses of two."""
    rounds, lost = [first_round(seeded)], {}
    while True:
        winners = []
        for tie in rounds[-1]:
            winner = tie.one if tie.other is None else wins(tie.one, tie.other)
            if tie.other is not None:
                lost[tie] = tie.other if winner == tie.one else tie.one
            winners.append(winner)
        if len(winners) == 1:
            return rounds, lost, winners[0]
        rounds.append(next_round(winners))


@given(st.integers(2, 70))
def test_where_the_stronger_always_win_the_two_first_meet_in_the_final(count):
    rounds, lost, winner = played(list(range(count)), min)
    assert winner == 0
    (final,) = rounds[-1]
    assert {final.one, final.other} == {0, 1}
    assert len(lost) == count - 1
    for number, ties in enumerate(reversed(rounds)):
        if number < len(rounds) - 1:
            met = {one for tie in ties for one in (tie.one, tie.other)}
            assert met == set(range(2 ** (number + 1)))


@given(st.integers(2, 70))
def test_only_the_first_have_no_match_in_the_first_round(count):
    free = [tie.one for tie in first_round(list(range(count))) if not tie.is_played]
    assert sorted(free) == list(range(len(free)))


@given(st.integers(3, 40), st.randoms(use_true_random=False))
def test_whoever_loses_the_first_match_plays_the_second_bracket_and_nobody_else(count, rng):
    seeded = list(range(count))
    rounds, lost, _winner = played(seeded, lambda one, other: rng.choice((one, other)))
    matches: dict[int, list[bool]] = {one: [] for one in seeded}
    for ties in rounds:
        for tie in ties:
            if tie.other is not None:
                for one in (tie.one, tie.other):
                    matches[one].append(lost[tie] != one)
    first_lost = [one for one in seeded if matches[one] and not matches[one][0]]
    assert second_bracket(rounds, lost, seeded) == first_lost


def test_what_is_no_bracket_is_refused():
    with pytest.raises(ValueError, match="two entrants"):
        first_round([1])
    with pytest.raises(ValueError, match="same id"):
        first_round([1, 1])
    with pytest.raises(ValueError, match="all ties"):
        next_round([1, 2, 3])
    for even in (0, 2, -1):
        with pytest.raises(ValueError, match="odd"):
            wins_needed(even)
