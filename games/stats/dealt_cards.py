"""Cards that the deck gave to each seat of a deal, chances to exchange, and signs made.

A record has the deck and the actions; who held which card, and who saw a sign, follows from both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from games.engine import Rules
from games.engine.out_of_turn import can_take, exchange_closed
from games.engine.phases.talk import true_signs
from games.engine.state import DRAW, PLAY

Record = dict[str, Any]
HUNDREDTHS: Final = 100
"""Factor of expected values, which are stored as whole numbers."""


class SignMade(NamedTuple):
    """A sign of a seat: whether an opponent saw it, and whether it was true of the hand."""

    seat: int
    is_seen: bool
    true: bool


@dataclass(slots=True)
class Dealt:
    """The cards that the deck gave to each seat of a deal, chances to exchange, and signs made."""

    cards: list[list[str]]
    """For each seat its cards, drawn ones included."""
    chances: set[int] = field(default_factory=set)
    """Seats that could have exchanged a card for the turned one at some moment."""
    signs: list[SignMade] = field(default_factory=list)
    """Signs between partners, in the order in which they were made."""


@dataclass(slots=True)
class _Table:
    """The part of a deal's state that the rules of exchange and signs read, as in `DealState`."""

    trump: str
    trump_card: str | None
    turned: str | None
    stock: list[str]
    hands: list[set[str]]
    tricks_won: list[int]
    drawn: int = 0


def follow(rules: Rules, deal: Record) -> Dealt:
    """Return the cards, chances and signs of each seat of a deal, by replaying its record."""
    return _Follower(rules, deal).run()


class _Follower:
    """A replay of one deal as far as draws, exchanges and signs need it."""

    def __init__(self, rules: Rules, deal: Record) -> None:
        self.rules = rules
        self.deal = deal
        deck = deal["deck"]
        seats = range(rules.players)
        size = rules.hand_size * rules.players
        stock = deck[size : len(deck) - rules.talon]
        turned = stock.pop(0) if rules.turns_card else None
        first = deal["dealer"] + 1
        hands = [
            [deck[i] for i in range((seat - first) % len(seats), size, len(seats))]
            for seat in seats
        ]
        self.dealt = Dealt([list(hand) for hand in hands])
        trump = (deal["trump"] or {}).get("suit") or ""
        self.table: Any = _Table(
            trump, turned, turned, stock, [set(hand) for hand in hands], [0 for _ in seats]
        )

    def run(self) -> Dealt:
        """Replay the deal; return each seat's dealt cards, chances to exchange and signs."""
        winners = [trick["winner"] for trick in self.deal["tricks"]]
        laid, trick, waiting = 0, 0, False
        over = self.deal["ended_by"]
        plays = sum(1 for action in self.deal["actions"] if action["type"] == "play")
        for action in self.deal["actions"]:
            kind = action["type"]
            if waiting and (kind != "exchange" or self.rules.exchange_any_time):
                self._draw(winners[trick - 1])
                waiting = False
            if kind == "exchange":
                self._exchange(action)
            elif kind == "sign":
                self._sign(action)
            elif kind == "play":
                self.table.hands[action["seat"]].discard(action["card"])
                laid += 1
                if laid % self.rules.trick_size == 0 and trick < len(winners):
                    trick += 1
                    if winners[trick - 1] is None or (over == "three_killed" and laid == plays):
                        break
                    self.table.tricks_won[winners[trick - 1]] += 1
                    self._window(winners[trick - 1])
                    waiting = True
        if waiting:
            self._draw(winners[trick - 1])
        return self.dealt

    def _window(self, winner: int) -> None:
        """Record whether the winner of a trick could exchange the turned card before the draw."""
        if self.rules.exchange and not self.rules.exchange_any_time:
            self._look([winner], DRAW)

    def _exchange(self, action: Record) -> None:
        """Carry out an exchange of the turned card; record which seats could exchange next."""
        table = self.table
        hand = table.hands[action["seat"]]
        hand.discard(action["give"])
        hand.add(action["take"])
        table.turned = action["give"]
        if self.rules.exchange_any_time:
            self._anybody()
        else:
            self._look([action["seat"]], DRAW)

    def _sign(self, action: Record) -> None:
        """Record a sign, with whether an opponent saw the sign and whether it was true."""
        rules, seat = self.rules, action["seat"]
        is_seen = any(
            rules.side_of[other] != rules.side_of[seat] for other in action.get("seen_by", ())
        )
        true = action["sign"] in true_signs(rules, self.table, seat)
        self.dealt.signs.append(SignMade(seat, is_seen, true))

    def _draw(self, winner: int) -> None:
        """Draw a card for each seat, the winner first; the turned card is the last of the stock.

        Where the rules draw by seat, the eldest draws first, except in the last round.
        """
        rules, table = self.rules, self.table
        left = len(table.stock) - table.drawn + (table.turned is not None)
        by_seat = rules.draws_by_seat and left > rules.trick_size
        seat = (self.deal["dealer"] + 1) % rules.players if by_seat else winner
        for _ in range(rules.trick_size):
            if table.drawn < len(table.stock):
                card = dealt_card = table.stock[table.drawn]
                table.drawn += 1
            elif table.turned is not None:
                # an exchange was no luck of whoever draws last
                card, dealt_card, table.turned = table.turned, table.trump_card, None
            else:
                break
            table.hands[seat].add(card)
            self.dealt.cards[seat].append(dealt_card)
            seat = rules.next_seat[seat]
        if rules.exchange and rules.exchange_any_time:
            self._anybody()

    def _anybody(self) -> None:
        """Record a chance to exchange for each seat that has won a trick, or whose side has."""
        rules, won = self.rules, self.table.tricks_won
        self._look(
            [
                seat
                for seat in range(rules.players)
                if any(
                    won[member]
                    for member in (
                        rules.sides[rules.side_of[seat]] if rules.exchange_team_scope else (seat,)
                    )
                )
            ],
            PLAY,
        )

    def _look(self, seats: list[int], phase: str) -> None:
        """Record a chance to exchange for each of `seats` that holds a card for it in time."""
        table = self.table
        if table.turned is None or exchange_closed(phase, self.rules, table):
            return
        for seat in seats:
            if seat not in self.dealt.chances:
                pair = self.rules.exchange_pair[table.trump]
                held = table.hands[seat]
                if any(card in held and can_take(self.rules, table, card) for card in pair):
                    self.dealt.chances.add(seat)


def due(count: int, part: int, whole: int) -> int:
    """Return the expected number, in hundredths, of cards of a kind among `count` cards.

    Of all the cards, which are `whole`, `part` are of that kind.

    >>> due(20, 10, 40), due(13, 120, 39)
    (500, 4000)
    """
    return (HUNDREDTHS * count * part + whole // 2) // whole
