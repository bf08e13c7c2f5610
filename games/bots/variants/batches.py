"""Many deals at once that go as in the base game, with what another game of its kin adds to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy
from typing import ClassVar, Final, Self

import numpy as np

from games.bots.simulation import coding, scalar
from games.bots.simulation.batch import STAKE, TRUMPS_OUT, higher_in
from games.bots.simulation.coding import CLASSES, HAND, NONE, TRUMPS, WIDTH, Floats, Ints, Kernel
from games.bots.simulation.policy import NOISE
from games.bots.simulation.vector import StockRows
from games.bots.variants.feature_table import PLACES, Layout, Table
from games.bots.variants.unit import Unit
from games.engine import Rules

LOW: Final = -(1 << 60)
"""What a card is worth that may not be played."""

_NOTHING: Final = np.zeros((1, HAND), np.int64)


class Batch(ABC):
    """Deals of one game, a row for each; what a game adds its subclass does."""

    name: ClassVar[str]
    """What its tables are called by."""
    unit: ClassVar[Unit]
    layout: ClassVar[Layout]
    infers: ClassVar[bool] = True
    """Whether there is anything in others' hands to be read from their plays."""

    winning: ClassVar[tuple[float, float]] = (100.0, 40.0)
    """As how many points in the unit winning the deal counts when a card is chosen: of two sides, and
    of more."""
    memory: ClassVar[tuple[str, ...]] = ("_before",)
    """What is remembered of each row beside `rows`."""

    def __init__(self, rules: Rules, kernel: Kernel, table: Table, rows: StockRows) -> None:
        self.rules, self.kernel, self.table, self.rows = rules, kernel, table, rows
        self.every = rows.every

    @property
    def seat(self) -> Ints:
        """Who is to play."""
        return self.rows.seat

    @property
    def over(self) -> bool:
        """Whether all cards are played."""
        return not self.rows.laid and bool((self.rows.hands[0] == NONE).all())

    def copied(self, places: Ints) -> Self:
        """Another batch, of the rows in these places, each as often as it is named."""
        found = copy(self)
        found.rows = self.rows.chosen(places)
        found.every = np.arange(len(places))
        for name in self.memory:
            setattr(found, name, getattr(self, name)[places])
        return found

    def begin(self, past: Sequence[tuple[int, int]], winners: Sequence[int]) -> None:
        """Take note of the cards that were played before: (seat, card) in order, and who took each
        trick that is over."""
        laid = sum(1 << card for _seat, card in past[len(winners) * self.rules.players :])
        self._before = self.rows.gone & ~laid

    @abstractmethod
    def ahead(self, seat: Ints) -> Ints:
        """How the deal stands for the side of who is to play, below `layout.ahead`."""

    @abstractmethod
    def state(self, own: Ints, seat: Ints) -> Ints:
        """What the seat sees of what the game has of its own [rows], below `layout.state`,"""

    @abstractmethod
    def mark(self, own: Ints, seat: Ints, takes: Ints) -> Ints:
        """and of each card [rows, HAND], below `layout.mark`; `takes` is 1 where it takes the
        trick."""

    def _looked_at(self, own: Ints, seat: Ints) -> tuple[list[Ints | int], Ints]:
        """The value of each feature, of all cards of a row or [rows, HAND] of each, and the places
        of the cards."""
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
            stake = STAKE.take(rows.table)
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
        """Where the weights of each card of the hands `own` stand [features, rows, HAND]."""
        values, place = self._looked_at(own, seat)
        found = np.empty((len(values), *own.shape), np.int64)
        for at, (begin, value) in enumerate(zip(self.layout.begins, values, strict=False)):
            found[at] = (begin + _upright(value)) * PLACES + place
        return found

    def weigh(self, own: Ints, seat: Ints) -> Ints:
        """What each card of the hands `own` [rows, HAND] is worth to who is to play."""
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
        """The same, LOW where there is no card or it may not be played."""
        worth[own == NONE] = LOW
        return worth

    def laying(self, seat: Ints, card: Ints) -> None:  # noqa: B027 - a game may take note of it
        """These cards are being laid."""

    def taken(self, cards: Ints) -> None:  # noqa: B027 - a game may take note of it
        """A trick is over, of these cards as bits; who took it leads now."""

    @abstractmethod
    def values(self) -> tuple[Floats, Floats]:
        """Of deals that are over [rows, sides]: points in the unit of the game, and the share that
        each side has in winning."""

    @abstractmethod
    def rewards(self) -> Floats:
        """Of deals that are over [rows, sides]: what the table is trained to get."""

    def decided(self) -> Ints:
        """1 for deals in which no card matters any more."""
        return np.zeros(len(self.every), np.int64)

    def lay(self, slot: Ints) -> None:
        """Play the cards of those slots."""
        rows, seat = self.rows, self.seat
        card = rows.hands[self.every, seat, slot]
        if rows.laid == 0:
            self._before = rows.gone
        self.laying(seat, card)
        rows.lay(self.kernel, slot)
        if rows.laid == 0:
            self.taken(rows.gone & ~self._before)

    def play_out(self) -> None:
        """Play every deal to its end, cards drawn by likelihood."""
        rows = self.rows
        while not self.over:
            worth = self.weigh(rows.own, self.seat) + rows.drawn_from(NOISE)
            self.lay(worth.argmax(1))

    _before: Ints
    """The cards that were gone when the trick began."""


def _upright(value: Ints | int) -> Ints | int:
    """One number a row as a column, that it goes with each card of the hand."""
    return value[:, None] if isinstance(value, np.ndarray) and value.ndim == 1 else value


def most(totals: Floats | Ints) -> Floats:
    """The share of each side in winning by the most points."""
    top = totals == totals.max(1, keepdims=True)
    return np.asarray(top / top.sum(1, keepdims=True))
