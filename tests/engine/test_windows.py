"""Exchange, armed exchange, claim and arrastre beyond the worked cases."""

from __future__ import annotations

import pytest

from games.engine import (
    ArmExchange,
    Claim,
    Exchange,
    IllegalAction,
    PlayCard,
    apply,
    legal_actions,
)
from games.engine.events import CardDrawn, Exchanged
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
    deal = state.deal._replace(stock=(), turned=None)
    return state._replace(deal=deal)


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
    offers = []
    for partner in ("E3 C5 B6", "E5 C5 B6"):
        state = dealt(rules, hands.format(partner), "E4")
        state = state._replace(deal=state.deal._replace(stock=(), turned=None))
        offers.append(Claim(0) in legal_actions(state, 0))
    assert offers == [True, True]


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
