"""Hints, analyses and exercises name the same card: they ask the same judge."""

import random

from games.analysis import asks_something, judge
from games.bots.evaluation.advice import advise
from games.bots.evaluation.evaluator import FOR_TWO, evaluate
from games.engine import apply, view_for
from tests.bots.dealt import dealt
from tests.bots.evaluation.test_evaluator_in_family import a_card
from tests.stats.support import PEOPLE, log_of


def turns(count: int, players: int = 2):
    """Views on a card to be played, from deals played at random."""
    rng = random.Random(f"one judge {players}")
    rules, found = log_of(PEOPLE[:players]).rules, 0
    while found < count:
        state = dealt(rules, rng)
        for _ in range(rng.randrange(4, 14)):
            state, _ = apply(state, a_card(state, rng))
        view = view_for(state, state.turn)
        if len(view.hand) > 1:
            found += 1
            yield view


def test_what_an_exercise_asks_for_is_what_a_hint_says():
    exercises = 0
    for view in turns(30):
        worst = min(view.hand, key=lambda card: card)
        told = judge(view, worst, "analysis", 300).as_json()
        if asks_something(told):
            exercises += 1
            assert advise(view, random.Random("hint"), 300).card == told["best"]
    assert exercises > 3


def test_the_card_that_is_hinted_at_is_never_an_error():
    for players in (2, 4):
        for view in turns(10, players):
            card = advise(view, random.Random("hint"), 1000).card
            assert judge(view, card, "analysis", 1000).grade != "error"


def test_cards_are_ranked_as_the_expert_chooses_them():
    for view in turns(8):
        found = evaluate(view, random.Random(1), 200)
        ranked = max(found.cards, key=lambda one: one.win + one.points / FOR_TWO)
        assert found.best == ranked.action
        assert found.result_of(found.best).behind == 0
