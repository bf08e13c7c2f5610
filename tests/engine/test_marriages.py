"""King and knight of a suit, taken or shown (rules, 3.5)."""

from __future__ import annotations

import pytest

from games.engine import Declare, PlayCard, apply, legal_actions, view_for
from games.engine.events import MarriageShown, TrumpTurned
from tests.engine.builders import after, dealt, opened, play_out, refused, rules_for

DECLARED = rules_for("mariaje", 2, marriage__mode="declared")
NONE_YET = rules_for("mariaje", 2, marriage__mode="declared", trump__source="none_yet")
HANDS = "C12 C11 O4 | E12 E11 B4"


def test_a_pair_in_the_hand_may_be_shown_at_ones_turn():
    state = dealt(DECLARED, HANDS, "E5")
    assert Declare(0, "C") in legal_actions(state, 0)
    state, events = apply(state, Declare(0, "C"))
    assert events == (MarriageShown(0, "C", 20),)
    assert state.turn == 0
    assert view_for(state, 1).marriages == ((0, "C", 20),)
    assert Declare(0, "C") not in legal_actions(state, 0)


def test_in_trumps_it_counts_forty():
    state = after(dealt(DECLARED, HANDS, "E5"), PlayCard(0, "O4"))
    _, events = apply(state, Declare(1, "E"))
    assert events == (MarriageShown(1, "E", 40),)


@pytest.mark.parametrize(
    ("rules", "before", "action", "code"),
    [
        (DECLARED, [], Declare(1, "E"), "not_your_turn"),
        (DECLARED, [], Declare(0, "E"), "marriage_not_held"),
        (DECLARED, [Declare(0, "C")], Declare(0, "C"), "marriage_not_now"),
        (DECLARED, [], Declare(0, "C", 12), "marriage_off"),
        (rules_for("mariaje"), [], Declare(0, "C"), "marriage_off"),
        (rules_for(), [], Declare(0, "C"), "marriage_off"),
    ],
)
def test_what_cannot_be_shown_is_refused(rules, before, action, code):
    assert refused(after(dealt(rules, HANDS, "E5"), *before), action) == code


def test_where_there_is_no_trump_the_first_pair_makes_it():
    state = opened(NONE_YET, HANDS)
    assert view_for(state, 0).trump is None
    state, events = apply(state, Declare(0, "C"))
    assert events == (TrumpTurned("C", None), MarriageShown(0, "C", 40))
    state = after(state, PlayCard(0, "O4"))
    _, events = apply(state, Declare(1, "E"))
    assert events == (MarriageShown(1, "E", 20),)


def test_what_was_shown_counts_whoever_takes_the_cards(rng):
    state = after(dealt(DECLARED, HANDS, "E5"), Declare(0, "C"))
    result = play_out(state, rng).results[-1]
    assert [(one.side, one.why, one.suit, one.points) for one in result.extras] == [
        (0, "declared", "C", 20)
    ]
    assert result.totals == (result.side_points[0] + 20, result.side_points[1])
    assert result.game_points == result.totals


@pytest.mark.parametrize("scope", ["pile", "same_trick"])
def test_pairs_that_were_taken_count_when_the_deal_is_scored(scope, rng):
    rules = rules_for("mariaje", 4, marriage__scope=scope)
    found = 0
    for _ in range(12):
        deck = iter(rng.sample(rules.deck, 13))
        hands = " | ".join(" ".join(next(deck) for _ in range(3)) for _ in range(4))
        state = play_out(dealt(rules, hands, next(deck)), rng)
        result = state.results[-1]
        tricks = [({one.card for one in trick.plays}, trick.winner % 2)
                  for trick in state.deal.tricks]  # fmt: skip
        expected = set()
        for side in (0, 1):
            piles = [cards for cards, winner in tricks if winner == side]
            if scope == "pile":
                piles = [set().union(*piles)]
            for suit in "OCEB":
                if any({f"{suit}12", f"{suit}11"} <= pile for pile in piles):
                    expected.add((side, suit, 40 if suit == state.deal.trump else 20))
        assert {(one.side, one.suit, one.points) for one in result.extras} == expected
        found += len(expected)
    assert found
