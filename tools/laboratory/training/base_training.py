"""Training of the weights for one number of players and sides, behind `manage.py train_bot`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots.simulation import rollouts, scalar
from games.bots.simulation.coding import codes_for, kernel_for
from games.bots.simulation.policy import SIZE
from games.engine import Rules
from tools.laboratory.training import base_learning

FIRST_RATE: Final = 0.01
"""Learning rate at the start."""
LAST_RATE: Final = 0.05
"""Learning rate at the end, as a share of the first."""
WINNING_WEIGHT: Final = 0.5
"""Weight of winning the deal against its points."""


@dataclass(frozen=True, slots=True)
class Course:
    """Parameters of training a table of weights, such as decks, seed and learning rate."""

    decks: int
    seed: int
    rate: float = FIRST_RATE
    winning: float = WINNING_WEIGHT
    reports: int = 50
    """Number of times that progress is reported."""


def train(rules: Rules, course: Course) -> Iterator[NDArray[np.float64]]:
    """Yield the table's weights at each report of the course; the last ones are the result.

    The same course gives the same weights. With numba training is some hundred times as fast as without.
    """
    kernel = kernel_for(rules)
    weights = np.zeros(SIZE)
    pack = np.array(sorted(codes_for(rules, "O").values()), np.int64)
    module = _module()
    slower = course.rate * (1 - LAST_RATE) / course.decks
    dice, done = 1 + course.seed * 7919 % 2147483645, 0
    work = _work(rules.players, len(rules.sides), len(pack))
    for report in range(1, course.reports + 1):
        decks = course.decks * report // course.reports - done
        rate = course.rate - slower * done
        if module is base_learning:
            lists = weights.tolist()
            plain = tuple(each.tolist() for each in work)
            dice = base_learning.learn(
                kernel.book.tolist(), lists, pack.tolist(), decks, dice, rate, slower,
                course.winning, plain,
            )  # fmt: skip
            weights = np.array(lists)
        else:
            dice = module.learn(
                kernel.book, weights, pack, decks, dice, rate, slower, course.winning, work
            )
        done += decks
        yield weights


def _module() -> ModuleType:
    """Return `base_learning`, compiled if numba is installed."""
    fast = rollouts.compiled()
    if fast is None:
        return base_learning
    from games.bots.simulation.compiled import compile_module

    return compile_module(base_learning, fast)


def _work(players: int, sides: int, cards: int) -> tuple[NDArray[np.generic], ...]:
    """Return empty arrays for a training's intermediate results, such as hands and decisions."""
    deals, most, widest = (
        base_learning.PLAYS_A_DECK,
        base_learning.MAX_DECISIONS,
        base_learning.MAX_CARD_FEATURES,
    )
    whole = np.int64
    return (
        np.full(players * 3, 48, whole),
        np.zeros(scalar.STATE_FIELDS, whole),
        np.zeros(sides, whole),
        np.zeros((deals, most, 3, widest), whole),
        np.zeros((deals, most, 3), whole),
        np.zeros((deals, most, 3), np.float64),
        np.zeros((deals, most + 1), whole),
        np.zeros((deals, most), whole),
        np.zeros((deals, sides), np.float64),
        np.zeros(cards, whole),
    )
