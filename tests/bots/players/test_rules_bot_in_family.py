"""What single games of the family ask of the rules bot."""

import random

import pytest

from games.bots import bot_named
from games.engine import ArmExchange, Declare, PlayCard, Trick
from games.engine.state import Marriage
from tests.bots.views import view_of


def chosen(view, level="rules"):
    action = bot_named(level).choose(view, random.Random(1))
    return action.card if isinstance(action, PlayCard) else action


# staying under a limit


@pytest.mark.parametrize("level", ["greedy", "rules"])
def test_throws_its_dearest_card_where_another_takes_it(level):
    assert chosen(view_of("C3 E6 B4", laid="C1", preset="mexican"), level) == "C3"


@pytest.mark.parametrize("level", ["greedy", "rules"])
def test_does_not_take_points_it_can_leave(level):
    view = view_of("C1 O4 E6", laid="C3", preset="mexican")
    assert chosen(view, level) == "E6"


@pytest.mark.parametrize("level", ["greedy", "rules"])
def test_does_not_exchange_for_a_card_that_wins_points(level):
    view = view_of("O7 C6 E3", turned="O1", preset="mexican", offers=("arm",))
    assert not isinstance(chosen(view, level), ArmExchange)


# death to the three


def test_kills_a_three_that_lies_on_the_table():
    view = view_of("O1 C6 E7", laid="O3", preset="muerte_al_tres")
    assert chosen(view) == "O1"


def test_plays_the_three_where_nobody_can_kill_it():
    last = view_of("O3 C6 E7", laid="C12", preset="muerte_al_tres")
    assert chosen(last) == "O3"


def test_does_not_lead_the_three_where_the_ace_is_likely_to_follow():
    hand = "O3 C3 E3"
    pack = view_of(hand, preset="muerte_al_tres").rules.deck
    played = tuple(card for card in pack if card not in (*hand.split(), "O1", "B4", "B5"))
    assert chosen(view_of(hand, stock=0, preset="muerte_al_tres", played=played)) != "O3"


def test_leads_the_three_before_a_dear_card_once_the_ace_is_its_own():
    view = view_of("O3 O1", stock=0, preset="muerte_al_tres", legal=(PlayCard(0, "O3"),))
    assert chosen(view) == "O3"


# marriages


def test_shows_a_marriage_before_it_plays():
    view = view_of(
        "C12 C11 E4", preset="mariaje", options={"marriage.mode": "declared"},
        legal=(PlayCard(0, "C12"), PlayCard(0, "C11"), PlayCard(0, "E4"), Declare(0, "C")),
    )  # fmt: skip
    assert chosen(view) == Declare(0, "C")


def test_keeps_a_king_whose_knight_may_come():
    view = view_of(
        "C12 E12", laid="B1", preset="mariaje", options={"marriage.mode": "declared"},
        marriages=(Marriage(1, "E", 20),),
    )  # fmt: skip
    assert chosen(view) == "E12"


def test_pays_more_for_figures_that_may_marry_in_the_pile():
    alone = view_of("O12 C4 E5", laid="B11")
    married = view_of("O12 C4 E5", laid="B11", preset="mariaje")
    assert chosen(alone) in ("C4", "E5")
    assert chosen(married) == "O12"


# open hands


def test_leads_what_the_open_hand_cannot_take():
    hands = (("C1", "E4", "B3"), ("C3", "E12", "E7"))
    view = view_of("C1 E4 B3", preset="scoperta", hands=hands)
    assert chosen(view) in ("B3", "C1")
    trumped = view_of("C1 E4 B3", preset="scoperta", hands=(hands[0], ("O4", "O5", "O6")))
    assert chosen(trumped) == "E4"


def last_two(hand, laid, other):
    cards = tuple(hand.split())
    return view_of(hand, laid=laid, stock=0, preset="scoperta", hands=((other,), cards))


def test_plays_the_last_tricks_exactly():
    # the trump that is kept beats the card that is left, the side card would fall to it
    assert chosen(last_two("O5 E1", "E3", "O4")) == "E1"
    assert chosen(last_two("O1 C3", "C12", "O3")) == "C3"
    # no side card takes, and the trump would be lost on the last card
    assert chosen(last_two("O5 E12", "E3", "C1")) == "O5"


# packs and turns unlike the usual


@pytest.mark.parametrize("ranks", ["std", "swap_3_7", "lombard", "tuscan"])
def test_prices_every_card_of_the_whole_french_pack(ranks):
    options = {"deck.french": "all52", "ranks": ranks}
    for card in view_of("O2", options=options).rules.deck:
        assert chosen(view_of(f"{card} {'C4' if card != 'C4' else 'E4'}", options=options))


def test_counts_on_the_second_card_of_the_other_where_two_are_played():
    view = view_of("C1 C6 E7", options={"play.cards_per_turn": 2})
    assert chosen(view) in ("C6", "E7")


def test_last_trick_and_table_are_not_counted_twice():
    plays = (PlayCard(0, "C4"), PlayCard(1, "C5"))
    view = view_of("O4 C6 E6", laid="C3", last_trick=Trick(1, 0, plays, 1, 0, "O"))
    assert chosen(view) == "O4"
