"""Exact solver of open deals of two players, to the last card.

>>> Exchange.ALWAYS.value
1
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, Final

import numpy as np

from games.bots.evaluation import search
from games.bots.simulation import coding, rollouts, scalar
from games.bots.simulation.coding import CARDS, NONE, PLACES, WIDTH, Ints, Kernel

_SIDE_PRICES: Final = (0, 1, 2, 3, 3, 4, 4, 5, 6, 7, 30, 32)
"""Cost of leading each card that is no trump, by place."""
_TRUMP_PRICES: Final = (10, 11, 12, 13, 13, 14, 14, 16, 18, 20, 40, 50)
"""Cost of leading each trump, by place; cheap cards are tried first."""
_LARGEST: Final = 20
"""Binary logarithm of the largest table of positions."""
_WORTH_COMPILING: Final = 8
"""Cards in the stock from which on compiling the search pays off."""


class Exchange(Enum):
    """Ways to exchange the turned card before the draw: never, always or where that is better."""

    NEVER = search.NEVER
    ALWAYS = search.ALWAYS
    """The winner of a trick who can exchange does so, as bots do."""
    AS_IS_BETTER = search.AS_IS_BETTER
    """The winner of a trick exchanges only where that is better."""


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """An open position of two players between two tricks or after a lead; cards are codes."""

    hands: tuple[tuple[int, ...], tuple[int, ...]]
    leader: int
    stock: tuple[int, ...] = ()
    """The stock in the order of drawing, the turned card last."""
    bottom: int = NONE
    """The turned card; NONE where none is turned."""
    laid: int = NONE
    """The leader's card where it lies on the table; then it is not in `hands`."""

    @property
    def to_play(self) -> int:
        """Return the seat that is to play in this open position."""
        return self.leader if self.laid == NONE else 1 - self.leader


