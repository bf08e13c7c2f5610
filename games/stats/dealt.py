"""What the deck gave to each seat of a deal, and where the turned card could have been taken.

The record says the deck and what was done; who drew what follows from both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from games.engine import Rules
from games.engine.state import DRAW, PLAY
from games.engine.windows import can_take, exchange_closed

Record = dict[str, Any]
HUNDREDTHS: Final = 100


@dataclass(slots=True)
class Dealt:
    """By seat: the cards that the deck gave it, and whether it could ever exchange."""

    cards: list[list[str]]
    chances: set[int] = field(default_factory=set)
    """Seats that held a card that takes the turned one when they might exchange."""


@dataclass(slots=True)
class _Table:
    """What the rules of the exchange ask of a deal (as `games.engine.state.DealState` has it)."""

    trump: str
    trump_card: str | None
    turned: str | None
    stock: list[str]
    hands: list[set[str]]
    tricks_won: list[int]
    drawn: int = 0


def follow(rules: Rules, deal: Record) -> Dealt:
    """Return the cards of a deal, from its deck and its actions."""
    return _Follower(rules, deal).run()


class _Follower:
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
        """Go through the actions once."""
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
        """Between a trick and the draw, its winner may exchange."""
        if self.rules.exchange and not self.rules.exchange_any_time:
            self._look([winner], DRAW)

    def _exchange(self, action: Record) -> None:
        table = self.table
        hand = table.hands[action["seat"]]
        hand.discard(action["give"])
        hand.add(action["take"])
        table.turned = action["give"]
        if self.rules.exchange_any_time:
            self._anybody()
        else:
            self._look([action["seat"]], DRAW)

    def _draw(self, winner: int) -> None:
        """Everybody draws, the winner first; the turned card goes last."""
        rules, table = self.rules, self.table
        seat = winner
        for _ in range(rules.trick_size):
            if table.drawn < len(table.stock):
                card = given = table.stock[table.drawn]
                table.drawn += 1
            elif table.turned is not None:
                # an exchange was no luck of whoever draws last
                card, given, table.turned = table.turned, table.trump_card, None
            else:
                break
            table.hands[seat].add(card)
            self.dealt.cards[seat].append(given)
            seat = rules.next_seat[seat]
        if rules.exchange and rules.exchange_any_time:
            self._anybody()

    def _anybody(self) -> None:
        """At any time whoever has won a trick may exchange; or whose side has."""
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
    """Hundredths of what `count` cards have on average where `whole` have `part`.

    >>> due(20, 10, 40), due(13, 120, 39)
    (500, 4000)
    """
    return (HUNDREDTHS * count * part + whole // 2) // whole
