"""Packs and the order of ranks: Spanish, French, regional (rules, 1.1, 1.2, rows 21 and 22)."""

from __future__ import annotations

import pytest

from games.engine import PlayCard, RulesetError, build_ruleset, number_of
from games.engine.phases.play import trick_winner
from tests.engine.builders import rules_for

ORDERS = {
    "std": [1, 3, 12, 11, 10, 9, 8, 7, 6, 5, 4, 2],
    "swap_3_7": [1, 7, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2],
    "lombard": [1, 7, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2],
    "tuscan": [1, 3, 12, 10, 11, 9, 8, 7, 6, 5, 4, 2],
}
POINTS = {
    "std": {1: 11, 3: 10, 12: 4, 11: 3, 10: 2},
    "swap_3_7": {1: 11, 7: 10, 12: 4, 11: 3, 10: 2},
    "lombard": {1: 11, 7: 10, 12: 4, 11: 3, 10: 2},
    "tuscan": {1: 11, 3: 10, 12: 4, 10: 3, 11: 2},
}


def by_strength(rules):
    return [number_of(card) for card in sorted(
        (card for card in rules.deck if card[0] == "E"), key=lambda card: -rules.strengths[card]
    )]  # fmt: skip


@pytest.mark.parametrize(
    ("players", "options", "size", "missing"),
    [
        (2, {}, 40, set()),
        (3, {}, 36, {"O2", "C2", "E2", "B2"}),
        (4, {}, 40, set()),
        (6, {}, 48, set()),
        (3, {"deck__removed": "italian"}, 39, {"C2"}),
        (6, {"deck__removed": "italian"}, 36, {"O2", "O8", "O9"}),
        (2, {"deck__french": "kqj"}, 40, set()),
        (6, {"deck__french": "kqj"}, 48, set()),
        (3, {"deck__french": "1098"}, 36, {"O2"}),
        (2, {"deck__french": "all52"}, 52, set()),
        (3, {"deck__french": "all52"}, 48, {"O2", "B2"}),
        (6, {"deck__french": "all52"}, 48, {"O2", "B2"}),
    ],
)
def test_each_number_of_players_has_its_pack(players, options, size, missing):
    rules = rules_for("briscola", players, **options)
    assert len(rules.deck) == len(set(rules.deck)) == size
    assert not missing & rules.pack
    assert (size - rules.hand_size * players) % players == 0


def test_the_game_with_a_talon_has_thirty_two_cards():
    rules = rules_for("rematada", 3)
    assert len(rules.deck) == 32
    assert {number_of(card) for card in rules.deck} == {1, 3, 5, 6, 7, 10, 11, 12}
    assert (rules.hand_size, rules.talon, rules.deck_points) == (10, 2, 120)


@pytest.mark.parametrize("ranks", ORDERS)
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_ranks_have_their_order_and_points(ranks, players):
    rules = rules_for("ludoteka", players, ranks=ranks)
    numbers = {number_of(card) for card in rules.deck}
    assert by_strength(rules) == [one for one in ORDERS[ranks] if one in numbers]
    assert {number_of(card): worth for card, worth in rules.points.items() if worth} == (
        POINTS[ranks]
    )
    assert rules.deck_points == 120


def test_the_whole_french_pack_has_court_cards_twice():
    rules = rules_for("ludoteka", 2, deck__french="all52")
    assert by_strength(rules) == [1, 3, 13, 10, 12, 9, 11, 8, 7, 6, 5, 4, 2]
    table = {number_of(card): worth for card, worth in rules.points.items() if worth}
    assert table == {1: 11, 3: 10, 13: 4, 10: 4, 12: 3, 9: 3, 11: 2, 8: 2}
    assert rules.deck_points == 156
    assert rules.figures == (13, 12, 11)


@pytest.mark.parametrize(
    ("ranks", "order", "worth"),
    [
        ("std", [1, 3, 13, 10, 12, 9, 11, 8, 7, 6, 5, 4, 2], {3: 10, 12: 3, 9: 3, 11: 2, 8: 2}),
        ("swap_3_7", [1, 7, 13, 10, 12, 9, 11, 8, 6, 5, 4, 3, 2], {7: 10, 3: 0, 12: 3, 11: 2}),
        ("lombard", [1, 7, 13, 10, 12, 9, 11, 8, 6, 5, 4, 3, 2], {7: 10, 3: 0, 12: 3, 11: 2}),
        ("tuscan", [1, 3, 13, 10, 11, 8, 12, 9, 7, 6, 5, 4, 2], {11: 3, 8: 3, 12: 2, 9: 2}),
    ],
)
def test_regional_ranks_move_both_court_cards_of_the_whole_french_pack(ranks, order, worth):
    rules = rules_for("ludoteka", 2, deck__french="all52", ranks=ranks)
    assert by_strength(rules) == order
    assert {number: rules.points[f"O{number}"] for number in worth} == worth
    assert rules.deck_points == 156


def test_the_eight_and_nine_are_court_cards_where_they_stand_for_them():
    with pytest.raises(RulesetError) as refusal:
        build_ruleset("ludoteka", 6, {"deck.french": "1098"})
    assert refusal.value.params["why"] == "french_1098_not_with_six"


@pytest.mark.parametrize(
    ("trump", "cards", "winner", "points"),
    [
        ("E", "O7 C1 O3 O12", 2, 25),
        ("B", "O1 B2 B4 O3", 2, 21),
        ("", "O7 C1 O10 B1", 2, 24),
        ("C", "O2 E1 B1 E3", 0, 32),
        ("O", "O1 O3 O12 O11", 0, 28),
    ],
)
def test_the_highest_trump_or_else_of_the_led_suit_takes_the_trick(trump, cards, winner, points):
    plays = tuple(PlayCard(seat, card) for seat, card in enumerate(cards.split()))
    assert trick_winner(rules_for("ludoteka", 4), trump, plays) == (winner, points)
