"""What a review says of a card: from the view alone, sure beyond two errors, the same again."""

import itertools
import json
import random
from dataclasses import replace

import pytest

from games.analysis import (
    ERROR_FROM,
    accuracy,
    analyse_log,
    can_analyse,
    judge,
    played_card_at,
    played_cards_of,
)
from games.analysis.worker import analyse_packed
from games.bots.evaluation.advice import REASONS
from games.bots.simulation import rollouts
from games.engine import PlayCard, apply, build_ruleset, view_for
from games.record.record import Sitter, build_record
from games.services.records import packed
from tests.stats.support import FIRST_DAY, log_of, resigned_log

FEW = 60
"""Worlds: enough to tell a wrong formula from a right one."""


def judged_plays(analysis):
    return [play for play in analysis.plays if play["judged"] is not None]


@pytest.fixture(scope="module")
def log():
    return log_of(("Ana", "Berta"))


@pytest.fixture(scope="module")
def analysis(log):
    return analyse_log(log, worlds=FEW)


def test_every_card_played_stands_in_the_analysis_once_and_in_order(log, analysis):
    played = [(moment.at, moment.seat, moment.play.card) for moment in played_cards_of(log)]
    assert [(play["at"], play["seat"], play["card"]) for play in analysis.plays] == played
    assert len({at for at, _seat, _card in played}) == 40


def test_the_same_match_is_analysed_the_same_and_another_seed_otherwise(log, analysis):
    assert analyse_log(log, worlds=FEW).body == analysis.body
    assert analyse_log(log, worlds=FEW, seed="other").body != analysis.body


@pytest.mark.skipif(rollouts.compiled() is None, reason="numba is not installed")
def test_without_numba_the_analysis_is_the_same(log, analysis, monkeypatch):
    monkeypatch.setattr(rollouts, "compiled", lambda: None)
    assert rollouts.backends() == ("numpy",)
    assert analyse_log(log, worlds=FEW).body == analysis.body


def test_a_card_is_judged_by_the_view_alone(log):
    """Hidden cards dealt otherwise change nothing of the judgement."""
    rng = random.Random("judged")
    moments = [moment for moment in played_cards_of(log) if 3 <= moment.trick <= 15][::7]
    for moment in moments:
        deal, other = moment.state.deal, 1 - moment.seat
        # what was exchanged openly stays where it is
        fixed = deal.trump_card if deal.trump_card in deal.hands[other] else None
        hidden = [card for card in deal.hands[other] if card != fixed]
        unseen = [*hidden, *deal.stock[deal.drawn :]]
        rng.shuffle(unseen)
        hand = [*([fixed] if fixed else []), *unseen[: len(hidden)]]
        hands = (deal.hands[0], tuple(hand)) if other else (tuple(hand), deal.hands[1])
        stock = (*deal.stock[: deal.drawn], *unseen[len(hidden) :])
        turned = moment.state.replace(deal=deal.replace(hands=hands, stock=stock))
        assert replace(moment, state=turned).view == moment.view
        seen = [judge(one.view, one.play.card, "s", FEW) for one in
                (moment, replace(moment, state=turned))]  # fmt: skip
        assert seen[0].as_json() == seen[1].as_json()


def test_a_loss_counts_beyond_two_standard_errors_and_half_a_point_in_a_deal_that_is_open(analysis):
    unsure = 0
    for play in judged_plays(analysis):
        told = play["judged"]
        wins = [card["win"] for card in told["cards"]]
        is_open = max(wins) >= 0.005 and min(wins) <= 0.995
        sure = is_open and told["behind"] > 2 * told["behind_error"] and told["behind"] >= 0.5
        assert told["loss"] == (told["behind"] if sure else 0.0)
        assert (told["grade"] == "error") == (told["loss"] >= ERROR_FROM)
        assert min(card["behind"] for card in told["cards"]) == 0
        assert told["best"] == told["cards"][0]["card"]
        unsure += not sure and told["behind"] > 0
    assert unsure


def test_with_nothing_hidden_the_judgement_is_exact_and_that_of_the_open_cards(analysis):
    last = [play for play in judged_plays(analysis) if play["trick"] >= 18]
    assert last
    for play in last:
        assert play["judged"]["worlds"] == 0
        assert play["judged"]["best_points"] == play["open"]["best_points"]
        assert play["judged"]["points"] == play["open"]["points"]
        assert all(card["behind_error"] == 0 for card in play["judged"]["cards"])


def test_open_cards_never_allow_less_than_they_gave(analysis):
    solved = [play["open"] for play in analysis.plays if play["open"] is not None]
    assert len(solved) > 12
    assert all(one["best_points"] >= one["points"] for one in solved)


def test_seats_add_up_to_their_deals_and_plays(analysis):
    for told in analysis.seats:
        own = [p["judged"] for p in judged_plays(analysis) if p["seat"] == told["seat"]]
        assert told["decisions"] == len(own)
        assert told["loss"] == pytest.approx(sum(one["loss"] for one in own), abs=0.02)
        assert told["errors"] == sum(one["grade"] == "error" for one in own)
        assert told["accuracy"] == pytest.approx(accuracy(told["loss"], len(own)), abs=0.11)


def test_luck_and_play_are_what_the_deal_brought_beyond_the_share(log, analysis):
    for deal, result in zip(analysis.body["deals"], log.state.results, strict=True):
        for side, points in enumerate(result.side_points):
            assert deal["luck"][side] + deal["play"][side] == pytest.approx(points - 60, abs=0.02)
        assert sum(deal["luck"]) == pytest.approx(0, abs=0.02)


