"""Batches of deals with numpy, a row for each deal: playing cards and taking tricks.

All rows are at the same trick and the same place in it, so that each step is one operation on all
rows. Subclasses add a game's rules in two hooks: `_laying` and `_taken`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Self

import numpy as np

from games.bots.simulation import coding, scalar
from games.bots.simulation.coding import NONE, WIDTH, Bools, Ints, Kernel

TRUMPS_OUT: Final = np.array([scalar.trumps_out(each) for each in range(coding.PLACES + 1)])
"""The steps of `scalar.trumps_out`, by number of trumps."""
STAKE_STEPS: Final = np.array([scalar.stake(each) for each in range(141)])
"""The steps of `scalar.stake`, by points on the table."""


@dataclass(slots=True)
class Rows:
    """States of many deals at once; the first axis of each array is the deal (row)."""

    hands: Ints
    """[rows, players, cards], NONE where a seat has fewer"""
    leader: Ints
    laid: int
    """Cards in the trick in progress."""
    played: Ints
    """Cards played, as bits, those of the trick included."""
    best: Ints
    """The card that wins the trick so far."""
    winning: Ints
    """The seat that played `best`."""
    table: Ints
    """Points in the trick."""
    score: Ints
    """[rows, sides] points taken"""

    @property
    def every(self) -> Ints:
        """Return the indices of all rows (deals): 0, 1, and so on."""
        return np.arange(len(self.leader))

    @property
    def seat(self) -> Ints:
        """Return the seat to play in each row (simulated deal)."""
        return np.asarray((self.leader + self.laid) % self.hands.shape[1])

    @property
    def own(self) -> Ints:
        """Return the hands [rows, cards] of the seats that are to play."""
        return np.asarray(self.hands[self.every, self.seat])

    def seen(self, kernel: Kernel, own: Ints) -> tuple[Ints, Ints]:
        """Return as bits [rows] the hands `own` [rows, cards], and all cards unseen from them."""
        bits = kernel.bit.take(own)
        hand = bits[:, 0]
        for at in range(1, bits.shape[1]):
            hand = hand | bits[:, at]
        return hand, kernel.spec[coding.PACK] & ~(self.played | hand)

    def repeated(self, copies: int) -> Self:
        """Return the rows with each one `copies` times in succession."""
        return self._each(lambda values: np.repeat(values, copies, axis=0))

    def chosen(self, places: Ints) -> Self:
        """Return the rows at these indices, each as often as it is listed."""
        return self._each(lambda values: values[places])

    def part(self, begin: int, end: int) -> Self:
        """Return a copy of the rows (deals) from index `begin` to before `end`."""
        return self._each(lambda values: values[begin:end].copy())

    def _each(self, changed: Callable[[Ints], Ints]) -> Self:
        """Return a copy of the rows with a function applied to each of their arrays."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        arrays: dict[str, Any] = {
            name: changed(value) for name, value in values.items() if isinstance(value, np.ndarray)
        }
        return replace(self, **arrays)

    def play(self, kernel: Kernel, cards: Ints) -> None:
        """Play one card (code) in each row, from the hand of the seat that is to play."""
        self.lay(kernel, (self.own == cards[:, None]).argmax(1))

    def lay(self, kernel: Kernel, slot: Ints) -> None:
        """Play in each row the hand's card at index `slot`; a full trick goes to its winner."""
        players, held = self.hands.shape[1:]
        seat, every = self.seat, self.every
        flat = self.hands.reshape(-1)
        at = (every * players + seat) * held + slot
        card = flat.take(at)
        flat[at] = NONE
        beats = kernel.beat.take(self.best * WIDTH + card) == 1 if self.laid else None
        self._laying(kernel, seat, card, beats)
        self.played = self.played | kernel.bit.take(card)
        self.table = self.table + kernel.value.take(card)
        if beats is None:
            self.best, self.winning = card, seat
        else:
            self.best = np.where(beats, card, self.best)
            self.winning = np.where(beats, seat, self.winning)
        self.laid += 1
        if self.laid < players:
            return
        self.score[every, kernel.side.take(self.winning)] += self.table
        self.leader, self.laid = self.winning, 0
        self.table = np.zeros_like(self.table)
        self._taken(kernel)

    def _laying(self, kernel: Kernel, seat: Ints, card: Ints, beats: Bools | None) -> None:
        """Record cards before they are played; `beats` says where they win, None: they lead."""

    def _taken(self, kernel: Kernel) -> None:
        """Do what follows a trick, such as draws (here nothing); the winner leads already."""


def higher_in(kernel: Kernel, unseen: Ints, cards: Ints) -> Ints:
    """Return for each card the number of higher `unseen` cards (bits) of its suit, at most 3."""
    above = (unseen >> kernel.shift.take(cards)) & kernel.above.take(cards)
    return np.minimum(kernel.count.take(above), 3)
