"""Draws by agreement, giving up with partners, and pauses."""

from __future__ import annotations

import random

import pytest

from games.engine import (
    Cut,
    DealCards,
    IllegalAction,
    NextDeal,
    Offer,
    PlayCard,
    Reply,
    Resign,
    Resume,
    apply,
    cut_range,
    legal_actions,
    start,
    view_for,
)
from games.engine.events import MatchEnded, Offered, Paused, Replied, Resigned, Resumed
from tests.engine.builders import rules_for

SIDES = {"two": (2, {}), "pairs": (4, {"teams": "pairs"}), "alone": (3, {})}


def begun(name="two", plays=0, **options):
    """A match in which so many cards have been played."""
    players, teams = SIDES[name]
    state = start(rules_for(players=players, **teams, **options), dealer=0)
    state, _ = apply(state, Cut(state.cutter, cut_range(state.rules)[0]))
    state, _ = apply(state, DealCards(state.rules.deck))
    return on(state, plays)


def on(state, plays):
    for _ in range(plays):
        first = next(a for a in legal_actions(state, state.turn) if isinstance(a, PlayCard))
        state, _ = apply(state, first)
    return state


def to_the_end_of_the_deal(state):
    while state.phase == "play":
        state = on(state, 1)
    return state


def refused(state, action):
    with pytest.raises(IllegalAction) as refusal:
        apply(state, action)
    return refusal.value.code


@pytest.mark.parametrize("name", SIDES)
def test_a_draw_needs_everybody_and_nobody_wins_it(name):
    state = begun(name, plays=6)
    state, events = apply(state, Offer(0, "draw"))
    assert events == (Offered(0, "draw"),)
    players = state.rules.players
    for seat in range(1, players):
        assert view_for(state, None).offer.waits_for == tuple(range(seat, players))
        state, events = apply(state, Reply(seat, "draw", True))
    assert (state.phase, state.winners, state.ended_by) == ("match_over", (), "agreed")
    assert events == (Replied(players - 1, "draw", True), MatchEnded((), state.score, "agreed"))
    assert refused(state, Offer(0, "draw")) == "match_over"


def test_one_who_says_no_ends_the_offer():
    state, _ = apply(begun("pairs", plays=4), Offer(0, "draw"))
    state, events = apply(state, Reply(2, "draw", False))
    assert events == (Replied(2, "draw", False),)
    assert view_for(state, 1).offer is None
    assert refused(state, Reply(1, "draw", True)) == "nothing_offered"
    assert refused(state, Offer(0, "draw")) == "offered_already"
    assert view_for(state, 1).may_offer == ("draw", "resign", "pause")
    assert view_for(state, 0).may_offer == ("resign", "pause")
    assert view_for(state, None).may_offer == ()


def test_who_offers_may_take_it_back_and_answers_no_other_way():
    state, _ = apply(begun(plays=2), Offer(1, "draw"))
    assert refused(state, Reply(1, "draw", True)) == "nothing_offered"
    assert refused(state, Reply(0, "pause", True)) == "nothing_offered"
    assert refused(state, Offer(0, "pause")) == "offer_open"
    state, _ = apply(state, Reply(1, "draw", False))
    assert view_for(state, 0).offer is None


def test_there_is_no_draw_before_the_first_trick_of_the_match():
    assert refused(begun(), Offer(0, "draw")) == "draw_too_early"
    assert refused(begun(plays=1), Offer(0, "draw")) == "draw_too_early"
    assert "draw" not in view_for(begun(), 0).may_offer


def test_an_offer_lapses_with_the_trick_and_may_be_made_again_in_the_next_deal():
    state, _ = apply(begun(plays=2), Offer(0, "draw"))
    state = on(state, 1)
    assert view_for(state, 1).offer is not None
    state = on(state, 1)
    assert view_for(state, 1).offer is None
    assert refused(state, Reply(1, "draw", True)) == "nothing_offered"
    state = to_the_end_of_the_deal(state)
    assert refused(state, Offer(0, "draw")) == "offered_already"
    state, _ = apply(state, Offer(1, "draw"))
    state, _ = apply(state, NextDeal())
    assert refused(state, Reply(0, "draw", True)) == "nothing_offered"
    assert refused(state, Offer(0, "draw")) == "not_in_phase"


def test_partners_give_up_together():
    state = begun("pairs", plays=3)
    assert refused(state, Resign(1)) == "resign_not_allowed"
    state, _ = apply(state, Offer(1, "resign"))
    assert view_for(state, 0).offer.waits_for == (3,)
    assert refused(state, Reply(0, "resign", True)) == "nothing_offered"
    state, events = apply(state, Reply(3, "resign", True))
    assert (state.phase, state.winners, state.ended_by) == ("match_over", (0,), "resigned")
    assert events[1:] == (Resigned(1), MatchEnded((0,), state.score, "resigned"))


@pytest.mark.parametrize("name", ["two", "alone"])
def test_who_has_no_partner_asks_nobody(name):
    assert refused(begun(name, plays=3), Offer(1, "resign")) == "resign_not_allowed"


def test_in_a_pause_nothing_is_played_until_somebody_goes_on():
    state = begun(plays=1)
    state, _ = apply(state, Offer(0, "pause"))
    assert refused(state, Resume(0)) == "not_paused"
    state, events = apply(state, Reply(1, "pause", True))
    assert events == (Replied(1, "pause", True), Paused(0))
    assert view_for(state, None).paused == 0
    assert legal_actions(state, state.turn) == ()
    card = state.deal.hands[state.turn][0]
    assert refused(state, PlayCard(state.turn, card)) == "paused"
    assert refused(state, Offer(1, "draw")) == "paused"
    going, events = apply(state, Resume(1))
    assert events == (Resumed(1),)
    assert going.deal == state.deal
    apply(going, PlayCard(state.turn, card))
    over, _ = apply(state, Resign(1))
    assert over.winners == (0,)


def test_the_next_deal_waits_for_the_end_of_a_pause():
    state = to_the_end_of_the_deal(begun(match__target=2))
    state, _ = apply(state, Offer(0, "pause"))
    state, _ = apply(state, Reply(1, "pause", True))
    assert refused(state, NextDeal()) == "paused"
    state, _ = apply(state, Resume(0))
    state, _ = apply(state, NextDeal())
    assert state.accord is None


def test_what_is_asked_is_one_of_three():
    assert refused(begun(plays=2), Offer(0, "rematch")) == "bad_action"


def test_what_is_offered_tells_nothing_of_the_cards():
    """Two deals that differ in what one may not know have the same offers in sight."""
    rng = random.Random(4)
    told = []
    for _ in range(2):
        state = start(rules_for(), dealer=0)
        state, _ = apply(state, Cut(state.cutter, 20))
        deck = list(state.rules.deck)
        rng.shuffle(deck)
        state, _ = apply(state, DealCards(tuple(deck)))
        state, _ = apply(state, Offer(1, "pause"))
        view = view_for(state, 0)
        told.append((view.offer, view.may_offer, view.paused))
    assert told[0] == told[1]
