"""Cards of one seat are evaluated for each side, where there are more than two."""

import random

import pytest

from games.bots.evaluation.evaluator import evaluate
from games.bots.evaluation.side_evaluator import judges_for_sides, worths_for_side
from games.engine import Cut, DealCards, apply, build_ruleset, start, view_for

WORLDS = 200


def led(preset, players, options=None):
    """The view of seat 0, which is to lead the first trick."""
    rules = build_ruleset(preset, players, options).rules
    state, _ = apply(start(rules, dealer=players - 1), Cut(players - 2, 20))
    deck = tuple(random.Random("sides").sample(rules.deck, len(rules.deck)))
    return view_for(apply(state, DealCards(deck))[0], 0)


@pytest.mark.parametrize("preset", ["catalan", "mariaje", "muerte_al_tres"])
def test_for_the_own_side_they_are_what_the_judgement_of_the_card_says(preset):
    view = led(preset, 3)
    found = evaluate(view, random.Random(1), WORLDS)
    worths = worths_for_side(view, view.hand, 0, random.Random(1), WORLDS)
    for card, worth in zip(view.hand, worths, strict=True):
        (own,) = [one for one in found.cards if one.action.card == card]
        assert (worth.points, worth.win) == pytest.approx((own.points, own.win))


def test_all_sides_share_the_points_and_the_deal():
    view = led("catalan", 3)
    each = [worths_for_side(view, view.hand, side, random.Random(1), WORLDS) for side in range(3)]
    for own, second, third in zip(*each, strict=True):
        assert own.points + second.points + third.points == pytest.approx(120)
        assert own.win + second.win + third.win == pytest.approx(1)
    assert all(min(one.behind for one in worths) == 0 for worths in each)


@pytest.mark.parametrize(("preset", "players"), [("ludoteka", 2), ("ludoteka", 4), ("chiamata", 5)])
def test_with_two_sides_or_an_auction_there_is_none(preset, players):
    assert not judges_for_sides(build_ruleset(preset, players).rules)


def test_and_who_asks_is_refused():
    view = led("ludoteka", 2)
    with pytest.raises(ValueError, match="more than two sides"):
        worths_for_side(view, view.hand, 1, random.Random(1), WORLDS)
