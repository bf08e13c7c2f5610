"""Exchange, armed exchange, claim and arrastre beyond the worked cases."""

from __future__ import annotations

import pytest

from games.engine import (
    ArmExchange,
    Claim,
    Cut,
    DealCards,
    Exchange,
    IllegalAction,
    NextDeal,
    PlayCard,
    apply,
    legal_actions,
    view_for,
)
from games.engine.events import CardDrawn, ClaimFailed, Exchanged
from games.engine.out_of_turn import ClaimStanding
from tests.engine.builders import dealt, rules_for


def test_an_armed_exchange_runs_when_its_seat_wins_and_before_it_draws():
    state = dealt(rules_for(), "E7 O1 C5 | O4 C4 B4", "E12", stock="B5 B6")
    assert ArmExchange(0, True) in legal_actions(state, 0)
    state, _ = apply(state, ArmExchange(0))
    state, _ = apply(state, PlayCard(0, "O1"))
    state, events = apply(state, PlayCard(1, "O4"))
    kinds = [type(event) for event in events]
    assert Exchanged(0, "E7", "E12") in events
    assert kinds.index(Exchanged) < kinds.index(CardDrawn)
    assert state.deal.turned == "E7"
    assert "E12" in state.deal.hands[0]
    assert not state.deal.armed[0]


def test_the_two_takes_the_seven_that_was_left_by_another():
    rules = rules_for()
    state = dealt(rules, "E7 O1 C5 | E2 C4 B4", "E12", stock="B5 B6 C1 B10")
    state, _ = apply(state, ArmExchange(0))
    state, _ = apply(state, ArmExchange(1))
    for action in (PlayCard(0, "O1"), PlayCard(1, "B4")):
        state, _ = apply(state, action)
    assert state.deal.turned == "E7"
    for action in (PlayCard(0, "C5"), PlayCard(1, "C4")):
        state, _ = apply(state, action)
    assert state.deal.armed == (False, True)
    # seat 0 led the five of cups and won with it, so seat 1 still waits
    assert state.deal.turned == "E7"
    leader = state.turn
    other = 1 - leader
    led = next(card for card in state.deal.hands[leader] if card[0] != "E")
    state, _ = apply(state, PlayCard(leader, led))
    assert ArmExchange(other, False) in legal_actions(state, other)


def test_arming_again_off_calls_it_off():
    state = dealt(rules_for(), "E7 O1 C5 | O4 C4 B4", "E12")
    state, _ = apply(state, ArmExchange(0))
    state, _ = apply(state, ArmExchange(0, False))
    assert state.deal.armed == (False, False)


@pytest.mark.parametrize(
    ("hands", "turned", "code"),
    [
        ("O7 O1 C5 | O4 C4 B4", "E12", "exchange_not_yours"),
        ("E7 O1 C5 | O4 C4 B4", "E6", "exchange_not_yours"),
    ],
)
def test_what_can_never_be_exchanged_cannot_be_armed(hands, turned, code):
    state = dealt(rules_for(), hands, turned)
    with pytest.raises(IllegalAction) as refusal:
        apply(state, ArmExchange(0))
    assert refusal.value.code == code


def test_with_any_time_there_is_nothing_to_arm():
    state = dealt(rules_for("catalan"), "E7 O1 C5 | O4 C4 B4", "E12")
    with pytest.raises(IllegalAction, match="exchange_off"):
        apply(state, ArmExchange(0))
    with pytest.raises(IllegalAction, match="exchange_not_now"):
        apply(state, Exchange(0, "E7"))


def test_any_time_means_out_of_turn_after_a_trick_of_ones_own():
    state = dealt(rules_for("catalan"), "E7 O1 C5 | O4 C4 B4", "E12")
    for action in (PlayCard(0, "O1"), PlayCard(1, "O4"), PlayCard(0, "C5")):
        state, _ = apply(state, action)
    assert state.turn == 1
    assert Exchange(0, "E7") in legal_actions(state, 0)
    state, events = apply(state, Exchange(0, "E7"))
    assert events == (Exchanged(0, "E7", "E12"),)
    assert state.turn == 1


def last_three(preset: str, hands: str, trump: str):
    """A two-player deal of which only these hands are left."""
    rules = rules_for(preset)
    state = dealt(rules, hands, f"{trump}4")
    deal = state.deal.replace(stock=(), turned=None)
    return state.replace(deal=deal)


def test_a_claim_takes_everything_that_is_left():
    state = last_three("catalan", "E1 E3 E12 | E7 O1 C3", "E")
    assert Claim(0) in legal_actions(state, 0)
    assert Claim(1) not in legal_actions(state, 1)
    state, _ = apply(state, Claim(0))
    result = state.results[-1]
    assert result.ended_by == "claim"
    assert result.seat_points == (11 + 10 + 4 + 11 + 10, 0)
    assert result.side_cards == (6, 0)


