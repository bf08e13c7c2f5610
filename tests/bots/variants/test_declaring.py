"""Marriages that are shown from the hand: what the others then know, and what showing is worth."""

import random

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from games.bots.evaluation.evaluator import evaluate, judges
from games.bots.evaluation.marriage_evaluator import (
    KEEP,
    OPTIONS,
    SHOW,
    evaluate_marriage,
    may_judge_marriage,
)
from games.bots.knowledge.base_game import knowledge_of
from games.bots.simulation.weights_file import read_tables
from games.engine import Cut, DealCards, Declare, PlayCard, apply, build_ruleset, start, view_for

RULES = build_ruleset("mariaje", 2, {"marriage.mode": "declared"}).rules


def dealt(suit="C", turned="O4"):
    """A deal in which seat 0 leads and holds king and knight of a suit."""
    state, _ = apply(start(RULES, dealer=1), Cut(0, 20))
    pair = [f"{suit}12", f"{suit}11"]
    rest = [card for card in RULES.deck if card not in (*pair, turned)]
    random.Random("married").shuffle(rest)
    deck = (pair[0], rest[0], pair[1], rest[1], rest[2], rest[3], turned, *rest[4:])
    return apply(state, DealCards(deck))[0]


def test_who_shows_a_marriage_is_known_to_hold_it_until_the_cards_are_played():
    state, _ = apply(dealt(), Declare(0, "C"))
    state, _ = apply(state, PlayCard(0, "C11"))
    seen = knowledge_of(view_for(state, 1))
    assert [seen.card(code) for code in seen.known[0]] == ["C12"]
    assert seen.codes["C12"] not in seen.hidden


def test_nobody_is_known_to_hold_what_was_not_shown():
    state, _ = apply(dealt(), PlayCard(0, "C11"))
    assert not knowledge_of(view_for(state, 1)).known


@pytest.mark.parametrize(("suit", "points"), [("C", 20), ("O", 40)])
def test_to_show_a_marriage_is_worth_its_points_and_the_deal_with_them(suit, points):
    worths, best = evaluate_marriage(view_for(dealt(suit), 0), suit, random.Random(1), 200)
    show, keep = worths
    assert OPTIONS[best] == SHOW
    assert keep.behind > 5
    assert show.points - keep.points == pytest.approx(points, abs=4)
    assert show.win > keep.win + 0.1
    assert OPTIONS[1] == KEEP


def test_what_is_shown_does_not_count_twice():
    before = dealt()
    view = view_for(apply(before, Declare(0, "C"))[0], 0)
    worths, _ = evaluate_marriage(view_for(before, 0), "C", random.Random(1), 300)
    best = max(one.points for one in evaluate(view, random.Random(1), 300).cards)
    assert best == pytest.approx(worths[0].points, abs=5)


ALONE = build_ruleset(
    "ludoteka",
    4,
    {"teams": "individual", "marriage.mode": "declared", "exchange.enabled": False,
     "exchange.prearm": False},
).rules  # fmt: skip


def test_four_alone_show_marriages_that_are_judged_too():
    state, _ = apply(start(ALONE, dealer=3), Cut(2, 20))
    pair, turned = ["C12", "C11"], "O4"
    rest = [card for card in ALONE.deck if card not in (*pair, turned)]
    random.Random("married").shuffle(rest)
    deck = (pair[0], *rest[:3], pair[1], *rest[3:10], turned, *rest[10:])
    view = view_for(apply(state, DealCards(deck))[0], 0)
    worths, best = evaluate_marriage(view, "C", random.Random(1), 200)
    assert OPTIONS[best] == SHOW
    assert worths[0].points - worths[1].points == pytest.approx(20, abs=4)
    assert worths[0].win > worths[1].win + 0.1


def test_games_without_a_table_for_it_are_not_judged():
    assert judges(RULES)
    assert judges(ALONE)
    assert may_judge_marriage(RULES)
    no_trump = {"marriage.mode": "declared", "trump.source": "none_yet", "exchange.enabled": False,
                "exchange.prearm": False}  # fmt: skip
    rules = build_ruleset("ludoteka", 2, no_trump).rules
    assert not judges(rules)
    assert not may_judge_marriage(rules)
    with pytest.raises(ValueError, match="marriages are not shown"):
        captured = build_ruleset("mariaje", 2).rules
        state, _ = apply(start(captured, dealer=1), Cut(0, 20))
        state, _ = apply(state, DealCards(captured.deck))
        evaluate_marriage(view_for(state, 0), "C", random.Random(1), 10)


def test_its_table_is_trained_from_that_of_captured_marriages(tmp_path):
    path = tmp_path / "w.npz"
    with pytest.raises(CommandError, match="train the table marrying_2x2 first"):
        call_command("train_variants", tables="declaring_2x2", decks=64, out=path)
    np.savez_compressed(path, marrying_2x2=np.zeros(13920, np.int16))
    call_command("train_variants", tables="declaring_2x2", decks=64, out=path)
    assert not (read_tables(path)["declaring_2x2"] % 128).any()
