"""Many deals at once that go as in the base game, with what another game of its kin adds to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import numpy as np

from games.bots.judgement import Floats, Unit
from games.bots.kernel import vector
from games.bots.kernel.coding import HAND, NONE, Ints, Kernel
from games.bots.kernel.policy import NOISE, Policy
from games.bots.kernel.vector import Rows
from games.engine import Rules

LOW: Final = -(1 << 60)
"""What a card is worth that may not be played."""
_DRAW: Final = 10 * np.arange(HAND)


class Batch:
    """Deals of one game, a row for each; what a game adds its subclass does."""

    unit: ClassVar[Unit]
    infers: ClassVar[bool] = True
    """Whether others are thought to play as the learned policy does."""

    def __init__(self, rules: Rules, kernel: Kernel, policy: Policy, rows: Rows) -> None:
        self.rules, self.kernel, self.policy, self.rows = rules, kernel, policy, rows
        self.every = np.arange(len(rows.leader))

    @property
    def seat(self) -> Ints:
        """Who is to play."""
        return np.asarray((self.rows.leader + self.rows.laid) % self.rules.players)

    def begin(self, past: Sequence[tuple[int, int]], winners: Sequence[int]) -> None:
        """Take note of the cards that were played before: (seat, card) in order, and who took each
        trick that is over."""
        laid = sum(1 << card for _seat, card in past[len(winners) * self.rules.players :])
        self._before = self.rows.gone & ~laid

    def weigh(self, own: Ints, seat: Ints) -> Ints:
        """What each card of the hands `own` [rows, HAND] is worth to who is to play."""
        return vector.scores(self.kernel, self.policy, self.rows, own, seat)

    def laying(self, seat: Ints, card: Ints) -> None:
        """These cards are being laid."""

    def taken(self, cards: Ints) -> None:
        """A trick is over, of these cards as bits; who took it leads now."""

    def values(self) -> tuple[Floats, Floats]:
        """Of deals that are over [rows, sides]: points in the unit of the game, and the share that
        each side has in winning."""
        raise NotImplementedError

    def lay(self, slot: Ints) -> None:
        """Play the cards of those slots."""
        rows, seat = self.rows, self.seat
        card = rows.hands[self.every, seat, slot]
        if rows.laid == 0:
            self._before = rows.gone
        self.laying(seat, card)
        vector.lay(self.kernel, rows, slot)
        if rows.laid == 0:
            self.taken(rows.gone & ~self._before)

    def play_out(self) -> None:
        """Play every deal to its end, cards drawn by likelihood."""
        rows = self.rows
        while rows.laid or (rows.hands[0] != NONE).any():
            seat = self.seat
            own = rows.hands[self.every, seat]
            worth = self.weigh(own, seat)
            rows.dice = (rows.dice * 48271) % 2147483647
            worth += NOISE.take((rows.dice[:, None] >> _DRAW) & 1023)
            self.lay(worth.argmax(1))

    _before: Ints
    """The cards that were gone when the trick began."""