class Solver:
    """Solver of all open positions of one deal of two players; calls share the table of positions.

    `stock` is that of the deal; a position may have any rest of it. `backend` is python or numba;
    the values are the same. `eldest` is the seat that draws first where the rules draw by seat.
    """

    def __init__(
        self,
        kernel: Kernel,
        stock: Sequence[int] = (),
        exchange: Exchange = Exchange.ALWAYS,
        backend: str | None = None,
        eldest: int = 0,
    ) -> None:
        self._stock = tuple(stock)
        self._first = eldest if kernel.spec[coding.BY_SEAT] else None
        """The seat that draws first in every round but the last; None: the winner of the trick."""
        self._kernel = kernel
        size = 1 << min(_LARGEST, 8 + len(self._stock) // 2)
        seven, two = int(kernel.spec[coding.SEVEN]), int(kernel.spec[coding.TWO])
        mode = exchange.value if seven < NONE else search.NEVER
        lookup = _lookup(kernel, self._stock, fixed_trumps=mode != search.NEVER)
        lookup[search.SIZE], lookup[search.STOCK], lookup[search.MODE] = (
            size - 3,
            len(self._stock),
            mode,
        )
        lookup[search.SEVEN], lookup[search.TWO] = seven, two
        lookup[search.CLOSED] = kernel.spec[coding.CLOSED]
        lookup[search.BY_SEAT] = kernel.spec[coding.BY_SEAT]
        self._mode, self._seven, self._two = mode, seven, two
        self._price = lookup[search.PRICE : search.PRICE + WIDTH].tolist()
        if backend is None and len(self._stock) >= _WORTH_COMPILING:
            backend = rollouts.backends()[-1]
        self._tables: tuple[Any, ...]
        if backend == "numba":
            self._lead = _compiled_lead()
            self._tables = (lookup, np.zeros(2 * size, np.int64))
        else:
            self._lead = search.lead
            self._tables = (lookup.tolist(), [0] * (2 * size))

    @property
    def nodes(self) -> int:
        """Return the number of positions that this solver has searched so far."""
        return int(self._tables[0][search.NODES])

    def value(self, deal: OpenDeal, guess: int = 0) -> int:
        """Return the card points that the seat to play will win minus the other's, at best play.

        A card on the table counts, points taken before do not. The search begins at `guess`.
        """
        if deal.laid == NONE:
            return self._leading(deal, guess)
        return max(self.each(deal).values())

    def each(self, deal: OpenDeal) -> dict[int, int]:
        """Return legal card (code) -> its seat's points minus the other's after playing it."""
        values: dict[int, int] = {}
        guess = 0
        for card in sorted(deal.hands[deal.to_play], key=self._price.__getitem__):
            guess = values[card] = self._after(deal, card, guess)
        return values

    def _after(self, deal: OpenDeal, card: int, guess: int) -> int:
        """Return the value of playing this card, for the seat that plays it."""
        mover = deal.to_play
        rest = tuple([other for other in deal.hands[mover] if other != card])
        hands = (rest, deal.hands[1]) if mover == 0 else (deal.hands[0], rest)
        if deal.laid == NONE:
            half = OpenDeal(hands, deal.leader, deal.stock, deal.bottom, card)
            return -max(self.each(half).values())
        kernel = self._kernel
        points = int(kernel.value[card] + kernel.value[deal.laid])
        winner = mover if kernel.beat[deal.laid * WIDTH + card] else deal.leader
        if not any(hands):
            return points if winner == mover else -points
        values = [
            points + self._leading(after, guess) for after in self._drawn(deal, hands, winner)
        ]
        return max(values) if winner == mover else -max(values)

    def _drawn(
        self, deal: OpenDeal, hands: tuple[tuple[int, ...], ...], winner: int
    ) -> list[OpenDeal]:
        """Return the positions after the winner of a trick has exchanged, or not, and both drew."""
        mode, seven, two = self._mode, self._seven, self._two
        closed = int(self._kernel.spec[coding.CLOSED])
        won, lost, left = hands[winner], hands[1 - winner], len(deal.stock)
        if not left:
            return [_seated(won, lost, winner, (), NONE)]
        give = NONE
        if mode and left > closed and deal.bottom < PLACES:
            give = seven if deal.bottom > seven else two if deal.bottom > two else NONE
            give = give if give in won else NONE
        ways = []
        if give != NONE:
            ways.append(([deal.bottom if card == give else card for card in won], give))
        if give == NONE or mode == search.AS_IS_BETTER:
            ways.append((list(won), deal.bottom))
        deals = []
        for own, bottom in ways:
            last = bottom if left == 2 and bottom != NONE else deal.stock[1]
            rest = deal.stock[2:]
            if self._draws_first(winner) or left == 2:
                after = (*own, deal.stock[0]), (*lost, last)
            else:
                after = (*own, last), (*lost, deal.stock[0])
            deals.append(_seated(*after, winner, rest, bottom if rest else NONE))
        return deals

    def _draws_first(self, seat: int) -> bool:
        """Return whether the winner of a trick, at this seat, is also the first to draw a card.

        By most rules always; where the rules draw by seat, only if it is the eldest seat. In the last
        round of drawing the winner draws first by all rules, which the caller checks.
        """
        return self._first is None or self._first == seat

    def _leading(self, deal: OpenDeal, guess: int) -> int:
        """Return the value for the leader, by null windows that close in on it from `guess`."""
        own = self._sorted(deal.hands[deal.leader])
        other = self._sorted(deal.hands[1 - deal.leader])
        at = len(self._stock) - len(deal.stock)
        cards = [*own, *other, *deal.stock]
        if deal.bottom != NONE:
            cards[-1] = deal.bottom
        rest = sum(int(self._kernel.value[card]) for card in cards)
        first = int(self._draws_first(deal.leader))
        low, high, value = -rest, rest, max(-rest, min(rest, guess))
        while low < high:
            beta = value + 1 if value == low else value
            value = self._lead(
                *self._tables, own, other, at, deal.bottom, first, rest, beta - 1, beta
            )
            if value < beta:
                high = value
            else:
                low = value
        return value

    def _sorted(self, hand: tuple[int, ...]) -> tuple[int, int, int]:
        """Return a hand as three cards in rising price, filled up with NONE."""
        first, second, third = sorted(
            [*hand, *[NONE] * (3 - len(hand))], key=self._price.__getitem__
        )
        return first, second, third


@cache
def _compiled_lead() -> Any:
    """Return the search function compiled by numba, which takes seconds at first on a machine.

    Only deals with cards in the stock need it: reviews solve those, bots at a table do not.
    """
    from games.bots.simulation.compiled import compile_module

    return compile_module(search).lead


def _seated(
    won: tuple[int, ...], lost: tuple[int, ...], winner: int, stock: tuple[int, ...], bottom: int
) -> OpenDeal:
    """Return the open position after a trick, in which seat `winner` leads."""
    hands = (won, lost) if winner == 0 else (lost, won)
    return OpenDeal(hands, winner, stock, bottom)


def _lookup(kernel: Kernel, stock: tuple[int, ...], *, fixed_trumps: bool) -> Ints:
    """Return the search's array of a deal's constants; `fixed_trumps` keeps trumps distinct."""
    lookup = np.zeros(search.LOOKUP_LENGTH, np.int64)
    lookup[: scalar.BOOK] = kernel.book
    lookup[search.CARDS : search.CARDS + len(stock)] = stock
    prices = [*_TRUMP_PRICES, *_SIDE_PRICES * 3, 1000]
    lookup[search.PRICE : search.PRICE + WIDTH] = prices
    for card in range(WIDTH):
        suit, place = divmod(card, PLACES)
        alike = card < CARDS and kernel.value[card] == 0 and not (fixed_trumps and suit == 0)
        lookup[search.ALIKE + card] = alike
        lookup[search.ZERO_BASE + card] = PLACES * suit if alike else card
        lookup[search.ZERO_SHIFT + card] = PLACES * suit if alike else 0
        lookup[search.ZERO_BELOW + card] = (1 << place) - 1 if alike else 0
    hidden = stock[:-1] if stock else ()
    for at in range(len(stock) + 1):
        lookup[search.REST + at] = coding.bits(hidden[at:])
    return lookup


__all__ = ["Exchange", "OpenDeal", "Solver"]
