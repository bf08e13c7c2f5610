"""Training of the net of two players, behind `manage.py train_bot`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from brisca_site.base.progress import Progress
from games.bots.simulation import card_features, rollouts, scalar
from games.bots.simulation.card_features import MAX_FEATURES, PLAYS_LOOKED_BACK, ROWS
from games.bots.simulation.card_net import FIRST_LAYER_SIZE, SECOND_LAYER_SIZE, flattened
from games.bots.simulation.coding import codes_for, kernel_for
from games.bots.simulation.policy import expand
from games.engine import Rules, build_ruleset
from tools.laboratory.training import base_learning, net_learning
from tools.laboratory.training.adam import Adam, Weights
from tools.laboratory.training.net_teaching import Lessons, joined, record, teach

LESSON_DECISIONS: Final = 60_000
"""Decisions of the expert that the net is taught first."""
STEP_DECKS: Final = 96
"""Decks from which one step of the weights is computed."""
FIRST_RATE: Final = 0.002
"""Length of the steps at the start."""
LAST_RATE: Final = 0.05
"""Length of the steps at the end, as a share of the first."""
WARM_UP_STEPS: Final = 50
"""Number of steps in which their length grows to FIRST_RATE."""
WINNING_WEIGHT: Final = 0.7
"""Weight of winning the deal against its points."""
RIVAL_SHARE: Final = 0.3
"""Share of the decks in which the table plays one side, by default."""
INITIAL_SPREAD: Final = 0.1
"""Standard deviation of the first layer's weights before training."""


@dataclass(frozen=True, slots=True)
class NetCourse:
    """Parameters of training the net of two players."""

    decks: int
    seed: int
    lessons: int = LESSON_DECISIONS
    """Decisions of the expert that the net is taught first."""
    against: float = RIVAL_SHARE
    """Share of the decks in which a rival plays one side; a new net's rival is the table."""
    reports: int = 50
    """Number of times that progress is reported."""


def train_net(table: NDArray[np.float64], course: NetCourse) -> Iterator[NDArray[np.int16]]:
    """Yield the net's weights at each report of the course, flat; the last ones are the result.

    `table` has the weights of the table whose scores the net corrects. Games with the exchange of the
    turned card and without it are played in turn. The same course gives the same weights.

    Raises:
        RuntimeError: numba is not installed; plain Python would take days.
    """
    _learn()  # fails at once without numba
    dice = np.random.default_rng(course.seed)
    net = first_weights(dice)
    begun = flattened(net)
    if course.lessons:
        teach(net, lessons(course), dice)
    rival = np.zeros_like(net[0]), np.zeros_like(net[1]), np.zeros_like(net[2])
    for flat in play_on(net, rival, table, course, int(dice.integers(1, 2**31 - 2))):
        yield without_unused(flat, begun)


def lessons(course: NetCourse) -> Lessons:
    """Record the decisions that the net is taught first, with a progress bar; return them."""
    recorded = []
    with Progress("lessons", course.lessons) as progress:
        for each in record(list(_games()), course.lessons, course.seed):
            recorded.append(each)
            progress.step()
    return joined(recorded)


