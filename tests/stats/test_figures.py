"""What a match adds to figures, worked out from records by hand."""

from __future__ import annotations

from typing import Any

import pytest

from games.record.record import build_record
from games.stats.figures import COUNTED, seat_figures
from tests.stats.support import FIRST_DAY, PEOPLE, drawn_log, log_of, resigned_log


def deal(sides: list[int], gained: list[int], ended_by: str = "played_out") -> dict[str, Any]:
    """A deal between two of which only the outcome matters."""
    return {
        "points": {"sides": sides, "seats": sides},
        "game_points": gained,
        "tricks": [],
        "actions": [],
        "ended_by": ended_by,
    }


def record(*deals: dict[str, Any], winners: tuple[int, ...] = (0,)) -> dict[str, Any]:
    seats = [{"seat": 0, "side": 0}, {"seat": 1, "side": 1}]
    return {"seats": seats, "deals": list(deals), "winners": list(winners)}


@pytest.mark.parametrize(
    ("gained", "won", "tied"),
    [
        ([1, 0], (1, 0), (0, 0)),
        ([0, 2], (0, 1), (0, 0)),
        ([1, 1], (0, 0), (1, 1)),
        ([0, 0], (0, 0), (1, 1)),
    ],
)
def test_a_level_deal_is_won_by_whom_the_rules_give_it_or_tied(gained, won, tied):
    points = [60, 60]
    first, second = seat_figures(record(deal(points, gained)))
    assert (first["deals_won"], second["deals_won"]) == won
    assert (first["deals_tied"], second["deals_tied"]) == tied


def test_among_several_sides_only_those_level_at_the_top_tie():
    three = record(deal([50, 50, 20], [1, 1, 0]))
    three["seats"].append({"seat": 2, "side": 2})
    tied = [figures["deals_tied"] for figures in seat_figures(three)]
    assert tied == [1, 1, 0]


@pytest.mark.parametrize("ended_by", ["resigned", "abandoned"])
def test_a_deal_given_up_counts_no_points_but_its_cards(ended_by):
    given_up = deal([10, 4], [0, 0], ended_by)
    given_up["actions"] = [{"seat": 1, "type": "play", "by": "clock", "ms": 900}]
    given_up["tricks"] = [{"winner": 0}]
    first, second = seat_figures(record(deal([70, 50], [1, 0]), given_up))
    assert (first["deals"], first["deals_tied"], first["points"], first["tricks"]) == (1, 0, 70, 0)
    assert (second["plays"], second["ms"], second["timeouts"]) == (1, 900, 1)


def test_points_are_of_the_side_and_own_points_of_the_seat():
    one = deal([80, 40], [1, 0])
    one["points"]["seats"] = [30, 25, 50, 15]
    seats = [{"seat": seat, "side": seat % 2} for seat in range(4)]
    totals = seat_figures({"seats": seats, "deals": [one], "winners": [0]})
    assert [figures["points"] for figures in totals] == [80, 40, 80, 40]
    assert [figures["points_squared"] for figures in totals] == [6400, 1600, 6400, 1600]
    assert [figures["own_points"] for figures in totals] == [30, 25, 50, 15]


def test_cards_exchanges_time_and_tricks_are_those_of_the_seat():
    one = deal([70, 50], [1, 0])
    one["actions"] = [
        {"seat": 0, "type": "cut", "at": 20, "by": "player", "ms": 700},
        {"seat": 0, "type": "play", "by": "player", "ms": 1000},
        {"seat": 1, "type": "play", "by": "clock", "ms": 30000},
        {"seat": 0, "type": "exchange", "by": "player", "ms": 100},
    ]
    one["tricks"] = [{"winner": 0}, {"winner": 1}, {"winner": None}]
    first, second = seat_figures(record(one))
    assert (first["plays"], first["ms"], first["timeouts"]) == (1, 1000, 0)
    assert (second["plays"], second["ms"], second["timeouts"]) == (1, 30000, 1)
    assert (first["tricks"], second["tricks"]) == (1, 1)
    assert (first["exchanges"], second["exchanges"]) == (1, 0)
    assert (first["last_tricks"], second["last_tricks"]) == (0, 1)


def test_a_claimed_deal_has_no_last_trick():
    one = deal([70, 50], [1, 0], "claim")
    one["tricks"] = [{"winner": 0}]
    assert seat_figures(record(one))[0]["last_tricks"] == 0


def test_of_a_draw_nobody_wins_the_match():
    totals = seat_figures(record(deal([70, 50], [1, 0]), winners=()))
    assert [figures["matches_won"] for figures in totals] == [0, 0]
    assert [figures["matches_drawn"] for figures in totals] == [1, 1]


def told(log: Any) -> dict[str, Any]:
    from games.management.commands.play_bots import NO_TIME
    from games.record.record import Sitter

    sitters = [Sitter(name, "human") for name in PEOPLE[: log.rules.players]]
    return build_record(log, sitters=sitters, started_at=NO_TIME, finished_at=FIRST_DAY)


@pytest.mark.parametrize(
    ("players", "teams"), [(2, "individual"), (3, "individual"), (4, "pairs"), (6, "threes")]
)
def test_a_played_match_adds_up(players, teams):
    log = log_of(PEOPLE[:players], options={"teams": teams, "match.target": 2})
    totals = seat_figures(told(log))
    deals = len(log.state.results)
    assert all(set(figures) <= set(COUNTED) for figures in totals)
    assert {figures["deals"] for figures in totals} == {deals}
    assert sum(figures["own_points"] for figures in totals) == 120 * deals
    assert sum(figures["last_tricks"] for figures in totals) == deals
    sizes = len(log.rules.deck) // players
    assert {figures["plays"] for figures in totals} == {sizes * deals}
    assert sum(figures["tricks"] for figures in totals) == sizes * deals


@pytest.mark.parametrize("after", [0, 1, 2, 7])
def test_a_match_given_up_in_its_first_deal_has_no_deal(after):
    totals = seat_figures(told(resigned_log(after)))
    assert [figures["deals"] for figures in totals] == [0, 0]
    assert [figures["deals_tied"] for figures in totals] == [0, 0]
    assert [figures["matches_won"] for figures in totals] == [0, 1]


def test_a_drawn_match_is_drawn_for_both():
    totals = seat_figures(told(drawn_log()))
    assert [figures["matches_drawn"] for figures in totals] == [1, 1]
    assert [figures["deals_won"] for figures in totals] == [1, 1]
