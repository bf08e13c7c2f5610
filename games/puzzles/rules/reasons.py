"""Reasons why a card is right or wrong in a puzzle, told from what its seat could see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from games.bots.knowledge.trick import avoids_points
from games.engine import Card, Rules, build_ruleset

TAKES: Final = "takes"
TRUMPS: Final = "trumps"
FEEDS: Final = "feeds"
LETS_GO: Final = "lets_go"
PAYS: Final = "pays"
LEADS_HIGHEST: Final = "leads_highest"
LEADS_TRUMP: Final = "leads_trump"
LEADS_LOW: Final = "leads_low"
LEADS_POINTS: Final = "leads_points"
PLAIN: Final = "plain"
"""Of games in which points are to be avoided, where the other reasons would mislead."""
BIDS: Final = "bids"
"""Of a bid or a called card."""


@dataclass(frozen=True, slots=True)
class Table:
    """The cards of a puzzle's position that are known to the seat to choose."""

    rules: Rules
    trump: str
    hand: tuple[Card, ...]
    trick: tuple[Card, ...]
    """Cards of the trick, in the order in which they were played."""
    friends: tuple[bool, ...]
    """For each card of the trick, True if a partner played it."""
    past: tuple[Card, ...]
    """Cards of the tricks before."""
    unseen: frozenset[Card]
    """Cards that lie nowhere to be seen: in other hands, or in the stock."""
    stock: int
    turned: Card
    """The turned card while it lies under the stock; "" without one."""

    @property
    def led(self) -> str:
        """Return the suit of the trick's first card; "" before it."""
        return self.trick[0][0] if self.trick else ""

    def power(self, card: Card) -> int:
        """Return the strength of a card in this trick, or as its first card."""
        return self.rules.power[self.trump, self.led or card[0]][card]

    @property
    def winning(self) -> int:
        """Return the index of the card that is winning the trick; -1 before the first card."""
        if not self.trick:
            return -1
        return max(range(len(self.trick)), key=lambda index: self.power(self.trick[index]))

    @property
    def is_friendly(self) -> bool:
        """Return True if a partner is winning the trick."""
        return bool(self.trick) and self.friends[self.winning]

    @property
    def is_last(self) -> bool:
        """Return True if the seat plays the last card of the trick."""
        return len(self.trick) == self.rules.trick_size - 1

    @property
    def trick_points(self) -> int:
        """Return the points on the table."""
        return sum(self.rules.points[card] for card in self.trick)

    def takes(self, card: Card) -> bool:
        """Return True if a card beats all that lie on the table."""
        return bool(self.trick) and self.power(card) > self.power(self.trick[self.winning])

    def is_highest(self, card: Card) -> bool:
        """Return True if no unseen card would beat this one as the first card of a trick."""
        power = self.rules.power[self.trump, card[0]]
        return all(power[other] < power[card] for other in self.unseen)

    def higher_cards(self, card: Card) -> list[Card]:
        """Return the cards of a card's suit that are higher, the highest first."""
        strengths = self.rules.strengths
        higher = [
            other
            for other in self.rules.deck
            if other[0] == card[0] and strengths[other] > strengths[card]
        ]
        return sorted(higher, key=lambda other: -strengths[other])

    @property
    def trumps_out(self) -> list[Card]:
        """Return the unseen trumps, the highest first."""
        trumps = [card for card in self.unseen if card[0] == self.trump]
        return sorted(trumps, key=lambda card: -self.rules.strengths[card])

    @property
    def opponent_hand(self) -> list[Card]:
        """Return the hand of the only opponent, where it follows from what was played; or []."""
        count = len(self.hand) - len(self.trick)
        if self.rules.players != 2 or self.stock or len(self.unseen) != count:
            return []
        order = {card: index for index, card in enumerate(self.rules.deck)}
        return sorted(self.unseen, key=order.__getitem__)

    @property
    def exchange_card(self) -> Card:
        """Return the card in hand that can still be exchanged for the turned one, or ""."""
        if not (self.rules.exchange and self.turned and self.trump and self.stock):
            return ""
        pair = self.rules.exchange_pair[self.trump]
        return next((card for card in pair if card in self.hand), "")


def table_of(position: Mapping[str, Any], theme: str = "") -> Table:
    """Return the open table of a position (JSON as stored), as the seat to choose sees it.

    In the theme "partner" whoever is winning the trick is on the seat's side. The rules are those of
    the preset, unless the position has its own as `rules` (`Rules`).
    """
    rules = position.get("rules") or build_ruleset(position["preset"], position["players"]).rules
    trick = tuple(play["card"] for play in position["trick"])
    past = tuple(play["card"] for row in position["tricks"] for play in row["plays"])
    turned = (position["turned"] or "") if position["stock"] else ""
    open_cards = [card for row in position["open_hands"] for card in row["hand"]]
    put_away = (position["contract"] or {}).get("discards") or []
    seen = {*trick, *past, *position["hand"], turned, *open_cards, *put_away}
    table = Table(
        rules=rules,
        trump=position["trump"] or "",
        hand=tuple(position["hand"]),
        trick=trick,
        friends=tuple(play["place"] in position["partners"] for play in position["trick"]),
        past=past,
        unseen=frozenset(rules.deck) - seen,
        stock=position["stock"],
        turned=turned,
    )
    if theme != "partner" or not trick:
        return table
    friends = tuple(friend or index == table.winning for index, friend in enumerate(table.friends))
    return replace(table, friends=friends)


def reason_of(table: Table, card: Card) -> str:
    """Return the reason code for playing a card, or for another choice, on a table."""
    if card not in table.rules.pack or card not in table.hand:
        return BIDS
    if avoids_points(table.rules):
        return PLAIN
    return _reason_of_lead(table, card) if not table.trick else _reason_of_reply(table, card)


def _reason_of_lead(table: Table, card: Card) -> str:
    """Return the reason code for leading a card."""
    if table.is_highest(card):
        return LEADS_HIGHEST
    if card[0] == table.trump:
        return LEADS_TRUMP
    return LEADS_POINTS if table.rules.points[card] else LEADS_LOW


def _reason_of_reply(table: Table, card: Card) -> str:
    """Return the reason code for adding a card to a trick."""
    points = table.rules.points[card]
    if table.takes(card):
        is_ruff = card[0] == table.trump and table.led != table.trump
        return TRUMPS if is_ruff else TAKES
    if table.is_friendly:
        return FEEDS if points else LETS_GO
    return PAYS if points else LETS_GO
