"""Many deals at once with numpy, a row for each: how cards are laid and tricks taken in every game.

Every row is at the same trick and the same place in it, so that the loop goes over plays and each
step of it is one operation on all rows. What a game adds are two hooks: `_laying` and `_taken`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Self

import numpy as np

from games.bots.simulation import coding, scalar
from games.bots.simulation.coding import NONE, WIDTH, Bools, Ints, Kernel

TRUMPS_OUT: Final = np.array([scalar.trumps_out(each) for each in range(coding.PLACES + 1)])
STAKE: Final = np.array([scalar.stake(each) for each in range(141)])
"""The coarse steps of `scalar`, looked up by the number of trumps, and of points on the table."""


@dataclass(slots=True)
class Rows:
    """Where each deal stands; the leading axis is the row."""

    hands: Ints
    """[rows, players, cards], NONE where a seat has fewer"""
    leader: Ints
    laid: int
    """Cards that lie in the trick."""
    gone: Ints
    """The cards played, as bits; those of the trick among them."""
    best: Ints
    """The card that wins the trick so far,"""
    winning: Ints
    """and whose it is."""
    table: Ints
    """Points that lie in the trick."""
    score: Ints
    """[rows, sides] points taken"""

    @property
    def every(self) -> Ints:
        """The number of each row."""
        return np.arange(len(self.leader))

    @property
    def seat(self) -> Ints:
        """Who is to play in each row."""
        return np.asarray((self.leader + self.laid) % self.hands.shape[1])

    @property
    def own(self) -> Ints:
        """The hands of the seats to play [rows, cards]."""
        return np.asarray(self.hands[self.every, self.seat])

    def seen(self, kernel: Kernel, own: Ints) -> tuple[Ints, Ints]:
        """Return the hands `own` [rows, cards] as bits, and as bits what those who hold them have
        not seen."""
        bits = kernel.bit.take(own)
        hand = bits[:, 0]
        for at in range(1, bits.shape[1]):
            hand = hand | bits[:, at]
        return hand, kernel.spec[coding.PACK] & ~(self.gone | hand)

    def repeated(self, copies: int) -> Self:
        """Return every row so many times, one after another."""
        return self._each(lambda values: np.repeat(values, copies, axis=0))

    def chosen(self, places: Ints) -> Self:
        """Return the rows in these places, each as often as it is named."""
        return self._each(lambda values: values[places])

    def part(self, begin: int, end: int) -> Self:
        """Return a copy of the rows from one to before another."""
        return self._each(lambda values: values[begin:end].copy())

    def _each(self, changed: Callable[[Ints], Ints]) -> Self:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        arrays: dict[str, Any] = {
            name: changed(value) for name, value in values.items() if isinstance(value, np.ndarray)
        }
        return replace(self, **arrays)

    def play(self, kernel: Kernel, cards: Ints) -> None:
        """Play these cards, one a row, of the hands of the seats to play."""
        self.lay(kernel, (self.own == cards[:, None]).argmax(1))

    def lay(self, kernel: Kernel, slot: Ints) -> None:
        """Play the cards of those slots; the last of a trick takes it."""
        players, held = self.hands.shape[1:]
        seat, every = self.seat, self.every
        flat = self.hands.reshape(-1)
        at = (every * players + seat) * held + slot
        card = flat.take(at)
        flat[at] = NONE
        beats = kernel.beat.take(self.best * WIDTH + card) == 1 if self.laid else None
        self._laying(kernel, seat, card, beats)
        self.gone = self.gone | kernel.bit.take(card)
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
        """Take note of cards before they lie; `beats` says where they win, None of a lead."""

    def _taken(self, kernel: Kernel) -> None:
        """Go on after a trick, whose winner leads now."""


def higher_in(kernel: Kernel, unseen: Ints, cards: Ints) -> Ints:
    """Return how many of the cards `unseen` are higher in the suit of each of these; 3 for more."""
    above = (unseen >> kernel.shift.take(cards)) & kernel.above.take(cards)
    return np.minimum(kernel.count.take(above), 3)
