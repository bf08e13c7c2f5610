"""Judgements of exchanges, bids, calls and discards follow from the view alone, each once."""

import random
from dataclasses import replace

import pytest

from games.analysis import (
    KEEP,
    accuracy,
    analyse_log,
    decision_at,
    decisions_of,
    in_order,
    judge_decision,
)
from games.engine import ArmExchange, Cut, DealCards, PlayCard, apply, build_ruleset, start
from games.record.log import MatchLog
from tests.stats.support import PEOPLE, log_of

FEW = 80
SEVEN, ACE = "O7", "O1"


def played(*, arms: int | None, turned: str = ACE, held: str = SEVEN) -> MatchLog:
    """A deal of two in which seat 0 holds a card that takes the turned one from the start.

    Every seat plays its first card; seat 0 asks for the exchange before that trick, or never.
    """
    rules = build_ruleset("ludoteka", 2, {"match.target": 1, "match.max_deals": 1}).rules
    log = MatchLog.begin("m", rules, 1)
    rng = random.Random("exchange")
    rest = [card for card in rules.deck if card not in (turned, held)]
    rng.shuffle(rest)
    hands = [held, *rest[:5]]
    log.apply(Cut(0, 20), by="human")
    # the first lead is the eldest's, cards are dealt one by one
    deck = (hands[0], hands[3], hands[1], hands[4], hands[2], hands[5], turned, *rest[5:])
    log.apply(DealCards(deck), by="host")
    while log.state.phase == "play":
        seat, deal = log.state.turn, log.state.deal
        if arms == len(deal.tricks) and not deal.armed[0] and seat == 0:
            log.apply(ArmExchange(0, True), by="human")
        hand = [card for card in deal.hands[seat] if card != held] or list(deal.hands[seat])
        log.apply(PlayCard(seat, hand[0]), by="human")
    return log


def exchanges(log):
    return [one for one in decisions_of(log) if one.kind == "exchange" and one.seat == 0]


def test_the_setup_gives_seat_0_the_seven_and_turns_the_ace():
    log = played(arms=None)
    state = start(log.rules, dealer=log.dealer)
    for action in (Cut(0, 20), DealCards(log.decks[1])):
        state, _ = apply(state, action)
    assert SEVEN in state.deal.hands[0]
    assert state.deal.turned == ACE


def test_an_exchange_that_was_never_made_is_a_decision_after_each_trick_that_was_won():
    log = played(arms=None)
    found = exchanges(log)
    assert found
    assert {one.chosen for one in found} == {"never"}
    assert {one.cards for one in found} == {(SEVEN, ACE)}
    for one in found:
        tricks = one.state.deal.tricks
        assert one.at == f"d1t{len(tricks)}"
        assert tricks[-1].winner == 0
        assert len(one.view.hand) == 2
        assert one.view.turned == ACE


def test_one_that_was_made_has_its_own_address_and_earlier_ones_came_later():
    whole = exchanges(played(arms=None))
    second = len(whole[1].state.deal.tricks) - 1
    found = exchanges(played(arms=second))
    assert [one.chosen for one in found] == ["later", "exchange"]
    assert [one.at for one in found] == [whole[0].at, "d1x1"]
    assert decision_at(played(arms=second), "d1x1") == found[1]


def test_to_leave_the_ace_lying_for_good_is_an_error_and_to_take_it_is_none():
    missed = judge_decision(exchanges(played(arms=None))[0], "s", 300)
    assert (missed.chosen, missed.best, missed.grade) == (KEEP, "exchange", "error")
    assert missed.weight > 4
    assert missed.why[0] == "takes_higher"
    made = judge_decision(exchanges(played(arms=0))[0], "s", 300)
    assert (made.chosen, made.loss) == ("exchange", 0.0)


def test_to_keep_the_two_where_a_seven_lies_is_no_fault():
    kept = judge_decision(exchanges(played(arms=None, turned=SEVEN, held="O2"))[0], "s", 300)
    assert kept.chosen == KEEP
    assert kept.grade == ""


