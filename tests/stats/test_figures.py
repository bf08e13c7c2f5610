"""What a match adds to figures, worked out from records by hand."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import build_ruleset
from games.record.record import build_record
from games.stats.figures import COUNTED, seat_figures
from tests.record.family import EVERY_PRESET, random_match
from tests.stats.support import FIRST_DAY, PEOPLE, drawn_log, log_of, resigned_log

DEALS = {"match.unit": "deals", "score.policy": "most"}
POINTS = {"match.unit": "points", "score.policy": "most"}
CONTRACTS = {"match.unit": "deals", "score.policy": "contract"}


def deal(sides: list[int], gained: list[int], ended_by: str = "played_out") -> dict[str, Any]:
    """A deal of which only the outcome matters."""
    return {
        "points": {"sides": sides, "seats": sides},
        "game_points": gained,
        "dealer": 0,
        "deck": [],
        "trump": {"suit": "E", "card": "E12"},
        "tricks": [],
        "actions": [],
        "ended_by": ended_by,
    }


def record(
    *deals: dict[str, Any], winners: tuple[int, ...] = (0,), rules: dict[str, Any] = DEALS
) -> dict[str, Any]:
    """A record of these deals, everybody alone."""
    players = len(deals[0]["game_points"])
    seats = [{"seat": seat, "side": seat, "kind": "human"} for seat in range(players)]
    ruleset = build_ruleset("chiamata" if players == 5 else "ludoteka", players)
    return {
        "preset": ruleset.preset,
        "rules_hash": ruleset.hash,
        "rules": {**ruleset.options, **rules},
        "seats": seats,
        "sides": [[seat] for seat in range(players)],
        "deals": list(deals),
        "winners": list(winners),
        "ended_by": "target",
    }


def trick(leader: int, cards: str, winner: int | None, players: int = 2) -> dict[str, Any]:
    """A trick of these cards, from the leader on; spades are trumps."""
    worth = {"1": 11, "3": 10, "12": 4, "11": 3, "10": 2}
    plays = [
        {"seat": (leader + turn) % players, "card": card} for turn, card in enumerate(cards.split())
    ]
    points = sum(worth.get(card[1:], 0) for card in cards.split())
    return {
        "leader": leader, "plays": plays, "winner": winner, "points": points, "trump": "E",
    }  # fmt: skip


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
    tied = [figures["deals_tied"] for figures in seat_figures(three)]
    assert tied == [1, 1, 0]


@pytest.mark.parametrize("ended_by", ["resigned", "abandoned"])
def test_a_deal_given_up_counts_no_points_but_its_cards(ended_by):
    given_up = deal([10, 4], [0, 0], ended_by)
    given_up["actions"] = [{"seat": 1, "type": "play", "by": "clock", "ms": 900}]
    given_up["tricks"] = [trick(0, "O4 O5", 0)]
    first, second = seat_figures(record(deal([70, 50], [1, 0]), given_up))
    assert (first["deals"], first["deals_tied"], first["points"], first["tricks"]) == (1, 0, 70, 0)
    assert (second["plays"], second["ms"], second["timeouts"]) == (1, 900, 1)


def test_points_are_of_the_side_and_own_points_of_the_seat():
    one = deal([80, 40], [1, 0])
    one["points"]["seats"] = [30, 25, 50, 15]
    seats = [{"seat": seat, "side": seat % 2, "kind": "human"} for seat in range(4)]
    whole = {**record(one), "seats": seats, "sides": [[0, 2], [1, 3]]}
    totals = seat_figures(whole)
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
    one["tricks"] = [trick(0, "O4 O2", 0), trick(0, "O5 O6", 1), trick(1, "C4", None)]
    first, second = seat_figures(record(one))
    assert (first["plays"], first["ms"], first["timeouts"]) == (1, 1000, 0)
    assert (second["plays"], second["ms"], second["timeouts"]) == (1, 30000, 1)
    assert (first["tricks"], second["tricks"]) == (1, 1)
    assert (first["exchanges"], second["exchanges"]) == (1, 0)
    assert (first["last_tricks"], second["last_tricks"]) == (0, 1)


def test_a_claimed_deal_has_no_last_trick():
    one = deal([70, 50], [1, 0], "claim")
    one["tricks"] = [trick(0, "O4 O2", 0)]
    assert seat_figures(record(one))[0]["last_tricks"] == 0


def test_of_a_draw_nobody_wins_the_match():
    totals = seat_figures(record(deal([70, 50], [1, 0]), winners=()))
    assert [figures["matches_won"] for figures in totals] == [0, 0]
    assert [figures["matches_drawn"] for figures in totals] == [1, 1]


# -- the other games ---------------------------------------------------------------------------


def counted(name: str, *deals: dict[str, Any], rules: dict[str, Any] = DEALS) -> list[int]:
    """A figure of each seat."""
    return [figures[name] for figures in seat_figures(record(*deals, rules=rules))]


def test_a_deal_that_all_passed_is_no_deal():
    passed = deal([0, 0, 0], [0, 0, 0], "all_passed")
    rules = CONTRACTS
    assert counted("deals", passed, deal([61, 59, 0], [1, 0, 0]), rules=rules) == [1, 1, 1]
    assert counted("deals_tied", passed, rules=rules) == [0, 0, 0]


def test_where_points_are_counted_the_most_win_the_deal_and_level_ones_tie():
    won = deal([90, 30], [110, 30])
    level = deal([60, 60], [60, 60])
    assert counted("deals_won", won, level, rules=POINTS) == [1, 0]
    assert counted("deals_tied", won, level, rules=POINTS) == [1, 1]


def test_extras_decide_which_points_are_the_most_and_are_counted_apart():
    one = deal([70, 50], [70, 90])
    one["extras"] = [{"side": 1, "why": "marriage", "suit": "O", "points": 40}]
    assert counted("deals_won", one, rules=POINTS) == [0, 1]
    assert counted("extras", one, rules=POINTS) == [0, 40]
    assert counted("points", one, rules=POINTS) == [70, 50]
    assert counted("game_points", one, rules=POINTS) == [70, 90]


@pytest.mark.parametrize(
    ("gained", "won", "tied"),
    [([1, 0, 0], [1, 0, 0], [0, 0, 0]), ([1, 1, 0], [0, 0, 0], [1, 1, 0]),
     ([0, 0, 0], [0, 0, 0], [1, 1, 1])],
)  # fmt: skip
def test_whoever_stays_under_wins_alone_or_ties_and_where_nobody_does_all_tie(gained, won, tied):
    rules = {"match.unit": "deals", "score.policy": "stay_under"}
    one = deal([5, 9, 106] if gained[0] else [40, 40, 40], gained)
    assert counted("deals_won", one, rules=rules) == won
    assert counted("deals_tied", one, rules=rules) == tied


def called(caller: int, partner: int | None, made: int, gained: list[int]) -> dict[str, Any]:
    one = deal([0] * len(gained), gained)
    target = 61 if partner is not None else 100
    one["contract"] = {"caller": caller, "partner": partner, "target": target, "made": made}
    return one


def test_a_contract_is_won_by_all_on_its_side_or_by_all_against_it():
    made = called(2, 4, 61, [-1, -1, 2, -1, 1])
    broken = called(2, 4, 60, [1, 1, -2, 1, -1])
    assert counted("deals_won", made, rules=CONTRACTS) == [0, 0, 1, 0, 1]
    assert counted("deals_won", broken, rules=CONTRACTS) == [1, 1, 0, 1, 0]
    assert counted("deals_tied", made, broken, rules=CONTRACTS) == [0] * 5
    assert counted("game_points", made, broken, made, rules=CONTRACTS) == [-1, -1, 2, -1, 1]


def test_contracts_count_by_the_part_played_in_them():
    made = called(2, 4, 61, [-1, -1, 2, -1, 1])
    broken = called(0, 4, 60, [-2, 1, 1, 1, -1])
    alone = called(0, 0, 120, [4, -1, -1, -1, -1])
    deals = (made, broken, alone)
    expected = {
        "contracts": [2, 0, 1, 0, 0],
        "contracts_made": [1, 0, 1, 0, 0],
        "partnered": [0, 0, 0, 0, 2],
        "partnered_made": [0, 0, 0, 0, 1],
        "defended": [1, 3, 2, 3, 1],
        "defended_won": [0, 1, 1, 1, 0],
    }
    assert {name: counted(name, *deals, rules=CONTRACTS) for name in expected} == expected


def test_with_a_talon_both_others_defend():
    broken = called(1, None, 90, [50, 0, 50])
    assert counted("defended_won", broken, rules=POINTS) == [1, 0, 1]
    assert counted("deals_won", broken, rules=POINTS) == [1, 0, 1]


def told(log: Any) -> dict[str, Any]:
    from games.record.record import Sitter
    from tests.support.bot_matches import NO_TIME

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


@pytest.mark.parametrize(("preset", "players", "teams"), EVERY_PRESET)
def test_a_match_of_each_preset_adds_up(preset, players, teams):
    log = random_match(preset, players, {"teams": teams})
    record = told(log)
    totals = seat_figures(record)
    played = [deal for deal in record["deals"] if deal["ended_by"] != "all_passed"]
    assert all(set(figures) <= set(COUNTED) for figures in totals)
    assert {figures["deals"] for figures in totals} == {len(played)}
    for side, seats in enumerate(log.rules.sides):
        assert {totals[seat]["game_points"] for seat in seats} == {log.state.score[side]}
        extras = [one for deal in played for one in deal["extras"] if one["side"] == side]
        assert {totals[seat]["extras"] for seat in seats} == {sum(e["points"] for e in extras)}
    assert sum(figures["own_points"] for figures in totals) == sum(
        sum(deal["points"]["seats"]) for deal in played
    )
    contracts = sum(deal["contract"] is not None for deal in played)
    assert contracts == (len(played) if log.rules.auction else 0)
    assert sum(figures["contracts"] for figures in totals) == contracts
    parts = ("contracts", "partnered", "defended")
    for figures in totals:
        assert sum(figures[part] for part in parts) == contracts


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
