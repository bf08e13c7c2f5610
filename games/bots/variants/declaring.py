"""Variant in which king and knight of a suit count for the side that shows both from one hand."""

from __future__ import annotations

from typing import ClassVar, Final

import numpy as np

from games.bots.simulation.coding import PLACES, Ints, Kernel
from games.bots.simulation.vector import StockRows
from games.bots.variants.feature_table import Table
from games.bots.variants.marrying import MARRIAGE_POINTS, Marrying
from games.engine import Rules

_MATE_MAY_COME: Final = 1
"""Value of the feature `mark` of a king or knight whose mate may still come to the hand."""
_NO_MARRIAGE_LEFT: Final = 2
"""Its value where the marriage was shown, or can no longer be."""


class Declaring(Marrying):
    """Deals in which a seat shows each marriage that it holds before it plays a card."""

    name = "declaring"
    memory: ClassVar[tuple[str, ...]] = (*Marrying.memory, "shown")

    def __init__(self, rules: Rules, kernel: Kernel, table: Table, rows: StockRows) -> None:
        super().__init__(rules, kernel, table, rows)
        self.shown = np.zeros((len(rows.leader), len(self.pairs)), np.int64)
        """[rows, suits] 1 where nobody shows the marriage of this suit any more."""

    def show(self, suit: int, side: int) -> None:
        """Count the marriage of a suit, 0 for trumps, for a side in every row."""
        self.keep(suit)
        self.married[:, side] += MARRIAGE_POINTS * (1 + (suit == 0))

    def keep(self, suit: int) -> None:
        """Forbid showing the marriage of a suit, 0 for trumps, in all rows."""
        self.shown[:, suit] = 1

    def _marry(self) -> None:
        """Do nothing: marriages in captured cards do not count in this variant."""

    def state(self, own: Ints, seat: Ints) -> Ints:
        """Return 0 for every row: no trick makes a marriage, so the position has no own feature."""
        return np.zeros(len(self.every), np.int64)

    def mark(self, own: Ints, seat: Ints, takes: Ints) -> Ints:
        """Return for a king or knight whether its mate may still come to the hand, else 0."""
        mate = self.mate.take(own)
        out = self.rows.played[:, None] | self.kernel.bit.take(own).sum(1, keepdims=True)
        played = ((out & mate) != 0) | (self.rows.left == 0)
        shown = self.shown[self.every[:, None], own // PLACES % len(self.pairs)] == 1
        return np.where(mate == 0, 0, np.where(played | shown, _NO_MARRIAGE_LEFT, _MATE_MAY_COME))

    def laying(self, seat: Ints, card: Ints) -> None:
        """Show the marriages in these seats' hands, and add the cards to the trick in progress."""
        super().laying(seat, card)
        hand = self.kernel.bit.take(self.rows.own).sum(1)
        side = self.kernel.side.take(seat)
        for suit, (king, knight) in enumerate(self.pairs):
            both = (1 << int(king)) | (1 << int(knight))
            now = ((hand & both) == both) & (self.shown[:, suit] == 0)
            self.married[self.every, side] += MARRIAGE_POINTS * (1 + (suit == 0)) * now
            self.shown[:, suit] |= now
