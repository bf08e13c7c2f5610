"""Training of the weights of the base game: what it learns is looked up, the same from a seed."""

import random

import numpy as np
import pytest

from games.bots.simulation import policy, scalar
from games.bots.simulation.coding import NONE, cards_for, kernel_for
from games.engine import apply
from tests.bots.kernel_deals import SEATINGS, dealt, ended, liked_slot, numbers_of, plays, rules_of
from tools.laboratory.training import base_learning
from tools.laboratory.training.base_training import Course, train


@pytest.mark.parametrize(("players", "teams"), SEATINGS)
def test_weights_are_looked_up_where_they_were_learned(players, teams):
    rules, rng = rules_of(players, teams), random.Random(f"features {players}")
    kernel, weights = kernel_for(rules), np.random.default_rng(1).normal(size=policy.SIZE)
    weights = np.round(weights * policy.SCALE) / policy.SCALE
    table = policy.expand(weights)
    for _ in range(10):
        state = dealt(rules, rng)
        numbers = numbers_of(state)
        while not ended(state):
            seat = state.turn
            hand = numbers.hands[3 * seat : 3 * seat + 3]
            best = numbers.state[scalar.BEST]
            winners = sum(numbers.book[scalar.BEAT + best * 49 + card] for card in hand)
            found = [0] * base_learning.MAX_CARD_FEATURES
            likings = []
            for slot in range(3):
                if hand[slot] == NONE:
                    likings.append(-np.inf)
                    continue
                size = base_learning.features(
                    numbers.book, numbers.hands, numbers.state, numbers.score, seat, slot,
                    winners, found,
                )  # fmt: skip
                likings.append(sum(weights[found[at]] for at in range(size)))
            slot = liked_slot(kernel, table, numbers, state)
            assert likings[slot] == pytest.approx(max(likings))
            card = cards_for(rules, state.deal.trump)[hand[slot]]
            state, _ = apply(state, next(one for one in plays(state) if one.card == card))
            # without arming the engine exchanges nothing, so that the numbers must not either
            numbers.book[3] = numbers.book[4] = NONE
            numbers.lay(card)
    assert kernel.spec[0] == players


def test_training_from_the_same_seed_gives_the_same_weights_and_learns():
    rules = rules_of(2)
    first, again, other = (
        list(train(rules, Course(20, seed, reports=2)))[-1] for seed in (1, 1, 2)
    )
    assert (first == again).all()
    assert (first != other).any()
    assert np.abs(first).max() > 0.01
