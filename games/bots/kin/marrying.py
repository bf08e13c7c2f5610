"""King and knight of a suit count for who takes both (rules, 3.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from games.bots.judgement import CARDS, Floats
from games.bots.kernel.coding import NONE, PLACES, WIDTH, Ints, Kernel
from games.bots.kernel.policy import SCALE, Policy
from games.bots.kernel.vector import Rows
from games.bots.kin.batches import Batch
from games.engine import Rules

PAIR: Final = 20
"""Points of a marriage; twice as many in trumps."""
_A_POINT: Final = SCALE // 4
"""What a point more or less in the trick changes of a card's score."""
_MAY_COME: Final = 0.18
"""Share of a marriage that one of its cards is worth while nobody has taken the other."""


class Marrying(Batch):
    """Deals in which marriages are counted in the piles."""

    unit = CARDS

    def __init__(self, rules: Rules, kernel: Kernel, policy: Policy, rows: Rows) -> None:
        super().__init__(rules, kernel, policy, rows)
        king, knight = (PLACES - 1 - rules.order.index(one) for one in rules.figures[:2])
        self.pairs = [PLACES * suit + np.array((king, knight)) for suit in range(4)]
        self.mate = np.zeros(WIDTH, np.int64)
        """The other card of a marriage as a bit, by card."""
        self.worth = np.zeros(WIDTH)
        """What the marriage of a card counts."""
        for suit, (one, other) in enumerate(self.pairs):
            self.mate[one], self.mate[other] = 1 << int(other), 1 << int(one)
            self.worth[[one, other]] = PAIR * (1 + (suit == 0))
        self.got = np.zeros_like(rows.score)
        """[rows, sides] the cards that each side has taken, as bits."""
        self.extra = np.zeros(len(rows.leader))
        """What figures on the table are worth beside their points."""

    def begin(self, past: Sequence[tuple[int, int]], winners: Sequence[int]) -> None:
        """Who has taken what."""
        super().begin(past, winners)
        players = self.rules.players
        for at, (_seat, card) in enumerate(past):
            trick = at // players
            if trick < len(winners):
                self.got[:, self.rules.side_of[winners[trick]]] |= 1 << card
            else:
                self.extra = self.extra + self._beside(np.full(len(self.extra), card))

    def _beside(self, card: Ints) -> Floats:
        """What cards are worth to who takes them, beside their points."""
        taken = (np.bitwise_or.reduce(self.got, axis=1) & self.mate.take(card).T).T != 0
        return np.asarray(self.worth.take(card) * np.where(taken, 1.0, _MAY_COME))

    def weigh(self, own: Ints, seat: Ints) -> Ints:
        """The learned score, and what figures bring or cost by who is likely to take them."""
        rows, kernel = self.rows, self.kernel
        found = super().weigh(own, seat)
        beside = self._beside(own)
        if rows.laid == 0:
            change = -0.5 * beside
        else:
            takes = kernel.beat.take(rows.best[:, None] * WIDTH + own) == 1
            partner = kernel.side.take(rows.winning) == kernel.side.take(seat)
            ours = takes | partner[:, None]
            change = np.where(ours, self.extra[:, None] + beside, -beside)
        held = own != NONE
        found[held] += np.round(change * _A_POINT).astype(np.int64)[held]
        return found

    def laying(self, seat: Ints, card: Ints) -> None:
        """A figure may lie."""
        self.extra = self.extra + self._beside(card)

    def taken(self, cards: Ints) -> None:
        """The pile of who took the trick grows."""
        self.got[self.every, self.kernel.side.take(self.rows.leader)] |= cards
        self.extra = np.zeros_like(self.extra)

    def values(self) -> tuple[Floats, Floats]:
        """Card points with those of marriages; the most win."""
        totals = self.rows.score.copy()
        for suit, (one, other) in enumerate(self.pairs):
            both = (1 << int(one)) | (1 << int(other))
            totals += PAIR * (1 + (suit == 0)) * ((self.got & both) == both)
        top = totals == totals.max(1, keepdims=True)
        return totals.astype(np.float64), top / top.sum(1, keepdims=True)
