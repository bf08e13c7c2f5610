"""Training of the net of two players: its gradients, its lessons, and the same weights from a seed."""

import numpy as np
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.bots.simulation import card_net
from games.bots.simulation.card_features import MAX_FEATURES, ROWS
from games.bots.simulation.policy import stored
from tests.bots.net_positions import RULES, found_features, positions
from tools.laboratory.training import net_learning, net_teaching, net_training


@pytest.fixture(scope="module")
def trained():
    """Weights as the training begins with, and a last layer that is not 0."""
    dice = np.random.default_rng(2)
    rows, middle, last = net_training.first_weights(dice)
    return rows, middle, dice.normal(0, 0.3, len(last)).astype(np.float32)


def test_the_stored_net_says_what_the_trained_one_says(trained):
    net = card_net.expanded(card_net.flattened(trained))
    for view in positions():
        common, own = found_features(view)
        found = np.zeros(3)
        counts = [*[len(each) for each in own], *[0] * (3 - len(own)), len(common)]
        rooms = (
            np.zeros(card_net.FIRST_LAYER_SIZE),
            np.zeros((3, card_net.FIRST_LAYER_SIZE)),
            np.zeros((3, card_net.SECOND_LAYER_SIZE)),
        )
        wide = np.zeros((3, MAX_FEATURES), np.int64)
        for slot, each in enumerate(own):
            wide[slot, : len(each)] = each
        net_learning.forward(trained, common, wide, counts, *rooms, found)
        found -= trained[2][-1]
        assert net.scores(common, own) / 256 == pytest.approx(found[: len(own)], abs=0.15)


def test_gradients_are_those_of_the_scores():
    dice = np.random.default_rng(5)
    net = dice.normal(0, 0.5, (ROWS + 1, 4)), dice.normal(0, 0.5, (5, 3)), dice.normal(0, 0.5, 4)
    common, own = [3, 50], np.array([[400, 470], [410, 480], [420, 490]])
    counts, change = [2, 2, 0, 2], [1.0, -0.5, 0.0]

    def worth():
        found, first, second = np.zeros(3), np.zeros((3, 4)), np.zeros((3, 3))
        net_learning.forward(net, common, own, counts, np.zeros(4), first, second, found)
        return found @ change, first, second

    _, first, second = worth()
    steep = tuple(np.zeros_like(each) for each in net)
    net_learning.backward(
        net, steep, common, own, counts, first, second, change, np.zeros(4), np.zeros(4)
    )
    for part, place in (
        (0, (3, 1)),
        (0, (400, 2)),
        (0, (ROWS, 0)),
        (1, (2, 1)),
        (1, (4, 2)),
        (2, 0),
    ):
        before = net[part][place]
        net[part][place] = before + 1e-6
        more = worth()[0]
        net[part][place] = before - 1e-6
        slope = (more - worth()[0]) / 2e-6
        net[part][place] = before
        assert steep[part][place] == pytest.approx(slope, abs=1e-6)


def lessons_of(many, seed=1):
    return net_teaching.joined(list(net_teaching.record([RULES], many, seed)))


def test_lessons_from_the_same_seed_are_the_same():
    first, again = lessons_of(3), lessons_of(3)
    for part in ("features", "scores", "values"):
        assert (getattr(first, part) == getattr(again, part)).all()
    assert (first.values > 0).all()
    assert (lessons_of(3, seed=2).features != first.features).any()


def test_a_net_that_is_taught_likes_better_cards_more(trained):
    lessons = net_teaching.joined([lessons_of(8)] * 64)
    net = tuple(each.copy() for each in trained)

    def liked():
        steep = net_teaching._gradients(net, lessons, np.arange(8))
        return sum(float((each**2).sum()) for each in steep)

    before = liked()
    net_teaching.teach(net, lessons, np.random.default_rng(1))
    assert any((each != old).any() for each, old in zip(net, trained, strict=True))
    assert liked() < before  # what is left to gain


def test_without_numba_or_the_table_the_net_is_not_trained(tmp_path):
    with pytest.raises(CommandError):
        call_command("train_bot", tables="net_2x2", out=tmp_path / "none.npz", decks=96)


def test_training_the_net_from_the_same_seed_gives_the_same_weights(monkeypatch):
    """Of a few decks, as plain Python plays them: numba compiles the same source."""
    monkeypatch.setattr(net_training, "_learn", lambda: net_learning.learn)
    monkeypatch.setattr(net_training, "STEP_DECKS", 2)
    courses = (net_training.NetCourse(4, seed, lessons=0, reports=2) for seed in (1, 1, 2))
    first, again, other = (
        list(net_training.train_net(stored()["2x2"], each))[-1] for each in courses
    )
    assert (first == again).all()
    assert (first != other).any()
