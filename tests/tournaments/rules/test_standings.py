"""Scores of compared deals, victory points, and the order of entrants who are level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.rules.deal_scores import butler, compared, matchpoints
from games.tournaments.rules.round_robin import round_robin
from games.tournaments.rules.standings import Line, Result, standings
from games.tournaments.rules.victory_points import TOTAL_POINTS, blitz, victory_points

margins = st.lists(st.integers(-120, 120), min_size=2, max_size=20)


@given(margins)
def test_matchpoints_of_both_sides_of_a_table_come_to_all_of_them(found):
    own, others = matchpoints(found), matchpoints([-one for one in found])
    assert [one + other for one, other in zip(own, others, strict=True)] == pytest.approx(
        [1.0] * len(found)
    )
    assert sum(own) == pytest.approx(len(found) / 2)


@given(margins)
def test_the_datum_is_the_same_for_both_sides(found):
    assert butler([-one for one in found]) == pytest.approx([-one for one in butler(found)])


def test_from_six_tables_on_deals_are_scored_by_matchpoints():
    assert compared([30, 20, 10, 0, -10]) == butler([30, 20, 10, 0, -10])
    assert compared([30, 20, 10, 0, -10, -20]) == pytest.approx([100, 80, 60, 40, 20, 0])


@given(st.floats(-500, 500), st.floats(1, 400))
def test_victory_points_divide_a_match_and_grow_with_the_margin(margin, full):
    won, lost = victory_points(margin, full)
    assert won + lost == pytest.approx(TOTAL_POINTS)
    assert (won >= lost) == (margin >= 0) or won == lost
    further, _ = victory_points(margin + 5, full)
    assert further >= won


def test_all_victory_points_need_a_margin_of_two_and_a_half_deviations():
    full = blitz(4, deviation=46, correlation=-0.63)
    assert victory_points(full, full) == (20.0, 0.0)
    assert victory_points(full / 3, full)[0] == pytest.approx(15.0, abs=0.1)
    with pytest.raises(ValueError, match="positive"):
        victory_points(1, 0)


def test_two_who_are_level_stand_by_their_own_match_first():
    results = {1: [Result(1, 8, 2), Result(2, 12, 3)], 2: [Result(1, 12, 1), Result(2, 8, 4)]}
    results |= {3: [Result(1, 20, 4), Result(2, 8, 1)], 4: [Result(1, 0, 3), Result(2, 12, 2)]}
    lines = standings(results, rounds=2, seed="s")
    assert [one.entrant for one in lines] == [3, 2, 1, 4]
    assert (lines[1].direct, lines[2].direct, lines[1].decided_by) == (12, 8, "direct")


def test_where_those_who_are_level_have_not_all_met_their_opponents_decide():
    results = {
        1: [Result(1, 12, 2), Result(2, 6, 3)],
        2: [Result(1, 8, 1), Result(2, 10, 4)],
        3: [Result(1, 4, 4), Result(2, 14, 1)],
        4: [Result(1, 16, 3), Result(2, 10, 2)],
    }
    lines = standings(results, rounds=2, seed="s")
    assert [(one.place, one.entrant, one.score) for one in lines] == [
        (1, 4, 26), (2, 2, 18), (3, 3, 18), (4, 1, 18),
    ]  # fmt: skip
    assert [one.direct for one in lines[1:]] == [0.0, 0.0, 0.0]
    assert [one.buchholz for one in lines[1:]] == [26, 26, 18]
    assert [one.decided_by for one in lines] == ["score", "sonneborn", "buchholz", "score"]


def test_a_bye_is_an_opponent_of_the_same_score_who_draws_the_rest():
    results = {
        1: [Result(1, 12, None, bye=True), Result(2, 10, 2)],
        2: [Result(1, 12, 3), Result(2, 10, 1)],
        3: [Result(1, 8, 2), Result(2, 12, None, bye=True)],
    }
    first = next(one for one in standings(results, rounds=2, seed="s") if one.entrant == 1)
    assert first.buchholz == 22.0  # the lower of (0 + 8 + 10) and 22 is left out
    assert first.byes == 1


def test_where_nothing_decides_the_lot_does_and_always_the_same_way():
    results = {one: [Result(1, 10, None)] for one in range(6)}
    order = [one.entrant for one in standings(results, rounds=1, seed="a")]
    assert order == [one.entrant for one in standings(results, rounds=1, seed="a")]
    others = {
        tuple(one.entrant for one in standings(results, rounds=1, seed=str(seed)))
        for seed in range(20)
    }
    assert len(others) > 5


@given(st.integers(2, 20))
def test_in_a_round_robin_everybody_meets_everybody_once_and_leads_as_often(count):
    rounds = round_robin(list(range(count)))
    pairs = [frozenset(pair) for one in rounds for pair in one]
    assert len(pairs) == len(set(pairs)) == count * (count - 1) // 2
    leads = [sum(pair[0] == one for pairs in rounds for pair in pairs) for one in range(count)]
    assert max(leads) - min(leads) <= 1
    for one in rounds:
        assert len({entrant for pair in one for entrant in pair}) == 2 * len(one)


@dataclass(frozen=True, slots=True)
class LineWithCup(Line):
    """A line of standings with a field that a later release could add."""

    cup_points: float = 0.0


def test_a_new_field_that_is_computed_keeps_its_value(monkeypatch):
    def with_cup(**fields: Any) -> LineWithCup:
        return LineWithCup(**fields, cup_points=10.0 * fields["entrant"])

    monkeypatch.setattr("games.tournaments.rules.standings.Line", with_cup)
    results = {1: [Result(1, 8, 2)], 2: [Result(1, 12, 1)]}
    lines = standings(results, rounds=1, seed="s")
    assert [(line.entrant, line.place, line.cup_points) for line in lines] == [
        (2, 1, 20),
        (1, 2, 10),
    ]
