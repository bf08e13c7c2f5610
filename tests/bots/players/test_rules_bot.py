"""The rules of thumb, one by one."""

import random

import pytest

from games.bots import BOT_NAMES, bot_named
from games.engine import ARRASTRE, ArmExchange, Claim, PlayCard, view_for
from tests.bots.views import view_of
from tests.engine.builders import dealt, rules_for


def chosen(hand, level="rules", **said):
    action = bot_named(level).choose(view_of(hand, **said), random.Random(1))
    return action.card if isinstance(action, PlayCard) else action


def test_leads_low_and_not_trump():
    assert chosen("O1 C6 E3") == "C6"
    assert chosen("O2 C4 B1") == "C4"


def test_takes_a_brisca_with_the_same_suit_rather_than_a_trump():
    assert chosen("C1 O4 E6", laid="C3") == "C1"


def test_takes_a_brisca_with_a_low_trump():
    assert chosen("O1 O4 E6", laid="C3") == "O4"


def test_takes_with_a_side_card_when_it_brings_points():
    assert chosen("C1 O4 E6", laid="C12") == "C1"


def test_does_not_spend_a_trump_on_nothing():
    assert chosen("O4 O12 E6", laid="C5") == "E6"


def test_keeps_the_trump_ace_when_a_small_one_does():
    assert chosen("O1 O4 O5", laid="C1") in ("O4", "O5")


def test_throws_no_points_where_it_cannot_win():
    assert chosen("C3 E6 E12", laid="C1") == "E6"


def test_dumps_points_on_a_trick_that_the_partner_is_sure_of():
    # seat 3 is last, its partner at seat 1 wins with the trump ace
    assert chosen("B1 E6 C5", laid="C4 O1 C7", players=4) == "B1"


def test_gives_a_partner_no_trump_on_such_a_trick():
    assert chosen("O3 E12 E6", laid="C1 O4 C7", players=4) == "E12"


def test_gives_opponents_nothing_when_last():
    assert chosen("B1 E6 B12", laid="O1 C4 C7", players=4) == "E6"


def test_takes_from_opponents_when_last_with_the_cheapest_that_wins():
    assert chosen("O3 O5 C6", laid="C1 C4 C7", players=4) == "O5"


@pytest.mark.parametrize("level", ["greedy", "rules"])
def test_arms_the_exchange_before_playing(level):
    action = chosen("O7 C6 E3", level, turned="O12", offers=("arm",))
    assert action == ArmExchange(0, True)


@pytest.mark.parametrize("level", ["greedy", "rules"])
def test_claims_when_it_plays_alone(level):
    action = chosen("O1 O3 O12", level, preset="catalan", stock=0, offers=("claim",))
    assert action == Claim(0)


@pytest.mark.parametrize("level", BOT_NAMES)
def test_no_bot_makes_a_claim_that_it_cannot_be_certain_of(level):
    rules = rules_for("catalan", players=4)
    state = dealt(rules, "E1 E12 O4 | E7 O1 C3 | E3 C5 B6 | O3 B3 B1", "E4")
    state = state.replace(deal=state.deal.replace(stock=(), turned=None))
    view = view_for(state, 0)
    assert view.claim is not None
    assert not view.claim.certain
    for seed in range(5):
        assert not isinstance(bot_named(level).choose(view, random.Random(seed)), Claim)


def test_announces_arrastre_when_it_takes_with_the_ace_and_others_follow():
    view = view_of("O1 C6 E7", laid="C3 C1", players=4, preset="catalan", offers=("arrastre",))
    assert bot_named("rules").choose(view, random.Random(1)) == PlayCard(2, "O1", ARRASTRE)


def test_greedy_takes_the_most_points_now():
    assert chosen("C1 O4 E6", "greedy", laid="C12") == "C1"
    assert chosen("C4 O1 E6", "greedy", laid="C3") == "O1"


def test_greedy_throws_its_cheapest_card_where_nothing_is_to_be_had():
    assert chosen("C12 O4 E6", "greedy", laid="C1") == "O4"
    assert chosen("C12 O4 E6", "greedy", laid="B5") == "E6"
    assert chosen("C12 O4 E6", "greedy") == "E6"
