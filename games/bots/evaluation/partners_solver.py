"""Exact solver of open deals of two sides with partners, to the last card.

Alpha-beta in plain Python over sets of bits, with a table of the positions between tricks. A deal
of four players is solved at once when the stock is gone, and within a second while eight cards are
in it; each further round of drawing takes many times as long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.bots.evaluation.solver import Exchange
from games.bots.simulation import coding
from games.bots.simulation.coding import NONE, PLACES, WIDTH, Kernel

_PRICES: Final = (
    *(10, 11, 12, 13, 13, 14, 14, 16, 18, 20, 40, 50),
    *(0, 1, 2, 3, 3, 4, 4, 5, 6, 7, 30, 32) * 3,
)
"""Cost of playing each card; cheap cards are tried first."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """An open position: cards (codes) of all seats and the stock; a seat's side is `seat % 2`."""

    hands: tuple[tuple[int, ...], ...]
    """Cards of each seat, without those on the table."""
    leader: int
    stock: tuple[int, ...] = ()
    """The stock in the order of drawing, the turned card last."""
    bottom: int = NONE
    """The turned card; NONE where none is turned."""
    laid: tuple[int, ...] = ()
    """Cards of the trick in progress, in the order of play."""

    @property
    def to_play(self) -> int:
        """Return the seat that is to play in this open position."""
        return (self.leader + len(self.laid)) % len(self.hands)


