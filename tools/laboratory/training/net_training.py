"""Training of the net of two players, behind `manage.py train_bot`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from games.bots.simulation import card_features, rollouts, scalar
from games.bots.simulation.card_features import MOST, PLAYS, ROWS
from games.bots.simulation.card_net import NARROW, WIDE, flattened
from games.bots.simulation.coding import codes_for, kernel_for
from games.bots.simulation.policy import expand
from games.engine import Rules, build_ruleset
from games.management.progress import Progress
from tools.laboratory.training import base_learning, net_learning
from tools.laboratory.training.adam import Adam, Weights
from tools.laboratory.training.net_teaching import Lessons, joined, record, teach

LESSONS: Final = 60_000
"""Decisions of the expert that the net is taught first."""
AT_ONCE: Final = 96
"""Decks from which one step of the weights is computed."""
FIRST_RATE: Final = 0.002
"""Length of the steps at the start."""
LAST_RATE: Final = 0.05
"""Length of the steps at the end, as a share of the first."""
WARMING: Final = 50
"""Steps in which their length grows to the first."""
WINNING: Final = 0.7
"""Weight of winning the deal against its points."""
AGAINST: Final = 0.3
"""Share of the decks in which the table plays one side, by default."""
SPREAD: Final = 0.1
"""Standard deviation of the first layer's weights before training."""


@dataclass(frozen=True, slots=True)
class NetCourse:
    """Parameters of a training."""

    decks: int
    seed: int
    lessons: int = LESSONS
    """Decisions of the expert that the net is taught first."""
    against: float = AGAINST
    """Share of the decks in which a rival plays one side: for a new net the table."""
    pieces: int = 50
    """Number of reports of progress."""


def train_net(table: NDArray[np.float64], course: NetCourse) -> Iterator[NDArray[np.int16]]:
    """Yield the net's weights after each piece of the course, flat; the last are the result.

    `table` is the weights to whose scores the net's are added. Games with the exchange of the
    turned card and without it are played in turn. The same course gives the same weights.

    Raises:
        RuntimeError: where numba is not installed; plain Python would take days.
    """
    _learn()  # says at once where numba is not there
    dice = np.random.default_rng(course.seed)
    net = first_weights(dice)
    begun = flattened(net)
    if course.lessons:
        teach(net, lessons(course), dice)
    rival = np.zeros_like(net[0]), np.zeros_like(net[1]), np.zeros_like(net[2])
    for flat in play_on(net, rival, table, course, int(dice.integers(1, 2**31 - 2))):
        yield without_unused(flat, begun)


def lessons(course: NetCourse) -> Lessons:
    """Return the decisions that the net is taught first; show a bar of them."""
    found = []
    with Progress("lessons", course.lessons) as progress:
        for each in record(list(_games()), course.lessons, course.seed):
            found.append(each)
            progress.step()
    return joined(found)


def play_on(
    net: Weights, rival: Weights, table: NDArray[np.float64], course: NetCourse, seed: int
) -> Iterator[NDArray[np.int16]]:
    """Let the net play against itself and against a rival's net, and change its weights in place.

    Yields the weights after each piece of the course, flat.
    """
    learn = _learn()
    begun, work, adam = expand(table).weights.astype(np.int32), _work(), Adam(net)
    games = [(kernel_for(rules), _pack(rules)) for rules in _games()]
    steps, made = max(1, course.decks // AT_ONCE), 0
    for piece in range(1, course.pieces + 1):
        for step in range(made, steps * piece // course.pieces):
            kernel, pack = games[step % len(games)]
            steep = np.zeros_like(net[0]), np.zeros_like(net[1]), np.zeros_like(net[2])
            seed = learn(
                kernel.book,
                begun,
                net,
                rival,
                steep,
                pack,
                AT_ONCE,
                seed,
                WINNING,
                course.against,
                work,
            )
            for slope in steep:
                slope /= AT_ONCE * net_learning.DEALS
            rate = FIRST_RATE * min(1.0, (step + 1) / WARMING)
            adam.climb(steep, rate * (1 - (1 - LAST_RATE) * step / steps))
        made = steps * piece // course.pieces
        yield flattened(net)


def without_unused(flat: NDArray[np.int16], begun: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return weights with 0 for each feature that never occurred, so that the file takes less room.

    Those of such a feature are still what they were when the training began.
    """
    found, size = flat.copy(), ROWS * WIDE
    rows, first = found[:size].reshape(ROWS, WIDE), begun[:size].reshape(ROWS, WIDE)
    rows[(rows == first).all(1)] = 0
    return found


def first_weights(dice: np.random.Generator) -> Weights:
    """Return weights to begin with; the last layer's are small, so that the table plays at first."""
    rows = dice.normal(0, SPREAD, (ROWS + 1, WIDE)).astype(np.float32)
    middle = dice.normal(0, np.sqrt(2 / WIDE), (WIDE + 1, NARROW)).astype(np.float32)
    rows[-1] = middle[-1] = 0
    last = dice.normal(0, 0.02, NARROW + 1).astype(np.float32)
    last[-1] = 0
    return rows, middle, last


def _games() -> tuple[Rules, Rules]:
    """Return the rules of two players with the exchange of the turned card and without it."""
    return build_ruleset("ludoteka", 2).rules, build_ruleset("briscola", 2).rules


def _pack(rules: Rules) -> NDArray[np.int64]:
    """Return the codes of a ruleset's cards."""
    return np.array(sorted(codes_for(rules, "O").values()), np.int64)


@cache
def _learn() -> Any:
    """Return `net_learning.learn` as numba compiles it.

    Raises:
        RuntimeError: where numba is not installed.
    """
    fast = rollouts.compiled()
    if fast is None:
        raise RuntimeError("the net is trained with numba, which is not installed")
    from games.bots.simulation.compiled import compile_module

    features = compile_module(card_features)
    base = compile_module(base_learning, fast)
    return compile_module(net_learning, fast, features, base).learn


def _work() -> tuple[Any, ...]:
    """Return the arrays to work in: a deal, what was weighed at each decision, and the rest."""
    deals, most, whole, small = net_learning.DEALS, net_learning.MAX_DECISIONS, np.int64, np.float32
    deal = (
        np.full((2, 3), 48, whole),
        np.zeros(scalar.STATE_FIELDS, whole),
        np.zeros(2, whole),
        np.zeros(2, whole),
        np.full((2, PLAYS, 2), 48, whole),
        np.zeros(3),
        np.zeros(WIDE, small),
    )
    records = (
        np.zeros((deals, most, MOST), whole),
        np.zeros((deals, most, 3, MOST), whole),
        np.zeros((deals, most, 4), whole),
        np.zeros((deals, most, 3, WIDE), small),
        np.zeros((deals, most, 3, NARROW), small),
        np.zeros((deals, most, 3)),
        np.zeros((deals, most), whole),
        np.zeros((deals, most), whole),
    )
    pack = len(_pack(_games()[0]))
    rest = (np.zeros(pack, whole), np.zeros(deals, whole), np.zeros((deals, 2)))
    return deal, records, *rest, np.zeros(3, small), np.zeros(WIDE, small), np.zeros(WIDE, small)
