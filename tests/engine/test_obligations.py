"""Following suit, trumping and beating, where the rules ask for it (rules, 1.4 and 3.10)."""

from __future__ import annotations

import random

import pytest

from games.engine import PlayCard, apply, legal_actions
from tests.engine.builders import after, dealt, refused, rules_for


def may_play(obligations, hand, *table):
    """What seat 2 of three may play to these two cards, trump being swords."""
    rules = rules_for("ludoteka", 3, **obligations)
    taken = {*hand.split(), *table, "E4"}
    spare = [card for card in rules.deck if card not in taken and card[0] in "CB"]
    hands = [[card, spare.pop(0), spare.pop(0)] for card in table]
    state = dealt(rules, "|".join([" ".join(one) for one in hands] + [hand]), "E4")
    state = after(state, *(PlayCard(seat, card) for seat, card in enumerate(table)))
    allowed = {one.card for one in legal_actions(state, 2) if isinstance(one, PlayCard)}
    for card in set(hand.split()) - allowed:
        assert refused(state, PlayCard(2, card)) == "card_not_allowed"
    return allowed


FREE = {}
FOLLOW = {"play__must_follow": True}
TRUMP = {"play__obligations": "follow_trump"}
STRICT = {"play__obligations": "tute_strict"}


@pytest.mark.parametrize(
    ("obligations", "hand", "table", "allowed"),
    [
        (FREE, "O5 E7 C4", ("O12", "O6"), "O5 E7 C4"),
        (FOLLOW, "O5 E7 C4", ("O12", "O6"), "O5"),
        (FOLLOW, "B5 E7 C4", ("O12", "O6"), "B5 E7 C4"),
        (TRUMP, "O5 E7 C4", ("O12", "O6"), "O5"),
        (TRUMP, "B5 E7 C4", ("O12", "O6"), "E7"),
        (TRUMP, "E5 E7 C4", ("O12", "E10"), "E5 E7"),
        (TRUMP, "B5 B7 C4", ("O12", "O6"), "B5 B7 C4"),
        (STRICT, "O5 O1 C4", ("O12", "O6"), "O1"),
        (STRICT, "O5 O7 C4", ("O12", "O6"), "O5 O7"),
        (STRICT, "O5 O1 C4", ("O12", "E6"), "O5 O1"),
        (STRICT, "E5 E7 C4", ("O12", "E6"), "E7"),
        (STRICT, "E5 B7 C4", ("O12", "E6"), "E5"),
        (STRICT, "E5 E7 C4", ("O12", "O6"), "E5 E7"),
        (STRICT, "B5 B7 C4", ("O12", "O6"), "B5 B7 C4"),
        (STRICT, "E7 E3 C4", ("E12", "O6"), "E3"),
    ],
)
def test_what_may_be_played(obligations, hand, table, allowed):
    assert may_play(obligations, hand, *table) == set(allowed.split())


def test_who_leads_owes_nothing():
    rules = rules_for("ludoteka", 2, play__obligations="tute_strict")
    state = dealt(rules, "E1 O4 C5 | O1 O5 C6", "E11")
    assert len([one for one in legal_actions(state, 0) if isinstance(one, PlayCard)]) == 3


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "options",
    [
        {"play__obligations": "tute_strict", "arrastre": True},
        {"play__must_follow": True, "muerte": True, "arrastre": True},
        {"play__obligations": "follow_trump", "muerte": True},
    ],
)
def test_something_may_always_be_played(players, options):
    rules, rng = rules_for("ludoteka", players, **options), random.Random(3)
    for _ in range(10):
        deck = rng.sample(rules.deck, 3 * players + 1)
        hands = [" ".join(deck[3 * seat : 3 * seat + 3]) for seat in range(players)]
        state = dealt(rules, "|".join(hands), deck[-1])
        while state.phase == "play":
            plays = [one for one in legal_actions(state, state.turn) if isinstance(one, PlayCard)]
            assert plays
            state, _ = apply(state, rng.choice(plays))
