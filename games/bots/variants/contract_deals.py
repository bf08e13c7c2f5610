"""Batches of deals with a contract, a row for each; seats are counted from the caller, who is 0.

Cards are coded as in `simulation.coding`, with the caller's trump as suit 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from games.bots.simulation import coding
from games.bots.simulation.batch import Rows
from games.bots.simulation.coding import NONE, PLACES, Bools, Ints, Kernel
from games.engine import Rules

_SUITS: Final = np.array([*np.repeat(np.arange(4), PLACES), 9])


@dataclass(slots=True)
class ContractRows(Rows):
    """Simulated deals with a contract, one a row; `score` is by seat from the caller (0) on."""

    partner: Ints
    """The caller's partner; 0 where there is none."""
    called: Ints
    """The card that makes its holder the partner; NONE where there is none."""
    target: Ints
    """Points that the caller's side must make."""
    trick: int
    """Number of finished tricks."""
    led: Ints
    """Suit that was led."""
    trust: Ints
    """[rows, players] points that a seat has taken from the caller, minus those that it gave."""

    @property
    def made(self) -> Ints:
        """Return the card points that the caller's side has taken so far in each simulated deal."""
        helper = self.score[self.every, self.partner]
        return np.asarray(self.score[:, 0] + np.where(self.partner > 0, helper, 0))

    def _laying(self, kernel: Kernel, seat: Ints, card: Ints, beats: Bools | None) -> None:
        """Record a lead's suit; for other cards, points taken from or given to a winning caller."""
        if beats is None:
            self.led = _SUITS.take(card)
            return
        acted = np.where(beats, self.table, -kernel.value.take(card))
        self.trust[self.every, seat] += np.where(self.winning == 0, acted, 0)

    def _taken(self, kernel: Kernel) -> None:
        """Count a finished trick and drop the empty slots of the hands."""
        self.trick += 1
        left = int((self.hands[0, 0] != NONE).sum())
        self.hands = np.ascontiguousarray(np.sort(self.hands, axis=2)[:, :, :left])


@lru_cache(maxsize=16)
def kernel_of(rules: Rules) -> Kernel:
    """Return the numbers by which deals of a ruleset with an auction are simulated, made once."""
    return coding.numbers_of(rules)


def begun(hands: Ints, partner: Ints, called: Ints, target: Ints, leader: Ints) -> ContractRows:
    """Return simulated deals, one a row, at their first lead; `hands` is [rows, players, cards]."""
    count, players, _ = hands.shape
    nothing = np.zeros(count, np.int64)
    return ContractRows(
        hands=hands.copy(),
        partner=partner,
        called=called,
        target=target,
        leader=leader,
        played=nothing,
        score=np.zeros((count, players), np.int64),
        laid=0,
        trick=0,
        best=nothing + NONE,
        winning=leader,
        table=nothing,
        led=nothing,
        trust=np.zeros((count, players), np.int64),
    )
