"""Training for variants of the base game: a table for every way of sitting, the same from a seed."""

import numpy as np

from games.bots.simulation.coding import kernel_for
from games.bots.variants.feature_table import stored
from games.bots.variants.games import kind_of, name_of, table_of, way_of
from tests.bots.variant_games import BY_WAY, rules_of
from tools.laboratory.training import variant_training
from tools.laboratory.training.variants import TABLES


@BY_WAY
def test_there_is_a_table_for_every_way_of_sitting(preset, players, teams):
    rules = rules_of(preset, players, teams)
    assert kind_of(rules) is not None
    name = name_of(kind_of(rules), rules)
    assert stored()[name].any()
    trained_by = TABLES[name]
    assert way_of(trained_by) is kind_of(rules)
    assert trained_by.side_of == rules.side_of


@BY_WAY
def test_what_is_looked_up_together_is_the_sum_of_the_weights(preset, players, teams):
    rules = rules_of(preset, players, teams)
    kind, dice = kind_of(rules), np.random.default_rng(3)
    weights = stored()[name_of(kind, rules)]
    kernel = kernel_for(rules)
    batch = kind(rules, kernel, table_of(rules), variant_training.shuffled(rules, kernel, 6, dice))
    batch.begin((), ())
    while not batch.over:
        seat = batch.seat
        own = batch.rows.hands[batch.every, seat]
        summed = weights.take(batch.numbers(own, seat)).sum(0, dtype=np.int64)
        worth = batch.weigh(own, seat)
        assert (worth == batch.allowed(summed, own, seat)).all()
        batch.lay((worth + dice.integers(0, 300, worth.shape)).argmax(1))


def test_training_gives_the_same_weights_from_the_same_seed_and_learns():
    rules = rules_of("mariaje")
    kind = way_of(rules)
    courses = [list(variant_training.train(kind, rules, 640, seed=5)) for _ in range(2)]
    assert (courses[0][-1] == courses[1][-1]).all()
    assert not (courses[0][0] == courses[0][-1]).all()
    assert not (next(variant_training.train(kind, rules, 64, seed=6)) == courses[0][0]).all()
