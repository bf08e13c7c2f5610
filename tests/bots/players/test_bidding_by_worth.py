"""Bidding, calling, putting away, and playing with a partner whom not all know."""

import random

import pytest

from games.bots import bot_named
from games.bots.evaluation.auction import best_call, limit
from games.bots.knowledge.partnerships import partnerships_of
from games.engine import SUITS, Bid, Declare, build_ruleset
from tests.bots.views import bidding, calling, contract_of, discarding, points_bids, view_of

STRONG = "O1 O3 O11 O10 O6 C1 E5 B4"
WEAK = "O5 O4 C5 C6 E4 E6 B2 B7"
FIVE = build_ruleset("chiamata_punti", 5).rules
THREE = build_ruleset("rematada", 3).rules
RICH = "O1 O3 O12 O11 O10 O7 C1 C3 E1 B5"
"""Marriage, aces and length."""
POOR = "O7 O6 O5 C7 C6 E11 E6 B10 B7 B5"


def chosen(view, level="rules"):
    return bot_named(level).choose(view, random.Random(1))


@pytest.mark.parametrize("level", ["greedy", "rules"])
def test_bids_points_with_a_strong_hand_and_passes_with_a_weak_one(level):
    bids = points_bids(61, 120)
    strong, weak = (chosen(bidding(hand, "chiamata_punti", bids), level) for hand in (STRONG, WEAK))
    assert 61 <= strong.points <= limit(FIVE, STRONG.split())
    assert weak.passes


def test_stops_bidding_where_the_hand_is_worth_no_more():
    most = int(limit(FIVE, STRONG.split()))
    last = chosen(bidding(STRONG, "chiamata_punti", points_bids(most, 120)))
    over = chosen(bidding(STRONG, "chiamata_punti", points_bids(most + 1, 120)))
    assert last.points == most
    assert over.passes


def test_bids_the_lowest_commitment_among_ranks():
    ranks = tuple(Bid(0, rank) for rank in (1, 3, 12, 11, 10))
    assert chosen(bidding("O3 O12 O11 O7 C3 E5 E6 B4", "chiamata", ranks)) == Bid(0, 1)


def test_calls_the_strongest_card_it_misses_of_its_best_suit():
    calls = tuple(Declare(0, suit, rank) for suit in SUITS for rank in (1, 3, 12, 11, 10, 7))
    assert chosen(calling("O3 O12 O11 O7 C1 E5 E6 B4", "chiamata_punti", calls)) == Declare(
        0, "O", 1
    )
    assert chosen(calling("O1 O3 O11 O7 C1 E5 E6 B4", "chiamata_punti", calls)) == Declare(
        0, "O", 12
    )


def test_does_not_call_its_own_card_while_another_will_do():
    calls = tuple(Declare(0, suit, 1) for suit in SUITS)
    called = chosen(calling("O1 O3 O11 C7 C6 C5 E6 B4", "chiamata", calls))
    assert f"{called.suit}1" != "O1"


def test_bids_a_hundred_only_with_a_hand_for_it():
    assert chosen(bidding(RICH, "rematada", points_bids(100, 170))).points >= 100
    assert chosen(bidding(POOR, "rematada", points_bids(100, 170))).passes


def test_puts_away_neither_trumps_nor_their_marriage():
    away = set(chosen(discarding("O1 O3 O12 O11 O7 O6 C1 C3 E10 E6 B7 B5")).cards)
    assert not any(card[0] == "O" for card in away)


def test_puts_a_short_suit_away():
    away = set(chosen(discarding("O1 O3 O12 O11 O10 O7 C1 C3 C7 E1 B10 B7")).cards)
    assert away == {"B10", "B7"}


def test_names_the_suit_of_its_trumps():
    calls = tuple(Declare(0, suit) for suit in SUITS)
    assert chosen(calling(RICH, "rematada", calls)) == Declare(0, "O")


def test_a_hand_is_worth_more_with_more_trumps_and_higher_ones():
    few, more, higher = ("O3 C7 C6 C5", "O3 O7 C6 C5", "O3 O12 C6 C5")
    worths = [best_call(FIVE, f"{hand} E4 E5 B6 B7".split(), 1).worth for hand in (few, more)]
    assert worths[0] < worths[1] < best_call(FIVE, f"{higher} E4 E5 B6 B7".split(), 1).worth


def seen_by(seat, contract, hand="C4 E6 B1"):
    laid = " ".join(["C5", "C6", "C7", "E4"][:seat])
    return view_of(hand, laid=laid, players=5, preset="chiamata_punti", contract=contract)


def test_a_defender_knows_the_caller_and_not_who_is_with_him():
    partnerships = partnerships_of(seen_by(2, contract_of(0, card="O3")))
    assert partnerships[2] == 1
    assert partnerships[0] == 0
    assert partnerships[1] == partnerships[3] == partnerships[4] == pytest.approx(2 / 3)


def test_the_hidden_partner_knows_everybody():
    partnerships = partnerships_of(seen_by(2, contract_of(0, card="O3", partner=2)))
    assert partnerships == (1, 0, 1, 0, 0)


def test_the_caller_hopes_for_each_of_the_others():
    assert partnerships_of(seen_by(0, contract_of(0, card="O3"))) == (1, 0.25, 0.25, 0.25, 0.25)


def test_who_calls_his_own_card_is_alone():
    assert partnerships_of(seen_by(0, contract_of(0, card="O3", partner=0))) == (1, 0, 0, 0, 0)
    revealed = contract_of(0, card="O3", partner=0, revealed=True)
    assert partnerships_of(seen_by(2, revealed)) == (0, 1, 1, 1, 1)


def test_defenders_with_a_talon_stand_together():
    view = view_of(
        "C4 E6", laid="C5", players=3, preset="rematada", contract=contract_of(0, alone=True)
    )
    assert partnerships_of(view) == (0, 1, 1)


def test_the_hidden_partner_gives_points_to_the_caller_and_a_defender_does_not():
    laid = "O1 C4 C7 E5"  # the caller has led the trump ace
    partner = view_of(
        "B1 E6 C5", laid=laid, players=5, preset="chiamata_punti",
        contract=contract_of(0, card="O3", partner=4),
    )  # fmt: skip
    defender = view_of(
        "B1 E6 C5", laid=laid, players=5, preset="chiamata_punti",
        contract=contract_of(0, card="O3"),
    )  # fmt: skip
    assert chosen(partner).card == "B1"
    assert chosen(defender).card != "B1"
