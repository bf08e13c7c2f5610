"""Variant in which king and knight of a suit count for the side that takes both (rules, 3.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import numpy as np

from games.bots.simulation import scalar, vector
from games.bots.simulation.coding import PLACES, WIDTH, Floats, Ints, Kernel
from games.bots.simulation.vector import StockRows
from games.bots.variants.batches import Batch, most
from games.bots.variants.feature_table import Layout, Table
from games.bots.variants.unit import CARDS
from games.engine import Rules

MARRIAGE_POINTS: Final = 20
"""Points of a marriage; twice as many in trumps."""
_MAX_LEAD: Final = 255
_LEAD_STEPS: Final = np.array([scalar.lead_of(each) for each in range(-_MAX_LEAD, _MAX_LEAD + 1)])
_WIN_REWARD_POINTS: Final = 40.0
"""Points that count in training as much as winning the deal."""


class Marrying(Batch):
    """Batch of deals in which king and knight of a suit count for the side that has taken both."""

    name = "marrying"
    unit = CARDS
    memory: ClassVar[tuple[str, ...]] = ("_before", "got", "married", "lies")
    layout = Layout(ahead=5, state=12, mark=7)

    def __init__(self, rules: Rules, kernel: Kernel, table: Table, rows: StockRows) -> None:
        super().__init__(rules, kernel, table, rows)
        king, knight = (PLACES - 1 - rules.order.index(rank) for rank in rules.figures[:2])
        self.pairs = [PLACES * suit + np.array((king, knight)) for suit in range(4)]
        self.mate = np.zeros(WIDTH, np.int64)
        """By card, the other card of its marriage as a bit."""
        self.worth = np.zeros(WIDTH, np.int64)
        """By card, the points of its marriage."""
        for suit, (first, second) in enumerate(self.pairs):
            self.mate[first], self.mate[second] = 1 << int(second), 1 << int(first)
            self.worth[[first, second]] = MARRIAGE_POINTS * (1 + (suit == 0))
        self.got = np.zeros_like(rows.score)
        """[rows, sides] cards that each side has taken, as bits."""
        self.married = np.zeros_like(rows.score)
        """[rows, sides] points of marriages that each side has taken."""
        self.lies = np.zeros(len(rows.leader), np.int64)
        """Cards of the trick in progress, as bits."""

    def begin(self, past: Sequence[tuple[int, int]], winners: Sequence[int]) -> None:
        """Record which side has taken which cards, as well as `Batch.begin` does."""
        super().begin(past, winners)
        players = self.rules.players
        for at, (_seat, card) in enumerate(past):
            trick = at // players
            if trick < len(winners):
                self.got[:, self.rules.side_of[winners[trick]]] |= 1 << card
            else:
                self.lies = self.lies | (1 << card)
        self._marry()

    def _marry(self) -> None:
        """Count in each row the points of the marriages among each side's captured cards."""
        married = np.zeros_like(self.got)
        for suit, (king, knight) in enumerate(self.pairs):
            both = (1 << int(king)) | (1 << int(knight))
            married += MARRIAGE_POINTS * (1 + (suit == 0)) * ((self.got & both) == both)
        self.married = married

    def _piles(self, seat: Ints) -> tuple[Ints, Ints]:
        """Return, as bits, the pile of each seat's own side and those of all others."""
        side = self.kernel.side.take(seat)
        own = self.got[self.every, side]
        every_pile = self.got[:, 0].copy()
        for at in range(1, self.got.shape[1]):
            every_pile |= self.got[:, at]
        return own, every_pile & ~own

    def ahead(self, seat: Ints) -> Ints:
        """Return a step [rows] from 0 to 4 for each seat's lead in points, marriages included."""
        totals = self.rows.score + self.married
        ahead = vector.ahead(self.kernel, totals, seat)
        return _LEAD_STEPS.take(np.clip(ahead, -_MAX_LEAD, _MAX_LEAD) + _MAX_LEAD)

    def state(self, own: Ints, seat: Ints) -> Ints:
        """Return a feature [rows]: the marriages that this trick makes, spoils or leaves open."""
        if self.rows.laid == 0:
            return np.zeros(len(self.every), np.int64)
        mine, theirs = self._piles(seat)
        completed, spoilt, open_ = (np.zeros(len(self.every), np.int64) for _ in range(3))
        for king, knight in self.pairs:
            for card, mate in ((int(king), int(knight)), (int(knight), int(king))):
                lies = (self.lies >> card) & 1
                worth = lies * (int(self.worth[card]) // MARRIAGE_POINTS)
                completed += worth * (((mine | self.lies) >> mate) & 1)
                spoilt += worth * ((theirs >> mate) & 1)
                open_ |= lies
        # a marriage that lies there whole was counted by both its cards
        return np.asarray(
            np.minimum(completed, 2) * 4 + np.where(spoilt, np.minimum(spoilt, 2), 3 * open_)
        )

    def mark(self, own: Ints, seat: Ints, takes: Ints) -> Ints:
        """Return a feature of each card: where a king's or knight's mate is, 0 for others."""
        mine, theirs = self._piles(seat)
        bit = self.kernel.bit.take(own)
        hand = bit[:, 0] | bit[:, 1] | bit[:, 2]
        mate = self.mate.take(own)
        place = np.where(mate != 0, 1, 0)
        for value, cards in ((2, hand), (3, self.lies), (4, mine), (5, theirs)):
            place = np.where((cards[:, None] & mate) != 0, value, place)
        return np.asarray(place)

    def laying(self, seat: Ints, card: Ints) -> None:
        """Add the cards that are about to be played to the trick in progress."""
        self.lies = self.lies | self.kernel.bit.take(card)

    def taken(self, cards: Ints) -> None:
        """Add a finished trick to the pile of the side that took it."""
        self.got[self.every, self.kernel.side.take(self.rows.leader)] |= cards
        self.lies = np.zeros_like(self.lies)
        self._marry()

    def values(self) -> tuple[Floats, Floats]:
        """Return points with marriages and shares in winning by them (0 to 1), [rows, sides]."""
        totals = self.rows.score + self.married
        return totals.astype(np.float64), most(totals)

    def rewards(self) -> Floats:
        """Return the training rewards [rows, sides]: shares in winning, and points above the mean.

        The points are divided by `_WIN_REWARD_POINTS`.
        """
        totals, wins = self.values()
        return np.asarray(wins + (totals - totals.mean(1, keepdims=True)) / _WIN_REWARD_POINTS)
