"""Scores of a round: which tables are compared, and where the points at the table decide."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.tournaments.rules.event import EventEntrant, Game, Place, Settings, TableResult
from games.tournaments.rules.event_json import inputs_from_json, round_inputs
from games.tournaments.rules.round_scores import score_round
from games.tournaments.rules.schedule import plan_round
from games.tournaments.rules.victory_points import blitz, victory_points

KNOCKOUT = Settings("knockout", rounds=9, size=2, deals=1, second_bracket=True)


def table(number: int, own: int, stage: str = "", deals: int = 1) -> TableResult:
    """A table at which entrant 10 * number makes so many of 120 points in each deal."""
    sides = ((10 * number,), (10 * number + 1,))
    return TableResult(number, sides, ((own, 120 - own),) * deals, stage=stage)


def test_a_final_is_won_by_the_points_at_its_table() -> None:
    results = [table(1, 66, "final"), table(2, 90, "second final")]
    places = score_round(KNOCKOUT, results)
    assert (places[10].score, places[11].score) == (1.0, 0.0)
    assert places[10].margin == 12


@pytest.mark.parametrize("tables", [2, 3])
def test_a_round_of_fewer_than_four_tables_compares_nothing(tables: int) -> None:
    results = [table(1, 66), *(table(number, 90) for number in range(2, tables + 1))]
    assert score_round(KNOCKOUT, results)[10].score == 1.0


def test_four_tables_of_a_bracket_are_compared() -> None:
    results = [table(1, 66), *(table(number, 90) for number in (2, 3, 4))]
    assert score_round(KNOCKOUT, results)[10].score == 0.0


def test_tables_of_the_second_bracket_do_not_count_as_tables_of_the_main_one() -> None:
    main = [table(number, 66 if number == 1 else 90, "semifinal") for number in (1, 2)]
    second = [table(number, 90, "second quarterfinal") for number in (3, 4, 5, 6)]
    places = score_round(KNOCKOUT, [*main, *second])
    assert places[10].score == 1.0
    assert places[30].score == 0.5  # all four of the second bracket made the same


def test_a_table_that_was_forfeited_is_not_one_of_four() -> None:
    absent = replace(table(4, 90), forfeits=frozenset({41}))
    results = [table(1, 66), table(2, 90), table(3, 90), absent]
    assert score_round(KNOCKOUT, results)[10].score == 1.0


def test_a_deal_that_one_table_did_not_play_ends_the_comparison_of_the_round() -> None:
    chosen = replace(KNOCKOUT, deals=2)
    late = replace(table(4, 90), points=((90, 30), None))
    results = [table(1, 66, deals=2), table(2, 90, deals=2), table(3, 90, deals=2), late]
    assert score_round(chosen, results)[10].margin == 24


def test_everybody_against_everybody_shares_the_points_by_the_margin_at_a_table() -> None:
    chosen = Settings("round_robin", rounds=4, size=2, deals=1)
    places = score_round(chosen, [table(1, 66), table(2, 100)])
    full = blitz(1, deviation=chosen.deviation, correlation=0.0)
    assert (places[10].score, places[11].score) == victory_points(12, full)


def test_an_event_of_the_first_version_is_compared_from_two_tables_on() -> None:
    older = replace(KNOCKOUT, scoring_version=1)
    places = score_round(older, [table(1, 66, "final"), table(2, 90, "second final")])
    assert (places[10].score, places[11].score) == (0.0, 1.0)


def test_a_swiss_compares_two_tables() -> None:
    chosen = Settings("swiss", rounds=4, size=2, deals=1)
    assert score_round(chosen, [table(1, 66), table(2, 90)])[10].score < 10


def test_inputs_stored_before_there_were_versions_belong_to_the_first() -> None:
    inputs = round_inputs(KNOCKOUT, [EventEntrant(1), EventEntrant(2)], [], 1)
    assert inputs_from_json(inputs)[0].scoring_version == KNOCKOUT.scoring_version
    del inputs["settings"]["scoring_version"]
    assert inputs_from_json(inputs)[0].scoring_version == 1


def ladder_games() -> list[Game]:
    """Two rounds of nine players at tables of three; 4, 5, 6 and 7, 8, 9 met in the second."""
    rounds = [[(1, 4, 7), (2, 5, 8), (3, 6, 9)], [(1, 2, 3), (4, 5, 6), (7, 8, 9)]]
    points = {
        entrant: 3.0 if entrant <= 3 else 2.0 if entrant <= 6 else 1.0 for entrant in range(1, 10)
    }
    return [
        Game(number, at, "game", tuple(Place(entrant, points[entrant]) for entrant in entrants))
        for number, tables in enumerate(rounds, start=1)
        for at, entrants in enumerate(tables, start=1)
    ]


@pytest.mark.parametrize(("version", "repeats"), [(1, True), (2, False)])
def test_lower_tables_of_the_last_round_of_a_ladder_avoid_repeats(
    version: int, *, repeats: bool
) -> None:
    chosen = Settings("ladder", rounds=3, size=3, deals=1, seed="l", scoring_version=version)
    entrants = [EventEntrant(number) for number in range(1, 10)]
    plan = plan_round(chosen, entrants, ladder_games(), 3)
    assert plan is not None
    assert set(plan.tables[0].entrants) == {1, 2, 3}
    assert plan.tables[0].stage == "final"
    lower = [set(table.entrants) for table in plan.tables[1:]]
    assert ({4, 5, 6} in lower) == repeats
