"""Positions of two players for the tests of the card net, and what the net looks at in them."""

import random

from games.bots import bot_named
from games.bots.evaluation.base_scores import features_of
from games.bots.knowledge.base_game import knowledge_of
from games.engine import Cut, DealCards, PlayCard, apply, start, view_for
from tests.bots.kernel_deals import rules_of

RULES = rules_of(2)


def dealt(deck, rules=RULES):
    state = start(rules, dealer=0)
    state, _ = apply(state, Cut(state.cutter, len(deck) // 2))
    return apply(state, DealCards(deck))[0]


def positions(rules=RULES, seed=1):
    """Views of a deal that learned bots play, and their states, as long as there is a stock."""
    rng = random.Random(seed)
    state = dealt(tuple(rng.sample(rules.deck, len(rules.deck))), rules)
    while view_for(state, state.turn).stock:
        view = view_for(state, state.turn)
        action = bot_named("learned").choose(view, rng)
        if isinstance(action, PlayCard):
            yield view
        state, _ = apply(state, action)


def found_features(view):
    return features_of(view, knowledge_of(view))
