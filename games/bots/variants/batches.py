"""Batches of deals of a variant: the base game's course, with hooks for the variant's rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy
from typing import ClassVar, Final, Self

import numpy as np

from games.bots.simulation import coding, scalar
from games.bots.simulation.batch import STAKE_STEPS, TRUMPS_OUT, higher_in
from games.bots.simulation.coding import CLASSES, HAND, NONE, TRUMPS, WIDTH, Floats, Ints, Kernel
from games.bots.simulation.policy import NOISE
from games.bots.simulation.vector import StockRows
from games.bots.variants.feature_table import PLACES, Layout, Table
from games.bots.variants.unit import Unit
from games.engine import Rules

ILLEGAL_SCORE: Final = -(1 << 60)
"""Score of a card that may not be played."""

_NOTHING: Final = np.zeros((1, HAND), np.int64)


class Batch(ABC):
    """Base class of a batch of deals of one variant: a row for each, with hooks for its rules.

    In its methods `seat` [rows] has a seat for each deal, and `own` [rows, HAND] its hand.
    """

    name: ClassVar[str]
    """First part of the names of the variant's tables."""
    unit: ClassVar[Unit]
    layout: ClassVar[Layout]
    infers: ClassVar[bool] = True
    """Whether plays of others reveal anything about their hands."""

    winning: ClassVar[tuple[float, float]] = (100.0, 40.0)
    """Points, in the unit, for which winning the deal counts: with two sides, with more."""
    memory: ClassVar[tuple[str, ...]] = ("_before",)
    """Names of arrays kept for each row besides `rows`."""

    def __init__(self, rules: Rules, kernel: Kernel, table: Table, rows: StockRows) -> None:
        self.rules, self.kernel, self.table, self.rows = rules, kernel, table, rows
        self.every = rows.every

    @property
    def seat(self) -> Ints:
        """Return the seat to play in each row (simulated deal)."""
        return self.rows.seat

    @property
    def over(self) -> bool:
        """Return whether all cards of the batch's deals have been played."""
        return not self.rows.laid and bool((self.rows.hands[0] == NONE).all())

    def copied(self, places: Ints) -> Self:
        """Return a batch of the rows at these indices, each as often as it is listed."""
        batch = copy(self)
        batch.rows = self.rows.chosen(places)
        batch.every = np.arange(len(places))
        for name in self.memory:
            setattr(batch, name, getattr(self, name)[places])
        return batch

    def begin(self, past: Sequence[tuple[int, int]], winners: Sequence[int]) -> None:
        """Record the cards that were played in the deals before the batch begins.

        `past` has pairs (seat, card) in order, `winners` the seat that took each finished trick.
        """
        laid = sum(1 << card for _seat, card in past[len(winners) * self.rules.players :])
        self._before = self.rows.played & ~laid

    @abstractmethod
    def ahead(self, seat: Ints) -> Ints:
        """Return a feature [rows] of the seats' lead in the deal: a number below `layout.ahead`."""

    @abstractmethod
    def state(self, own: Ints, seat: Ints) -> Ints:
        """Return the variant's feature of each position [rows]: a number below `layout.state`."""

    @abstractmethod
    def mark(self, own: Ints, seat: Ints, takes: Ints) -> Ints:
        """Return the variant's feature of each card [rows, HAND]: a number below `layout.mark`.

        `takes` is 1 where the card takes the trick.
        """

    def _looked_at(self, own: Ints, seat: Ints) -> tuple[list[Ints | int], Ints]:
        """Return all features' values, each [rows] or [rows, HAND], and the cards' places."""
        rows, kernel = self.rows, self.kernel
        count, laid, late = kernel.count, rows.laid, int(kernel.spec[coding.LATE])
        held, unseen = rows.seen(kernel, own)
        higher = higher_in(kernel, unseen[:, None], own)
        foes = int(kernel.foes_after[laid])
        takes, place = _NOTHING, kernel.kind.take(own)
        if laid:
            takes = kernel.beat.take(rows.best[:, None] * WIDTH + own)
            partner = kernel.side.take(rows.winning) == kernel.side.take(seat)
            place += (1 + 2 * takes + partner[:, None]) * CLASSES
        values: list[Ints | int] = [
            scalar.phase(rows.left, int(kernel.spec[coding.EARLY]), late),
            TRUMPS_OUT.take(count.take(unseen & TRUMPS)),
            count.take(held & TRUMPS),
            foes * 4 + higher,
            self.ahead(seat),
            self.state(own, seat),
            self.mark(own, seat, takes),
        ]
        if laid:
            stake = STAKE_STEPS.take(rows.table)
            after = min(5, self.rules.players - 1 - laid)
            over = higher_in(kernel, unseen, rows.best)
            values += [
                stake * 2 + (rows.best < coding.PLACES),
                foes * 6 + stake,
                takes[:, 0] + takes[:, 1] + takes[:, 2],
                after * 4 + np.where(takes == 1, higher, over[:, None]),
            ]
        return values, place

    def numbers(self, own: Ints, seat: Ints) -> Ints:
        """Return the indices of the weights [features, rows, HAND] of each card of `own`."""
        values, place = self._looked_at(own, seat)
        indices = np.empty((len(values), *own.shape), np.int64)
        for at, (begin, value) in enumerate(zip(self.layout.begins, values, strict=False)):
            indices[at] = (begin + _upright(value)) * PLACES + place
        return indices

    def weigh(self, own: Ints, seat: Ints) -> Ints:
        """Return the score by trained weights of each card [rows, HAND] of the seats to play."""
        values, place = self._looked_at(own, seat)
        phase, trumps, held, higher, ahead, state, mark = values[:7]
        layout, table = self.layout, self.table
        deal = ((phase * 4 + trumps) * 4 + held) * layout.ahead + ahead
        worth = table.deal.take(_upright(deal) * PLACES + place).astype(np.int64)
        worth += table.state.take(_upright(state) * PLACES + place)
        worth += table.card.take((higher * layout.mark + mark) * PLACES + place)
        if self.rows.laid:
            stake, foes, winners, sure = values[7:]
            trick = (stake * 4 + foes // 6) * 4 + winners
            worth += table.trick.take(_upright(trick) * PLACES + place)
            worth += table.sure.take(sure * PLACES + place)
        return self.allowed(worth, own, seat)

    def allowed(self, worth: Ints, own: Ints, seat: Ints) -> Ints:
        """Return the scores `worth` with ILLEGAL_SCORE for empty slots and illegal cards."""
        worth[own == NONE] = ILLEGAL_SCORE
        return worth

    def laying(self, seat: Ints, card: Ints) -> None:  # noqa: B027 - a game may take note of it
        """Record the cards (codes, one a row) that these seats are about to play."""

    def taken(self, cards: Ints) -> None:  # noqa: B027 - a game may take note of it
        """Record a finished trick of these cards (as bits, by row); its winner leads already."""

    @abstractmethod
    def values(self) -> tuple[Floats, Floats]:
        """Return finished deals' points in `unit` and shares in winning (0 to 1), [rows, sides]."""

    @abstractmethod
    def rewards(self) -> Floats:
        """Return each side's rewards [rows, sides] for finished deals, which training maximises.

        They have no unit: winning counts 1 or 2, and card points a small part of that.
        """

    def decided(self) -> Ints:
        """Return for each row 1 if the deal is decided and no card matters, else 0."""
        return np.zeros(len(self.every), np.int64)

    def lay(self, slot: Ints) -> None:
        """Play in each row the card in this slot (index) of the hand of the seat to play."""
        rows, seat = self.rows, self.seat
        card = rows.hands[self.every, seat, slot]
        if rows.laid == 0:
            self._before = rows.played
        self.laying(seat, card)
        rows.lay(self.kernel, slot)
        if rows.laid == 0:
            self.taken(rows.played & ~self._before)

    def play_out(self) -> None:
        """Play every row to its end, with cards drawn by their likelihood under the weights."""
        rows = self.rows
        while not self.over:
            worth = self.weigh(rows.own, self.seat) + rows.drawn_from(NOISE)
            self.lay(worth.argmax(1))

    _before: Ints
    """Cards, as bits, that had been played when the trick began."""


def _upright(value: Ints | int) -> Ints | int:
    """Return an array [rows] as a column, so that it applies to each card of the hand."""
    return value[:, None] if isinstance(value, np.ndarray) and value.ndim == 1 else value


def most(totals: Floats | Ints) -> Floats:
    """Return each side's share (0 to 1) in winning by most points, [rows, sides]; ties share it."""
    top = totals == totals.max(1, keepdims=True)
    return np.asarray(top / top.sum(1, keepdims=True))