def test_the_line_of_the_better_card_begins_with_it_and_can_be_played(log, analysis):
    lines = [play for play in analysis.plays if play["line"] is not None]
    assert lines
    for play in lines:
        told = play["line"]["plays"]
        assert told[0] == {"seat": play["seat"], "card": play["judged"]["best"]}
        assert sum(play["line"]["points"]) == 120
        state = played_card_at(log, play["at"]).state
        state, _ = apply(state, PlayCard(told[0]["seat"], told[0]["card"]))
        if len(told) > 1 and state.turn == told[1]["seat"]:
            cards = {one.card for one in view_for(state, state.turn).legal
                     if isinstance(one, PlayCard)}  # fmt: skip
            assert told[1]["card"] in cards or state.phase != "play"


def test_key_moments_are_errors_and_finds_in_order(analysis):
    order = [play["at"] for play in analysis.plays]
    found = analysis.body["key_moments"]
    assert found == sorted(found, key=order.index)
    grades = {play["at"]: play["judged"] and play["judged"]["grade"] for play in analysis.plays}
    assert all(grades[at] in ("error", "find") for at in found)


@pytest.mark.parametrize("players", [3, 4])
def test_every_way_of_sitting_is_analysed(players):
    log = log_of(("Ana", "Berta", "Carles", "David")[:players])
    found = analyse_log(log, worlds=20)
    assert len(found.seats) == players
    assert len(found.body["luck"]) == len(log.rules.sides)
    assert all(play["open"] is None for play in found.plays)


GAMES = (
    ("chiamata", 5, {}),
    ("chiamata_buia", 5, {}),
    ("gingo", 5, {"match.max_deals": 2}),
    ("rematada", 3, {"match.target": 1}),
    ("mexican", 3, {"match.max_deals": 2}),
    ("mariaje", 2, {"match.target": 1}),
    ("muerte_al_tres", 2, {}),
    ("scoperta", 2, {}),
)


@pytest.mark.parametrize(("preset", "players", "options"), GAMES)
def test_the_games_of_the_family_are_analysed_in_the_points_they_count(preset, players, options):
    log = log_of(
        ("Ana", "Berta", "Carles", "David", "Elena")[:players], preset=preset, options=options
    )
    found = analyse_log(log, worlds=12).body
    assert found["unit"] == ("cards" if preset in ("mariaje", "scoperta") else "game")
    sides = len(log.rules.sides)
    results = {result.deal: result for result in log.state.results}
    for deal in found["deals"]:  # those that all passed have no plays
        result = results[deal["number"]]
        assert len(deal["luck"]) == sides
        assert sum(deal["luck"]) == pytest.approx(0, abs=0.01 * sides)
        if preset.startswith("chiamata"):
            made = [luck + play for luck, play in zip(deal["luck"], deal["play"], strict=True)]
            assert made == pytest.approx(list(result.game_points), abs=0.02)
        for play in deal["plays"]:
            judged = play["judged"]
            if judged is None:
                continue
            assert (judged["weight"] > 0) == (judged["loss"] > 0)
            assert (judged["grade"] == "error") == (judged["weight"] >= ERROR_FROM)
            assert play["line"] is None or judged["weight"] >= 1
    if log.rules.auction:
        lines = [play["line"] for play in plays_of(found) if play["line"]]
        assert all(line["contract"]["target"] >= 61 for line in lines)


def plays_of(body):
    return [play for deal in body["deals"] for play in deal["plays"]]


def test_the_better_card_comes_with_a_reason(analysis):
    told = [play["judged"] for play in judged_plays(analysis)]
    assert all((one["why"] is not None) == (one["weight"] >= 1) for one in told)
    assert {one["why"]["code"] for one in told if one["why"]} <= set(REASONS)
    assert any(one["why"] for one in told)


def test_a_match_given_up_in_the_middle_of_a_trick_is_analysed_so_far():
    found = analyse_log(resigned_log(9), worlds=20)
    assert found.body["deals"][-1]["play"] is None
    assert 0 < len(list(found.plays)) < 40
    assert found.body["luck"] == [0.0, 0.0]


def test_a_game_without_a_judge_says_so():
    assert can_analyse(build_ruleset("ludoteka", 2).rules)
    log = log_of(("Ana", "Berta"), options={"play.cards_per_turn": 2})
    assert not can_analyse(log.rules)
    with pytest.raises(ValueError, match="ludoteka cannot be judged"):
        analyse_log(log, worlds=20)


def test_a_record_as_it_is_stored_gives_the_analysis_of_its_match(log, monkeypatch):
    monkeypatch.setattr(
        "games.analysis.worker.analyse_log", lambda log, **how: analyse_log(log, worlds=20, **how)
    )
    sitters = [Sitter("Ana", "human"), Sitter("Berta", "human")]
    record = build_record(
        log, sitters=sitters, started_at=FIRST_DAY, finished_at=FIRST_DAY, fairness=log.fairness
    )
    found = analyse_packed(packed(record)[0])
    assert found == analyse_log(log, worlds=20).body
    assert "Ana" not in json.dumps(found)


def test_where_there_is_no_such_play_there_is_no_moment(log):
    for at in ("d1t21c1", "d9t1c1", "d1t1c3", "d1", "", "d1t1c1x"):
        assert played_card_at(log, at) is None


def test_accuracy_falls_with_what_is_lost():
    steps = [accuracy(loss, 20) for loss in (0, 2, 5, 10, 30, 200)]
    assert steps[0] == 100
    assert all(one > other for one, other in itertools.pairwise(steps))
    assert steps[-1] < 1
