"""A match of two teams: who meets whom, and what the two tables make of the same decks."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.rules.event import EventEntrant, Game, Settings, TableResult
from games.tournaments.rules.final_standings import final_standings
from games.tournaments.rules.round_scores import score_round
from games.tournaments.rules.schedule import plan_round

SETTINGS = Settings(format="teams", rounds=1, size=2, deals=4)
FOUR = [EventEntrant(number, squad=squad) for number, squad in ((1, 1), (2, 2), (3, 1), (4, 2))]
points = st.tuples(st.integers(0, 120).map(float), st.integers(0, 120).map(float))
deals = st.lists(st.none() | points, min_size=4, max_size=4).map(tuple)


def scores(one, other, *forfeits):
    """What each entrant has for these points of the deals at both tables."""
    tables = [
        TableResult(1, ((1,), (4,)), one, frozenset(forfeits) & {1, 4}),
        TableResult(2, ((2,), (3,)), other, frozenset(forfeits) & {2, 3}),
    ]
    return score_round(SETTINGS, tables)


def test_each_team_has_the_first_side_at_one_table_and_the_second_at_the_other():
    for order in permutations(FOUR):
        plan = plan_round(SETTINGS, order, [], 1)
        assert [table.entrants for table in plan.tables] == [(1, 4), (2, 3)]
    assert plan_round(SETTINGS, FOUR, [Game(1, 1, "game", ())], 2) is None


def test_against_bots_both_teams_have_the_first_side():
    plan = plan_round(SETTINGS, FOUR[:2], [], 1)
    assert [table.entrants for table in plan.tables] == [(1,), (2,)]


@pytest.mark.parametrize("squads", [(1, 1, 1, 2), (1,), (1, 1), (0, 0, 0, 0)])
def test_teams_that_are_not_complete_are_not_paired(squads):
    entrants = [EventEntrant(at, squad=squad) for at, squad in enumerate(squads, start=1)]
    with pytest.raises(ValueError, match="two teams"):
        plan_round(SETTINGS, entrants, [], 1)


@given(deals, deals)
def test_partners_at_both_tables_have_the_same_and_both_teams_share_twenty_points(one, other):
    found = scores(one, other)
    assert found[1].score == found[3].score
    assert found[2].score == found[4].score
    assert found[1].score + found[2].score == pytest.approx(20)
    assert found[1].margin == -found[2].margin
    assert found[1].percent + found[2].percent == pytest.approx(100)
    swapped = scores(other, one)
    assert (swapped[1].score, swapped[2].score) == (found[2].score, found[1].score)


@given(deals)
def test_who_makes_the_same_of_the_same_cards_is_level_however_good_they_were(one):
    found = scores(one, one)
    assert {place.score for place in found.values()} == {10.0}
    assert {place.percent for place in found.values()} == {50.0}


def test_a_deal_that_a_table_has_not_played_counts_for_nobody():
    best, level = (120.0, 0.0), (60.0, 60.0)
    assert scores((best, None, None, None), (None, best, level, level))[1].margin == 0
    assert scores((best, level, level, level), (level,) * 4)[1].deals_won == 1


@pytest.mark.parametrize(
    ("forfeits", "expected"),
    [((1,), (0, 12, 0, 12)), ((3,), (0, 12, 0, 12)), ((1, 2), (0, 0, 0, 0))],
)
def test_a_team_of_which_somebody_does_not_come_has_lost(forfeits, expected):
    found = scores((None,) * 4, (None,) * 4, *forfeits)
    assert tuple(found[number].score for number in (1, 2, 3, 4)) == expected


def test_the_entrants_of_a_team_share_its_place():
    rng = random.Random(5)
    one, other = (
        tuple((float(rng.randrange(121)), float(rng.randrange(121))) for _ in range(4))
        for _ in range(2)
    )
    found = scores(one, other)
    games = [
        Game(1, 1, "game", (found[1], found[4])),
        Game(1, 2, "game", (found[2], found[3])),
    ]
    lines = final_standings(SETTINGS, FOUR, games)
    first = {line.entrant for line in lines if line.place == 1}
    assert first in ({1, 3}, {2, 4})
    assert {line.place for line in lines} == {1, 2}
    assert len({line.score for line in lines[:2]}) == 1


def test_level_teams_are_both_first():
    level = ((60.0, 60.0),) * 4
    found = scores(level, level)
    games = [Game(1, 1, "game", (found[1], found[4])), Game(1, 2, "game", (found[2], found[3]))]
    assert {line.place for line in final_standings(SETTINGS, FOUR, games)} == {1}
