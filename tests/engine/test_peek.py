"""Partners look at each other's first cards, until the first card is led (rules, rows 7, 8)."""

from __future__ import annotations

import pytest

from games.engine import Peek, PlayCard, apply, audience, legal_actions, view_for
from games.engine.events import Peeked
from tests.engine.builders import after, dealt, refused, rules_for

HANDS = "E1 O4 C5 | O1 O5 C6 | B4 B5 B6 | E12 O7 C7"
SIX = f"{HANDS} | O2 O3 C2 | C3 B2 B3"


@pytest.fixture
def state():
    return dealt(rules_for("catalan", 4, peek__at_deal=True), HANDS, "E11")


def test_the_partners_cards_are_seen_by_who_looks_alone(state):
    looked, events = apply(state, Peek(1, 3))
    assert events == (Peeked(1, 3, ("E12", "O7", "C7")),)
    assert audience(events, 4) == {1}
    assert view_for(looked, 1).hands == (None, ("O1", "O5", "C6"), None, ("E12", "O7", "C7"))
    for viewer in (0, 2, 3, None):
        assert view_for(looked, viewer) == view_for(state, viewer)
    assert looked.deal.hands == state.deal.hands


def test_it_is_offered_to_everybody_until_used(state):
    assert [Peek(seat, (seat + 2) % 4) in legal_actions(state, seat) for seat in range(4)] == [
        True
    ] * 4
    assert Peek(1, 3) not in legal_actions(after(state, Peek(1, 3)), 1)


def test_with_the_first_card_the_hands_are_closed_again(state):
    state = after(state, Peek(2, 0), PlayCard(0, "O4"))
    assert view_for(state, 2).hands is None
    assert refused(state, Peek(0, 2)) == "peek_not_now"
    assert not [one for one in legal_actions(state, 0) if isinstance(one, Peek)]


@pytest.mark.parametrize(
    ("before", "action", "code"),
    [
        ([], Peek(0, 1), "peek_not_partner"),
        ([], Peek(0, 0), "peek_not_partner"),
        ([], Peek(0, 9), "peek_not_partner"),
        ([Peek(0, 2)], Peek(0, 2), "peek_not_now"),
    ],
)
def test_other_looks_are_refused(state, before, action, code):
    assert refused(after(state, *before), action) == code


def test_without_the_option_nobody_looks():
    state = dealt(rules_for("catalan", 4), HANDS, "E11")
    assert refused(state, Peek(0, 2)) == "peek_off"


def test_six_look_within_their_team():
    state = dealt(rules_for("wikipedia_en", 6, peek__at_deal=True), SIX, "E11")
    state = after(state, Peek(0, 2))
    assert [at for at, hand in enumerate(view_for(state, 0).hands) if hand] == [0, 2]
    assert after(state, Peek(0, 4)).deal.special.peeks == ((0, 2), (0, 4))
    assert refused(state, Peek(0, 3)) == "peek_not_partner"