def play_on(
    net: Weights, rival: Weights, table: NDArray[np.float64], course: NetCourse, seed: int
) -> Iterator[NDArray[np.int16]]:
    """Train the net against itself and against a rival's net, changing its weights in place.

    Yields the weights at each report of the course, flat.
    """
    learn = _learn()
    begun, work, adam = expand(table).weights.astype(np.int32), _work(), Adam(net)
    games = [(kernel_for(rules), _pack(rules)) for rules in _games()]
    steps, done = max(1, course.decks // STEP_DECKS), 0
    for report in range(1, course.reports + 1):
        for step in range(done, steps * report // course.reports):
            kernel, pack = games[step % len(games)]
            steep = np.zeros_like(net[0]), np.zeros_like(net[1]), np.zeros_like(net[2])
            seed = learn(
                kernel.book,
                begun,
                net,
                rival,
                steep,
                pack,
                STEP_DECKS,
                seed,
                WINNING_WEIGHT,
                course.against,
                work,
            )
            for slope in steep:
                slope /= STEP_DECKS * net_learning.PLAYS_A_DECK
            rate = FIRST_RATE * min(1.0, (step + 1) / WARM_UP_STEPS)
            adam.climb(steep, rate * (1 - (1 - LAST_RATE) * step / steps))
        done = steps * report // course.reports
        yield flattened(net)


def without_unused(flat: NDArray[np.int16], begun: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return weights with 0 for each feature that never occurred, so that the file is smaller.

    Weights of such a feature are the same as in `begun`, the weights at the beginning of training.
    """
    packed_weights, size = flat.copy(), ROWS * FIRST_LAYER_SIZE
    rows, first = (
        packed_weights[:size].reshape(ROWS, FIRST_LAYER_SIZE),
        begun[:size].reshape(ROWS, FIRST_LAYER_SIZE),
    )
    rows[(rows == first).all(1)] = 0
    return packed_weights


def first_weights(dice: np.random.Generator) -> Weights:
    """Return random weights to begin with; the last layer's are small, so that the table decides at first."""
    rows = dice.normal(0, INITIAL_SPREAD, (ROWS + 1, FIRST_LAYER_SIZE)).astype(np.float32)
    middle = dice.normal(
        0, np.sqrt(2 / FIRST_LAYER_SIZE), (FIRST_LAYER_SIZE + 1, SECOND_LAYER_SIZE)
    ).astype(np.float32)
    rows[-1] = middle[-1] = 0
    last = dice.normal(0, 0.02, SECOND_LAYER_SIZE + 1).astype(np.float32)
    last[-1] = 0
    return rows, middle, last


def _games() -> tuple[Rules, Rules]:
    """Return the rules of two players with the exchange of the turned card and without it."""
    return build_ruleset("ludoteka", 2).rules, build_ruleset("briscola", 2).rules


def _pack(rules: Rules) -> NDArray[np.int64]:
    """Return an array of the codes of a ruleset's cards."""
    return np.array(sorted(codes_for(rules, "O").values()), np.int64)


@cache
def _learn() -> Any:
    """Return `net_learning.learn`, compiled by numba.

    Raises:
        RuntimeError: numba is not installed.
    """
    fast = rollouts.compiled()
    if fast is None:
        raise RuntimeError("the net is trained with numba, which is not installed")
    from games.bots.simulation.compiled import compile_module

    features = compile_module(card_features)
    base = compile_module(base_learning, fast)
    return compile_module(net_learning, fast, features, base).learn


def _work() -> tuple[Any, ...]:
    """Return empty arrays for a training's intermediate results: a deal, decisions, gradients."""
    deals, most, whole, small = (
        net_learning.PLAYS_A_DECK,
        net_learning.MAX_DECISIONS,
        np.int64,
        np.float32,
    )
    deal = (
        np.full((2, 3), 48, whole),
        np.zeros(scalar.STATE_FIELDS, whole),
        np.zeros(2, whole),
        np.zeros(2, whole),
        np.full((2, PLAYS_LOOKED_BACK, 2), 48, whole),
        np.zeros(3),
        np.zeros(FIRST_LAYER_SIZE, small),
    )
    records = (
        np.zeros((deals, most, MAX_FEATURES), whole),
        np.zeros((deals, most, 3, MAX_FEATURES), whole),
        np.zeros((deals, most, 4), whole),
        np.zeros((deals, most, 3, FIRST_LAYER_SIZE), small),
        np.zeros((deals, most, 3, SECOND_LAYER_SIZE), small),
        np.zeros((deals, most, 3)),
        np.zeros((deals, most), whole),
        np.zeros((deals, most), whole),
    )
    pack = len(_pack(_games()[0]))
    rest = (np.zeros(pack, whole), np.zeros(deals, whole), np.zeros((deals, 2)))
    return (
        deal,
        records,
        *rest,
        np.zeros(3, small),
        np.zeros(FIRST_LAYER_SIZE, small),
        np.zeros(FIRST_LAYER_SIZE, small),
    )