def test_a_claim_waits_for_the_trick_to_end():
    state = last_three("catalan", "E1 E3 E12 | E7 O1 C3", "E")
    state, _ = apply(state, PlayCard(0, "E1"))
    with pytest.raises(IllegalAction, match="claim_not_now"):
        apply(state, Claim(0))


def test_the_offer_to_claim_does_not_tell_what_a_partner_holds():
    rules = rules_for("catalan", players=4)
    hands = "E1 E12 O4 | E7 O1 C3 | {} | O3 B3 B1"
    views = []
    for partner in ("E3 C5 B6", "E5 C5 B6"):
        state = dealt(rules, hands.format(partner), "E4")
        state = state.replace(deal=state.deal.replace(stock=(), turned=None))
        views.append(view_for(state, 0))
    assert views[0] == views[1]
    assert views[0].claim == ClaimStanding(certain=False, opens=True)
    assert Claim(0) not in views[0].legal


def partners_late(hands: str, **options: object):
    """Two pairs with their last three cards, hands split by `|`."""
    state = dealt(rules_for("catalan", players=4, **options), hands, "E4")
    return state.replace(deal=state.deal.replace(stock=(), turned=None))


FALSE = "E1 E12 O4 | E3 O1 C3 | E11 C5 B6 | O3 B3 B1"
"""Seat 0 may hope for the three of trumps in its partner's hand, which an opponent holds."""


def test_a_false_claim_opens_the_hand_of_who_made_it_for_the_rest_of_the_deal():
    state = partners_late(FALSE)
    state, events = apply(state, Claim(0))
    assert events == (ClaimFailed(0, ("E1", "E12", "O4")),)
    assert (state.phase, state.turn) == ("play", 0)
    for viewer in (1, 2, 3, None):
        hands = view_for(state, viewer).hands
        assert hands[0] == ("E1", "E12", "O4")
        assert [seat for seat, hand in enumerate(hands) if hand and seat != viewer] == [0]
    state, _ = apply(state, PlayCard(0, "O4"))
    assert view_for(state, None).hands == (("E1", "E12"), None, None, None)
    while state.phase == "play":
        state, _ = apply(state, legal_actions(state, state.turn)[0])
    assert state.results[-1].ended_by == "played_out"


def test_the_next_deal_begins_with_every_hand_closed():
    state, _ = apply(partners_late(FALSE), Claim(0))
    while state.phase == "play":
        state, _ = apply(state, legal_actions(state, state.turn)[0])
    state, _ = apply(state, NextDeal())
    state, _ = apply(state, Cut(state.cutter, 20))
    state, _ = apply(state, DealCards(state.rules.deck))
    assert view_for(state, None).hands is None


def test_a_side_claims_falsely_once_in_a_deal():
    state, _ = apply(partners_late(FALSE), Claim(0))
    for seat in (0, 2):
        assert view_for(state, seat).claim is None
        with pytest.raises(IllegalAction, match="claim_spent"):
            apply(state, Claim(seat))
    state, events = apply(state, Claim(1))
    assert events == (ClaimFailed(1, ("E3", "O1", "C3")),)


def test_no_claim_is_held_out_where_what_is_missing_lies_open_in_another_hand():
    state, _ = apply(partners_late(FALSE), Claim(1))
    assert view_for(state, 0).claim is None


def test_where_a_false_claim_costs_nothing_it_is_refused():
    state = partners_late(FALSE, claim__false="nothing")
    assert view_for(state, 0).claim == ClaimStanding(certain=False, opens=False)
    with pytest.raises(IllegalAction, match="claim_false"):
        apply(state, Claim(0))


def test_who_plays_alone_sees_whether_a_claim_is_right():
    state = last_three("catalan", "E1 E3 E12 | E7 O1 C3", "E")
    assert view_for(state, 0).claim == ClaimStanding(certain=True, opens=True)
    assert view_for(state, 1).claim is None
    state, events = apply(state, Claim(1))
    assert events == (ClaimFailed(1, ("E7", "O1", "C3")),)
    assert Claim(0) in legal_actions(state, 0)


def test_arrastre_binds_those_who_have_not_played():
    rules = rules_for("catalan", players=4)
    state = dealt(rules, "E1 O4 C4 | E7 E5 C3 | B12 C12 E6 | B4 B5 B6", "E11")
    state, _ = apply(state, PlayCard(0, "E1", "arrastre"))
    assert legal_actions(state, 1) == (PlayCard(1, "E7"),)
    with pytest.raises(IllegalAction, match="card_not_allowed"):
        apply(state, PlayCard(1, "C3"))
    state, _ = apply(state, PlayCard(1, "E7"))
    assert legal_actions(state, 2) == (PlayCard(2, "E6"),)
    state, _ = apply(state, PlayCard(2, "E6"))
    assert legal_actions(state, 3) == (PlayCard(3, "B6"),)
