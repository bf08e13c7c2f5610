"""The trump ace waits for the trump three, and may kill it, which wins the deal (rules, 3.11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from games.bots.judgement import Floats, in_game_points
from games.bots.kernel import coding
from games.bots.kernel.coding import NONE, PLACES, Ints, Kernel
from games.bots.kernel.policy import SCALE, Policy
from games.bots.kernel.vector import Rows
from games.bots.kin.batches import LOW, Batch
from games.engine import Rules

ACE: Final = PLACES - 1
THREE: Final = PLACES - 2
_A_POINT: Final = SCALE // 4
"""What a point is worth in a card's score."""
_DEAL: Final = 30
"""What a deal is worth in points,"""
_ESCAPE: Final = 14
"""and to be rid of the three where nobody can kill it."""


class Killing(Batch):
    """Deals that may end with the three."""

    unit = in_game_points(1)

    def __init__(self, rules: Rules, kernel: Kernel, policy: Policy, rows: Rows) -> None:
        super().__init__(rules, kernel, policy, rows)
        nobody = np.full(len(rows.leader), -1)
        self.killer = nobody
        """The side that has killed the three, -1 while none has."""
        self.ace_by = nobody
        """Who has laid the ace in this trick, -1 where nobody has,"""
        self.three_by = nobody
        """and who the three."""
        self.own_kill = rules.option("muerte.friendly") != "ignored"

    def begin(self, past: Sequence[tuple[int, int]], winners: Sequence[int]) -> None:
        """What lies in this trick."""
        super().begin(past, winners)
        for seat, card in past[len(winners) * self.rules.players :]:
            laid = np.full(len(self.killer), seat)
            self.ace_by = laid if card == ACE else self.ace_by
            self.three_by = laid if card == THREE else self.three_by

    def weigh(self, own: Ints, seat: Ints) -> Ints:
        """The learned score; the ace where it kills, and the three with its danger."""
        rows = self.rows
        found = super().weigh(own, seat)
        held = (own != NONE).sum(1)
        locked = (own == ACE) & (((rows.gone >> THREE) & 1) == 0)[:, None] & (held > 1)[:, None]
        found[locked] = LOW
        kills = (own == ACE) & self._foe(seat, self.three_by)[:, None]
        found[kills] = -LOW
        risk = _DEAL * self._risk(own, seat)
        safe = (own == ACE).any(1)
        danger = np.where(safe, 0.0, _ESCAPE - risk)
        three = own == THREE
        found[three] += (np.round(danger * _A_POINT).astype(np.int64)[:, None] * three)[three]
        return found

    def _foe(self, seat: Ints, other: Ints) -> Ints:
        """Where this other seat may be killed by the first, or the other way round."""
        side = self.kernel.side
        apart = side.take(seat) != side.take(np.maximum(other, 0))
        return np.asarray((other >= 0) & (apart | self.own_kill))

    def _risk(self, own: Ints, seat: Ints) -> Floats:
        """How much likelier it is that an opponent still to play holds the ace than a partner, in
        deals."""
        rows, kernel, players = self.rows, self.kernel, self.rules.players
        hand = np.bitwise_or.reduce(kernel.bit.take(own), axis=1)
        bottom = kernel.bit.take(rows.bottom)
        unseen = kernel.spec[coding.PACK] & ~(rows.gone | hand | bottom)
        hidden = np.maximum(1, _bits(kernel, unseen))
        found = np.zeros(len(hidden))
        for at in range(rows.laid + 1, players):
            other = (rows.leader + at) % players
            cards = (rows.hands[self.every, other] != NONE).sum(1)
            apart = kernel.side.take(other) != kernel.side.take(seat)
            sign = np.where(apart, 1.0 + _ESCAPE / _DEAL, -1.0 if self.own_kill else 0.0)
            found += sign * cards / hidden
        return np.where((unseen >> ACE) & 1 == 1, found, 0.0)

    def laying(self, seat: Ints, card: Ints) -> None:
        """The three may be killed by it."""
        self.ace_by = np.where(card == ACE, seat, self.ace_by)
        self.three_by = np.where(card == THREE, seat, self.three_by)
        met = (card == ACE) | (card == THREE)
        both = met & (self.ace_by >= 0) & self._foe(self.ace_by, self.three_by)
        side = self.kernel.side.take(np.maximum(self.ace_by, 0))
        self.killer = np.where(both & (self.killer < 0), side, self.killer)

    def taken(self, cards: Ints) -> None:
        """The three has escaped, or has been killed."""
        self.ace_by = self.three_by = np.full(len(self.killer), -1)

    def values(self) -> tuple[Floats, Floats]:
        """Deals won: by the kill, else by the most points; a tie is shared."""
        score = self.rows.score
        best = score.max(1, keepdims=True)
        top = score == best
        wins = top / top.sum(1, keepdims=True)
        worth = np.where(best > 100, float(self.rules.hundred), 1.0)
        killed = self.killer >= 0
        kills = self.killer[:, None] == np.arange(score.shape[1])
        wins = np.where(killed[:, None], kills, wins)
        return wins * np.where(killed[:, None], 1.0, worth), wins


def _bits(kernel: Kernel, cards: Ints) -> Ints:
    """How many cards are in each set."""
    every = (1 << PLACES) - 1
    parts = [kernel.count.take((cards >> (PLACES * suit)) & every) for suit in range(4)]
    return np.asarray(sum(parts))
