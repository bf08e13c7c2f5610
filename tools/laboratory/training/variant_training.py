"""Training of the table of one variant and seating, by games against itself.

REINFORCE with a deck's mean result as the baseline, as for the base game, many decks at once with
numpy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.bots.simulation.coding import HAND, PLACES, Floats, Ints, Kernel, codes_for, kernel_for
from games.bots.simulation.vector import StockRows
from games.bots.variants.batches import ILLEGAL_SCORE, Batch
from games.bots.variants.feature_table import Weights, expand
from games.engine import Rules

PLAYS_A_DECK: Final = 8
"""Number of times that each deck is played."""
BATCH_DECKS: Final = 64
"""Decks played at once."""
FIRST_RATE: Final = 0.02
"""Learning rate at the start."""
LAST_RATE: Final = 0.05
"""Learning rate at the end, as a share of the first."""


@dataclass(slots=True)
class Choice:
    """A play in each deal of a batch: the chosen cards, with the gradients of the choice."""

    numbers: Ints
    """[features, rows, HAND] indices of weights."""
    change: Floats
    """[rows, HAND] gradient of the choice's log-likelihood by each card's score."""
    side: Ints
    counts: Ints
    """1 if the choice mattered, else 0."""


def train(
    kind: type[Batch],
    rules: Rules,
    decks: int,
    seed: int,
    rate: float = FIRST_RATE,
    start: Weights | None = None,
) -> Iterator[Weights]:
    """Yield a variant's table of weights after each batch of decks; the last one is the result.

    Training begins with the weights `start`, or with 0. The same seed gives the same weights.
    """
    dice, kernel = np.random.default_rng(seed), kernel_for(rules)
    weights = np.zeros(kind.layout.size) if start is None else start.copy()
    table = expand(kind.layout, weights)
    batches = max(1, decks // BATCH_DECKS)
    for batch in range(batches):
        now = rate * (1 - (1 - LAST_RATE) * batch / batches)
        rows = shuffled(rules, kernel, BATCH_DECKS, dice)
        choices, rewards = _played(kind(rules, kernel, table, rows), weights, dice)
        deals = rewards.reshape(BATCH_DECKS, PLAYS_A_DECK, -1)
        gains = (deals - deals.mean(1, keepdims=True)).reshape(rewards.shape)
        every = np.arange(len(gains))
        for choice in choices:
            step = now * (gains[every, choice.side] * choice.counts)[:, None] * choice.change
            steps = np.broadcast_to(step, choice.numbers.shape).ravel()
            np.add.at(weights, choice.numbers.ravel(), steps)
        yield weights.copy()


def _played(
    batch: Batch, weights: Weights, dice: np.random.Generator
) -> tuple[list[Choice], Floats]:
    """Play all deals to their end by likelihood; return choices, and rewards [rows, sides]."""
    rows, choices, size = batch.rows, list[Choice](), len(batch.every)
    batch.begin((), ())
    while not batch.over:
        seat = batch.seat
        own = rows.hands[batch.every, seat]
        numbers = batch.numbers(own, seat)
        scores = weights.take(numbers).sum(0)
        may = batch.allowed(np.zeros_like(own), own, seat)
        scores = np.where(
            may == ILLEGAL_SCORE, -np.inf, np.where(may == -ILLEGAL_SCORE, 1e9, scores)
        )
        chances = np.exp(scores - scores.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        slot = (chances.cumsum(1) < dice.random(size)[:, None]).sum(1)
        slot = np.minimum(slot, HAND - 1)
        slot = np.where(chances[batch.every, slot] > 0, slot, chances.argmax(1))
        change = -chances
        change[batch.every, slot] += 1
        matters = (1 - batch.decided()) * ((chances > 0).sum(1) > 1)
        side = batch.kernel.side.take(seat)
        choices.append(Choice(numbers, change, side, matters))
        batch.lay(slot)
    return choices, batch.rewards()


def shuffled(rules: Rules, kernel: Kernel, decks: int, dice: np.random.Generator) -> StockRows:
    """Return random decks dealt as rows, PLAYS_A_DECK of each; the turned card's suit is trump."""
    players = rules.players
    pack = np.array(sorted(codes_for(rules, "O").values()), np.int64)
    cards = dice.permuted(np.tile(pack, (decks, 1)), axis=1)
    trump = cards[:, HAND * players] // PLACES
    suit = cards // PLACES
    named = np.where(suit == trump[:, None], 0, np.where(suit == 0, trump[:, None], suit))
    cards = np.repeat(named * PLACES + cards % PLACES, PLAYS_A_DECK, axis=0)
    size, dealt = len(cards), HAND * players

    def full(value: int) -> Ints:
        """Return an array with this value in every row."""
        return np.full(size, value, np.int64)

    return StockRows(
        hands=np.ascontiguousarray(cards[:, :dealt].reshape(size, HAND, players).swapaxes(1, 2)),
        stock=np.ascontiguousarray(cards[:, dealt + 1 :]),
        leader=full(0),
        laid=0,
        left=kernel.stock,
        bottom=cards[:, dealt].copy(),
        played=full(0),
        best=full(0),
        winning=full(0),
        table=full(0),
        dice=full(1),
        drawn=0,
        score=np.zeros((size, len(rules.sides)), np.int64),
    )
