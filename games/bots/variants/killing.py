"""Variant in which the trump ace may kill the trump three, which wins the deal (rules, 3.11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from games.bots.simulation import vector
from games.bots.simulation.coding import NONE, PLACES, Floats, Ints, Kernel
from games.bots.simulation.vector import StockRows
from games.bots.variants.batches import ILLEGAL_SCORE, Batch, most
from games.bots.variants.feature_table import Layout, Table
from games.bots.variants.unit import in_game_points
from games.engine import Rules

ACE: Final = PLACES - 1
THREE: Final = PLACES - 2
_WIN_REWARD_POINTS: Final = 80.0
"""Points that count in training as much as winning the deal."""


class Killing(Batch):
    """Batch of deals in which the trump ace may kill the trump three."""

    name = "killing"
    unit = in_game_points(1)
    memory = ("_before", "killer", "ace_by", "three_by")
    layout = Layout(ahead=5, state=80, mark=1)

    def __init__(self, rules: Rules, kernel: Kernel, table: Table, rows: StockRows) -> None:
        super().__init__(rules, kernel, table, rows)
        nobody = np.full(len(rows.leader), -1)
        self.killer = nobody
        """The side that has killed the three; -1 while none has."""
        self.ace_by = nobody
        """The seat that has played the ace in this trick; -1 where none has."""
        self.three_by = nobody
        """The seat that has played the three in this trick; -1 where none has."""
        self.own_kill = rules.option("muerte.friendly") != "ignored"

    def begin(self, past: Sequence[tuple[int, int]], winners: Sequence[int]) -> None:
        """Record an ace or three of trumps in the present trick, as well as `Batch.begin` does."""
        super().begin(past, winners)
        for seat, card in past[len(winners) * self.rules.players :]:
            laid = np.full(len(self.killer), seat)
            self.ace_by = laid if card == ACE else self.ace_by
            self.three_by = laid if card == THREE else self.three_by

    def ahead(self, seat: Ints) -> Ints:
        """Return a step [rows] from 0 to 4 for the lead in points of each seat's side."""
        return vector.LEAD_STEPS.take(vector.ahead(self.kernel, self.rows.score, seat) + 120)

    def state(self, own: Ints, seat: Ints) -> Ints:
        """Return a feature [rows]: where trump ace and three are, and how many seats play later."""
        rows = self.rows
        after = min(3, self.rules.players - 1 - rows.laid)

        def place(card: int) -> Ints:
            """Return the location of a trump: 0 in hand, 1 played, 2 turned up, 3 elsewhere."""
            held = (own[:, 0] == card) | (own[:, 1] == card) | (own[:, 2] == card)
            played = ((rows.played >> card) & 1) == 1
            turned = rows.bottom == card
            return np.where(held, 0, np.where(played, 1, np.where(turned, 2, 3)))

        three = np.where(self.three_by >= 0, 4, place(THREE))
        return np.asarray((place(ACE) * 5 + three) * 4 + after)

    def mark(self, own: Ints, seat: Ints, takes: Ints) -> Ints:
        """Return 0 for every card, as cards have no feature of their own in this variant."""
        return np.zeros((1, 1), np.int64)

    def allowed(self, worth: Ints, own: Ints, seat: Ints) -> Ints:
        """Return the scores, LOW for an ace that must wait and highest for one that kills."""
        rows = self.rows
        row, slot = np.nonzero(own == ACE)
        if len(row):
            waits = np.broadcast_to((rows.played >> THREE) & 1 == 0, len(own))[row]
            kills = np.broadcast_to(self._foe(seat, self.three_by), len(own))[row]
            locked = waits & ((own[row] != NONE).sum(1) > 1)
            scores = np.where(locked, ILLEGAL_SCORE, worth[row, slot])
            worth[row, slot] = np.where(kills, -ILLEGAL_SCORE, scores)
        return super().allowed(worth, own, seat)

    def _foe(self, seat: Ints, other: Ints) -> Ints:
        """Return True in rows where the first seat's ace may kill the other seat's three."""
        side = self.kernel.side
        opposed = side.take(seat) != side.take(np.maximum(other, 0))
        return np.asarray((other >= 0) & (opposed | self.own_kill))

    def laying(self, seat: Ints, card: Ints) -> None:
        """Record who plays the trump ace or three, and the side that kills the three with it."""
        if not ((card == ACE) | (card == THREE)).any():
            return
        self.ace_by = np.where(card == ACE, seat, self.ace_by)
        self.three_by = np.where(card == THREE, seat, self.three_by)
        met = (card == ACE) | (card == THREE)
        both = met & (self.ace_by >= 0) & self._foe(self.ace_by, self.three_by)
        side = self.kernel.side.take(np.maximum(self.ace_by, 0))
        self.killer = np.where(both & (self.killer < 0), side, self.killer)

    def taken(self, cards: Ints) -> None:
        """Forget who laid ace and three of trumps in a trick that is over; `cards` is not used."""
        self.ace_by = self.three_by = np.full(len(self.killer), -1)

    def values(self) -> tuple[Floats, Floats]:
        """Return game points won and shares in winning (0 to 1), both [rows, sides].

        A kill decides the deal, else points do.
        """
        score = self.rows.score
        wins = most(score)
        worth = np.where(score.max(1, keepdims=True) > 100, float(self.rules.hundred), 1.0)
        killed = self.killer >= 0
        kills = self.killer[:, None] == np.arange(score.shape[1])
        wins = np.where(killed[:, None], kills, wins)
        return wins * np.where(killed[:, None], 1.0, worth), wins

    def rewards(self) -> Floats:
        """Return the training rewards [rows, sides]: shares in winning, and without a kill points.

        These are the points above the mean, divided by `_WIN_REWARD_POINTS`.
        """
        score = self.rows.score
        points = (score - score.mean(1, keepdims=True)) / _WIN_REWARD_POINTS
        return np.asarray(self.values()[1] + np.where((self.killer >= 0)[:, None], 0.0, points))

    def decided(self) -> Ints:
        """Return for each row 1 if the trump three was killed, which decides the deal, else 0."""
        return (self.killer >= 0).astype(np.int64)
