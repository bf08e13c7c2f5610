"""Groups, semifinals and arenas."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.rules.arena import is_wave_due, pair_wave
from games.tournaments.rules.groups import draw_groups, semifinals
from games.tournaments.rules.pairing import Entrant


@given(st.integers(1, 6), st.integers(12, 60))
def test_groups_are_of_the_same_size_and_strength_but_for_one_entrant(groups, count):
    drawn = draw_groups(list(range(count)), groups)
    sizes = [len(group) for group in drawn]
    assert max(sizes) - min(sizes) <= 1
    assert sorted(one for group in drawn for one in group) == list(range(count))
    heads = [group[0] for group in drawn]
    assert heads == list(range(groups))


def test_too_few_entrants_make_no_groups_and_no_semifinals():
    with pytest.raises(ValueError, match="at least two"):
        draw_groups([1, 2, 3], 2)
    with pytest.raises(ValueError, match="play on"):
        semifinals([1], [2, 3])


def test_a_wave_waits_for_its_time_or_for_many():
    assert not is_wave_due(1, 500, 300)
    assert not is_wave_due(2, 35, 300)
    assert is_wave_due(2, 36, 300)
    assert is_wave_due(101, 0, 300)


def test_in_a_wave_nobody_meets_the_latest_opponent_again_where_there_is_another():
    four = [
        Entrant(1, 6, met=frozenset({2})),
        Entrant(2, 6, met=frozenset({1})),
        Entrant(3, 0, met=frozenset({4})),
        Entrant(4, 0, met=frozenset({3})),
    ]
    found = pair_wave(four, seed="s")
    assert {frozenset(pair) for pair in found.pairs}.isdisjoint(
        {frozenset({1, 2}), frozenset({3, 4})}
    )
    assert pair_wave(four[:3], seed="s").bye is not None