class SidesSolver:
    """Solver of all open positions of one deal of two sides; `stock` is that of the whole deal.

    `eldest` is the seat that draws first where the rules draw by seat.

    Raises:
        ValueError: where the deal has not two sides, or `exchange` is AS_IS_BETTER.
    """

    def __init__(
        self,
        kernel: Kernel,
        stock: Sequence[int] = (),
        exchange: Exchange = Exchange.ALWAYS,
        eldest: int = 0,
    ) -> None:
        if exchange is Exchange.AS_IS_BETTER:
            raise ValueError("with partners the exchange is made always or never")
        self._players = int(kernel.spec[coding.PLAYERS])
        if len(kernel.rules.sides) != 2:
            raise ValueError("only deals of two sides can be solved")
        self._stock = tuple(stock)
        self._first = eldest if kernel.spec[coding.BY_SEAT] else None
        """The seat that draws first in every round but the last; None: the winner of the trick."""
        self._value, self._beat = kernel.value.tolist(), kernel.beat.tolist()
        seven, two, closed = (
            int(kernel.spec[at]) for at in (coding.SEVEN, coding.TWO, coding.CLOSED)
        )
        self._seven, self._two, self._closed = seven, two, closed
        self._changes = exchange is Exchange.ALWAYS and seven < NONE
        self._known: dict[tuple[int, ...], tuple[int, int, int]] = {}
        self.nodes = 0
        """Positions between tricks searched so far."""

    def value(self, table: OpenTable) -> int:
        """Return the card points that the side to play will win minus the other's, at best play.

        Cards on the table count among them, points already taken do not.
        """
        return max(self.each(table).values())

    def each(self, table: OpenTable) -> dict[int, int]:
        """Return legal card (code) -> its side's points minus the other's after playing it."""
        hands = [coding.bits(hand) for hand in table.hands]
        best, winning, points = NONE, table.leader, 0
        for at, card in enumerate(table.laid):
            points += self._value[card]
            if best == NONE or self._beat[best * WIDTH + card]:
                best, winning = card, (table.leader + at) % self._players
        at = len(self._stock) - len(table.stock)
        seat = table.to_play
        sign = 1 - 2 * (seat % 2)
        rest = points + sum(self._value[card] for hand in table.hands for card in hand)
        rest += sum(self._value[card] for card in table.stock[:-1])
        rest += self._value[table.bottom if table.bottom != NONE or not table.stock
                            else table.stock[-1]]  # fmt: skip
        values = {}
        for card in table.hands[seat]:
            values[card] = sign * self._play(
                hands, seat, len(table.laid), best, winning, points, at, table.bottom, rest,
                -rest, rest, only=card,
            )  # fmt: skip
        return values

    def _trick(
        self, hands: list[int], leader: int, at: int, bottom: int, rest: int, alpha: int, beta: int
    ) -> int:
        """Return side 0's points minus side 1's from between tricks on; exact in the window."""
        if not hands[leader] or rest == 0:
            return 0
        if rest <= alpha:
            return rest
        if -rest >= beta:
            return -rest
        key = (*hands, leader, at, bottom)
        low, high, hint = self._known.get(key, (-rest, rest, NONE))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        self.nodes += 1
        alpha, beta = max(alpha, low), min(beta, high)
        result = self._play(
            hands, leader, 0, NONE, leader, 0, at, bottom, rest, alpha, beta, hint=hint
        )
        if result >= beta:
            low = max(low, result)
        elif result <= alpha:
            high = min(high, result)
        else:
            low = high = result
        self._known[key] = low, high, self._led
        return result

    _led = NONE
    """The best card of the position searched last."""

    def _play(
        self, hands: list[int], seat: int, laid: int, best: int, winning: int, points: int,
        at: int, bottom: int, rest: int, alpha: int, beta: int, *, hint: int = NONE,
        only: int = NONE,
    ) -> int:  # fmt: skip
        """Return side 0's points minus side 1's from a position within a trick on, at best play."""
        most = seat % 2 == 0
        value, chosen = (-1000, NONE) if most else (1000, NONE)
        following = (seat + 1) % self._players
        cards = (only,) if only != NONE else self._ordered(hands, seat, best, winning, points, hint)
        for card in cards:
            takes = best == NONE or self._beat[best * WIDTH + card]
            now, taker = (card, seat) if takes else (best, winning)
            stake = points + self._value[card]
            hands[seat] ^= 1 << card
            if laid + 1 < self._players:
                result = self._play(
                    hands, following, laid + 1, now, taker, stake, at, bottom, rest, alpha, beta
                )
            else:
                result = self._over(hands, taker, stake, at, bottom, rest, alpha, beta)
            hands[seat] |= 1 << card
            if most and result > value:
                value, chosen = result, card
                alpha = max(alpha, result)
            elif not most and result < value:
                value, chosen = result, card
                beta = min(beta, result)
            if alpha >= beta:
                break
        self._led = chosen
        return value

    def _over(
        self, hands: list[int], winner: int, points: int, at: int, bottom: int, rest: int,
        alpha: int, beta: int,
    ) -> int:  # fmt: skip
        """Return side 0's points minus side 1's from a full trick on: exchange, draw, and go on."""
        got = points if winner % 2 == 0 else -points
        left = len(self._stock) - at
        after = hands
        if left:
            after = list(hands)
            if self._changes and left > self._closed and bottom < PLACES:
                give = self._seven if bottom > self._seven else self._two
                if give < bottom and after[winner] >> give & 1:
                    after[winner] ^= 1 << give | 1 << bottom
                    bottom = give
            first = winner if self._first is None or left == self._players else self._first
            for turn in range(self._players):
                last = turn + 1 == left and bottom != NONE
                card = bottom if last else self._stock[at + turn]
                after[(first + turn) % self._players] |= 1 << card
            at += self._players
            if left == self._players:
                bottom = NONE
        return got + self._trick(after, winner, at, bottom, rest - points, alpha - got, beta - got)

    def _ordered(
        self, hands: list[int], seat: int, best: int, winning: int, points: int, hint: int
    ) -> Iterator[int]:
        """Return the cards of a hand, the likely best ones first."""
        ours = best != NONE and winning % 2 == seat % 2

        def price(card: int) -> int:
            """Return a sort key of a card; the search tries the card with the lowest first."""
            if card == hint:
                return -1000
            cost, worth = _PRICES[card], int(self._value[card])
            if best == NONE:
                return cost
            trump = 20 * (card < PLACES)
            if not self._beat[best * WIDTH + card]:
                return (-4 if ours else 4) * worth + trump
            return cost - 2 * worth if ours else cost // 2 - 10 - 4 * (points + worth)

        left, cards = hands[seat], []
        while left:
            lowest = left & -left
            cards.append(lowest.bit_length() - 1)
            left ^= lowest
        return iter(sorted(cards, key=price))


__all__ = ["Exchange", "OpenTable", "SidesSolver"]
