"""Variant with open hands and a hidden stock (rules, 3.4), for two players."""

from __future__ import annotations

from typing import Final

import numpy as np

from games.bots.simulation import vector
from games.bots.simulation.coding import NONE, PLACES, WIDTH, Floats, Ints
from games.bots.variants.batches import Batch, most
from games.bots.variants.feature_table import Layout
from games.bots.variants.unit import CARDS

_WIN_REWARD_POINTS: Final = 40.0
"""Points that count in training as much as winning the deal."""


class OpenCards(Batch):
    """Batch of deals in which both of two players see both hands."""

    name = "open"
    unit = CARDS
    infers = False
    layout = Layout(ahead=5, state=16, mark=25)

    def ahead(self, seat: Ints) -> Ints:
        """Return a step [rows] from 0 to 4 for each seat's lead in points."""
        score = self.rows.score
        difference = score[:, 0] - score[:, 1]
        return vector.LEAD_STEPS.take(np.where(seat == 0, difference, -difference) + 120)

    def _others(self, seat: Ints) -> Ints:
        """Return the hand [rows, HAND] of the player who is not `seat`."""
        return np.asarray(self.rows.hands[self.every, 1 - seat])

    def state(self, own: Ints, seat: Ints) -> Ints:
        """Return a feature [rows] for the other's trumps, and aces and threes of other suits."""
        other = self._others(seat)
        trumps = (other < PLACES).sum(1)
        fat = ((other >= PLACES) & (self.kernel.value.take(other) >= 10)).sum(1)
        return np.asarray(trumps * 4 + fat)

    def mark(self, own: Ints, seat: Ints, takes: Ints) -> Ints:
        """Return a feature of each card: the other's cheapest cards that take it, or do not."""
        kernel, other = self.kernel, self._others(seat)
        beats = kernel.beat.take(own[:, :, None] * WIDTH + other[:, None, :]) == 1
        value = kernel.value.take(other)[:, None, :]
        trump = (other < PLACES)[:, None, :]
        # 0 same suit with many points, 1 same suit, 2 low trump, 3 trump figure, 4 high trump
        price = np.where(trump, 2 + (value > 0) + (value >= 10), np.where(value > 4, 0, 1))
        least = np.where(beats, price, 9).min(2)
        how = np.where(least == 9, 0, 1 + least)[:, :]
        how = np.minimum(how, 4)
        lies = (other != NONE)[:, None, :]
        cheap = np.where(lies & ~beats, value + 3 * trump, 99).min(2)
        throw = np.where(
            cheap == 99,
            0,
            np.where(cheap == 0, 1, np.where(cheap < 5, 2, np.where(cheap < 10, 3, 4))),
        )
        return np.asarray(how * 5 + throw)

    def values(self) -> tuple[Floats, Floats]:
        """Return card points and shares in winning (0 to 1) by them, both [rows, sides]."""
        return self.rows.score.astype(np.float64), most(self.rows.score)

    def rewards(self) -> Floats:
        """Return the training rewards [rows, sides]: shares in winning, and points above the mean.

        The points are divided by `_WIN_REWARD_POINTS`.
        """
        score = self.rows.score
        return np.asarray(most(score) + (score - score.mean(1, keepdims=True)) / _WIN_REWARD_POINTS)
