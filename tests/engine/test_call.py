"""Calling a card: who may, which, and who learns whose it is (rules, 3.6 to 3.9)."""

from __future__ import annotations

import pytest

from games.engine import Bid, Declare, PlayCard, apply, legal_actions, view_for
from games.engine.events import Called, PartnerRevealed, TrickTaken
from tests.engine.builders import after, bought, happened, opened, play_out, refused, rules_for

CHIAMATA = rules_for("chiamata", 5)
PUNTI = rules_for("chiamata_punti", 5)
GINGO = rules_for("gingo", 5)
BUIA = rules_for("chiamata_buia", 5)
RETROACTIVE = rules_for("chiamata_buia", 5, chiamata__dark_first="retroactive")
FIRST_TRICK = "O7 C4 | C1 C5 | O10 C6 | B1 C7 | E3 C2"


def called(rules=CHIAMATA, hands="O1 | O3 | O12 | C12", caller=1, suit="C", rank=12):
    bid = Bid(caller, rank) if rules is CHIAMATA else Bid(caller, points=70)
    return after(bought(opened(rules, hands), bid), Declare(caller, suit, rank))


def test_after_a_bid_of_a_rank_its_four_suits_may_be_called():
    state = bought(opened(CHIAMATA), Bid(1, 12))
    assert legal_actions(state, 1) == tuple(Declare(1, suit, 12) for suit in "OCEB")
    assert [legal_actions(state, seat) for seat in (0, 2, 3, 4)] == [()] * 4


def test_the_suit_alone_calls_the_rank_that_was_bid():
    state = after(bought(opened(CHIAMATA), Bid(1, 12)), Declare(1, "C"))
    assert state.deal.special.contract.card == "C12"
    assert state.deal.trump == "C"


def test_after_a_bid_of_points_any_card_may_be_called():
    state = bought(opened(PUNTI), Bid(1, points=70))
    assert len(legal_actions(state, 1)) == 40


def test_in_gingo_the_highest_trump_that_is_missing_is_called():
    state = bought(opened(GINGO, "| C1 C3 C11 C7 O1 O4 E5 B2"), Bid(1, points=70))
    assert legal_actions(state, 1) == (
        Declare(1, "O", 3), Declare(1, "C", 12), Declare(1, "E", 1), Declare(1, "B", 1),
    )  # fmt: skip


def test_with_own_calls_the_cards_in_the_hand_may_be_called_too():
    rules = rules_for("gingo", 5, gingo__own_call=True)
    state = bought(opened(rules, "| C1 C3 C11 C7 O1 O4 E5 B2"), Bid(1, points=70))
    in_cups = [one.rank for one in legal_actions(state, 1) if one.suit == "C"]
    assert in_cups == [1, 3, 12, 11, 7]


@pytest.mark.parametrize(
    ("rules", "bid", "call", "code"),
    [
        (CHIAMATA, Bid(1, 12), Declare(0, "C", 12), "not_your_turn"),
        (CHIAMATA, Bid(1, 12), Declare(1, "C", 3), "call_not_allowed"),
        (CHIAMATA, Bid(1, 12), Declare(1, "X", 12), "call_not_allowed"),
        (PUNTI, Bid(1, points=70), Declare(1, "C"), "call_not_allowed"),
        (PUNTI, Bid(1, points=70), Declare(1, "C", 8), "call_not_allowed"),
        (GINGO, Bid(1, points=70), Declare(1, "C", 2), "call_not_allowed"),
    ],
)
def test_what_may_not_be_called_is_refused(rules, bid, call, code):
    assert refused(bought(opened(rules), bid), call) == code


def test_nobody_plays_before_the_call():
    state = bought(opened(CHIAMATA), Bid(1, 12))
    card = state.deal.hands[0][0]
    assert refused(state, PlayCard(0, card)) == "not_in_phase"


def test_the_call_is_heard_by_all_and_the_eldest_leads():
    state = bought(opened(CHIAMATA, dealer=2), Bid(1, 12))
    state, events = apply(state, Declare(1, "C", 12))
    assert events == (Called(1, "C", 12),)
    assert (state.phase, state.turn, state.deal.leader) == ("play", 3, 3)