def test_a_card_left_lying_is_counted_as_one_loss():
    log = played(arms=None)
    assert len(exchanges(log)) > 1
    body = analyse_log(log, worlds=FEW).body
    lost = [one for one in body["deals"][0]["decisions"] if one["judged"]["loss"]]
    assert [(one["seat"], one["cards"]) for one in lost] == [(0, [SEVEN, ACE])]
    assert lost[0]["at"] in body["key_moments"]


def test_the_figures_of_a_seat_contain_its_decisions():
    analysis = analyse_log(played(arms=None), worlds=FEW)
    for told in analysis.seats:
        own = [
            one["judged"] for deal in analysis.body["deals"] for one in in_order(deal)
            if one["seat"] == told["seat"]
        ]  # fmt: skip
        assert told["decisions"] == len(own)
        assert told["loss"] == pytest.approx(sum(one["loss"] for one in own), abs=0.02)
        weight = sum(one["weight"] for one in own)
        assert told["accuracy"] == pytest.approx(accuracy(weight, len(own)), abs=0.11)


def test_an_exchange_is_judged_by_the_view_alone():
    """The other hand and the stock dealt otherwise change nothing."""
    one = exchanges(played(arms=None))[0]
    deal = one.state.deal
    unseen = [*deal.hands[1], *deal.stock[deal.drawn :]]
    random.Random(5).shuffle(unseen)
    size = len(deal.hands[1])
    stock = (*deal.stock[: deal.drawn], *unseen[size:])
    hands = (deal.hands[0], tuple(unseen[:size]))
    other = replace(one, state=one.state.replace(deal=deal.replace(hands=hands, stock=stock)))
    assert other.view == one.view
    seen = [judge_decision(each, "s", FEW).as_json_of_options() for each in (one, other)]
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("preset", "players", "kinds"),
    [
        ("chiamata", 5, {"bid", "call"}),
        ("chiamata_punti", 5, {"bid", "call"}),
        ("rematada", 3, {"bid", "call", "discard"}),
    ],
)
def test_bids_calls_and_discards_are_judged_among_what_was_legal(preset, players, kinds):
    log = log_of(PEOPLE[:players], preset=preset)
    found = [one for one in decisions_of(log) if one.deal == 1]
    told = set()
    for one in found:
        judged = judge_decision(one, "s", FEW)
        if judged is None:
            continue
        told.add(one.kind)
        assert one.chosen in judged.options
        assert judged.options[judged.best].behind == 0
        if one.kind == "bid":
            assert "pass" in judged.options
    assert told == kinds


def test_a_bid_is_judged_by_the_own_hand_and_what_was_bid():
    log = log_of(PEOPLE[:5], preset="chiamata_punti")
    one = next(one for one in decisions_of(log) if one.kind == "bid")
    deal = one.state.deal
    others = [card for seat, hand in enumerate(deal.hands) if seat != one.seat for card in hand]
    random.Random(1).shuffle(others)
    size = len(deal.hands[0])
    hands = tuple(
        deal.hands[seat] if seat == one.seat else tuple(others.pop() for _ in range(size))
        for seat in range(5)
    )
    other = replace(one, state=one.state.replace(deal=deal.replace(hands=hands)))
    assert other.view == one.view
    seen = [judge_decision(each, "s", FEW).as_json_of_options() for each in (one, other)]
    assert seen[0] == seen[1]


def test_who_may_exchange_at_any_time_decides_it_with_every_card_that_is_played():
    log = log_of(PEOPLE[:2], preset="catalan", seed="any")
    for one in decisions_of(log):
        assert one.kind == "exchange"
        assert one.view.turned == one.cards[1]
        assert judge_decision(one, "s", FEW) is not None


def test_addresses_of_decisions_are_their_own():
    for preset, players in (("ludoteka", 4), ("catalan", 2), ("chiamata", 5), ("rematada", 3)):
        found = [one.at for one in decisions_of(log_of(PEOPLE[:players], preset=preset))]
        assert len(found) == len(set(found))