def test_in_gingo_the_caller_leads():
    state = bought(opened(GINGO), Bid(3, points=70))
    state = after(state, legal_actions(state, 3)[0])
    assert state.turn == 3


def test_only_the_holder_knows_the_partner_until_the_card_is_played():
    state = called()
    known = [view_for(state, seat).contract for seat in range(5)]
    assert [one.partner for one in known] == [None, None, None, 3, None]
    assert [one.alone for one in known] == [None, False, None, False, None]
    assert view_for(state, None).contract.partner is None
    state = after(state, PlayCard(0, "O1"), PlayCard(1, "O3"), PlayCard(2, "O12"))
    state, events = apply(state, PlayCard(3, "C12"))
    assert PartnerRevealed(3, alone=False) in events
    for viewer in (0, 1, 4, None):
        contract = view_for(state, viewer).contract
        assert (contract.partner, contract.alone, contract.revealed) == (3, False, True)


def test_a_caller_who_calls_his_own_card_is_alone_and_only_he_knows():
    state = called(hands="O1 | C12 O3")
    assert view_for(state, 1).contract.alone is True
    assert [view_for(state, seat).contract.alone for seat in (0, 2, 3, 4)] == [None] * 4
    events = happened(state, PlayCard(0, "O1"), PlayCard(1, "C12"))
    assert PartnerRevealed(1, alone=True) in events


def test_the_partner_is_named_when_the_deal_is_over(rng):
    state = play_out(called(), rng)
    contract = state.results[-1].contract
    assert (contract.caller, contract.partner, contract.rank) == (1, 3, 12)
    assert view_for(state, None).contract.partner == 3


# -- in the dark -----------------------------------------------------------------------------


def dark(rules=BUIA, hands=FIRST_TRICK, rank=12):
    return bought(opened(rules, hands), Bid(2, rank))


def first_trick(state, *cards):
    return after(state, *(PlayCard(seat, card) for seat, card in enumerate(cards)))


def test_in_the_dark_the_first_trick_goes_to_the_suit_that_was_led():
    state = dark()
    assert (state.phase, state.turn, state.deal.trump) == ("play", 0, "")
    assert view_for(state, 0).trump is None
    state = first_trick(state, "O7", "C1", "O10", "B1", "E3")
    assert state.deal.tricks[0].winner == 2
    assert state.deal.tricks[0].trump == ""
    assert (state.phase, state.turn, state.deal.leader) == ("call", 2, 2)


def test_after_the_call_the_winner_of_the_first_trick_leads():
    state = dark(hands="O1 C4 | C1 C5 | O10 C6 | B1 C7 | E3 C2")
    state = first_trick(state, "O1", "C1", "O10", "B1", "E3")
    assert (state.turn, state.deal.leader) == (2, 0)
    assert after(state, Declare(2, "C", 12)).turn == 0


def test_a_called_card_that_lies_in_the_first_trick_shows_the_partner_at_once():
    state = first_trick(dark(rank=1), "O7", "C1", "O10", "B1", "E3")
    state, events = apply(state, Declare(2, "B"))
    assert events == (Called(2, "B", 1), PartnerRevealed(3, alone=False))
    assert view_for(state, None).contract.partner == 3


def test_who_calls_a_card_that_he_has_played_is_alone():
    state = first_trick(dark(rank=10), "O7", "C1", "O10", "B1", "E3")
    state, events = apply(state, Declare(2, "O"))
    assert PartnerRevealed(2, alone=True) in events


def test_a_retroactive_trump_judges_the_first_trick():
    state = first_trick(dark(RETROACTIVE), "O7", "C1", "O10", "B1", "E3")
    assert (state.phase, state.turn, len(state.deal.plays)) == ("call", 2, 5)
    assert state.deal.tricks == ()
    state, events = apply(state, Declare(2, "B"))
    taken = [event for event in events if isinstance(event, TrickTaken)]
    assert taken == [TrickTaken(3, 1, 34)]
    assert (state.turn, state.deal.points) == (3, (0, 0, 0, 34, 0))
    assert all(len(hand) == 7 for hand in state.deal.hands)
