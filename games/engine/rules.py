"""A ruleset compiled for its number of players: the tables that every move reads.

Strength and points of the ranks are here, not on the card, because rulesets change them
(rules specification, 1.1 and row 22).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from games.engine import cards
from games.engine.actions import ArmExchange, PlayCard
from games.engine.cards import Card, Suit
from games.engine.errors import RulesetError
from games.engine.events import CardDrawn, CardPlayed
from games.engine.ruleset import Ruleset, unbuilt
from games.engine.seating import Side, sides_for

_ORDERS: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "std": (1, 3, 12, 11, 10, 9, 8, 7, 6, 5, 4, 2),
        "swap_3_7": (1, 7, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2),
        "lombard": (1, 7, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2),
        "tuscan": (1, 3, 12, 10, 11, 9, 8, 7, 6, 5, 4, 2),
    }
)
_POINTS: Final[Mapping[str, Mapping[int, int]]] = MappingProxyType(
    {
        "std": {1: 11, 3: 10, 12: 4, 11: 3, 10: 2},
        "swap_3_7": {1: 11, 7: 10, 12: 4, 11: 3, 10: 2},
        "lombard": {1: 11, 7: 10, 12: 4, 11: 3, 10: 2},
        "tuscan": {1: 11, 3: 10, 12: 4, 10: 3, 11: 2},
    }
)

DECK_POINTS: Final = 120
"""Card points of every pack (rules, 1.1)."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """What a ruleset means for `players` seats; made once and shared by all its matches."""

    ruleset: Ruleset
    players: int
    sides: tuple[Side, ...]
    side_of: tuple[int, ...]
    """Index of the side of each seat."""
    deck: tuple[Card, ...]
    """The pack in canonical order."""
    hand_size: int
    trick_size: int
    """Cards in a complete trick."""
    order: tuple[int, ...]
    """Printed numbers from strongest to weakest."""
    strengths: Mapping[Card, int]
    """Higher beats lower within a suit."""
    points: Mapping[Card, int]
    power: Mapping[tuple[Suit, Suit], Mapping[Card, int]]
    """power[trump, led][card]: the highest of a trick wins; 0 cannot win. Trump "" is none."""
    worth: Mapping[Suit, Mapping[Suit, Mapping[Card, tuple[int, int]]]]
    """worth[trump][led][card]: power and card points together, as a trick is counted."""
    pack: frozenset[Card]
    plays: tuple[Mapping[Card, PlayCard], ...]
    """The plain play of each card by each seat, made once."""
    played: tuple[Mapping[Card, CardPlayed], ...]
    """The event of each plain play, made once."""
    drew: tuple[Mapping[Card, CardDrawn], ...]
    """The event of drawing each face-down card, made once."""
    arms: tuple[tuple[ArmExchange, ArmExchange], ...]
    """For each seat: to call the exchange off, and to ask for it; made once."""
    exchange_pair: Mapping[Suit, tuple[Card, Card]]
    """The seven and the two of each suit, which take the turned card."""
    next_seat: tuple[int, ...]
    nobody: tuple[bool, ...]
    """False for every seat."""
    # options that are read at every move
    exchange: bool
    exchange_any_time: bool
    exchange_deadline: str
    exchange_chain: bool
    exchange_team_scope: bool
    armable: bool
    """Whether a seat may ask for the exchange ahead: only where it waits for a won trick."""
    claim: bool
    arrastre: bool
    announces: bool
    """Whether more may be done at a turn than to play a card or exchange."""
    tie_chain: tuple[str, ...]
    hundred: int
    target: int
    tie_ends_match: bool
    max_deals: int

    def __repr__(self) -> str:
        return f"<Rules {self.ruleset!r}>"

    def stronger(self, card: Card, other: Card) -> bool:
        """Whether `card` outranks `other`, suits apart."""
        return self.strengths[card] > self.strengths[other]

    def seats_from(self, seat: int) -> tuple[int, ...]:
        """All seats in the order of play, from this one."""
        return tuple((seat + i) % self.players for i in range(self.players))


@lru_cache(maxsize=256)
def compile_rules(ruleset: Ruleset) -> Rules:
    """The tables of a ruleset. Raises RulesetError `not_built` for games without phases yet."""
    missing = unbuilt(ruleset)
    if missing:
        raise RulesetError(
            "not_built",
            missing[0],
            "this cannot be played here yet",
            options=missing,
        )
    options = ruleset.options
    players = ruleset.players
    sides = sides_for(players, options["teams"])
    deck = pack_for(ruleset)
    order = _ORDERS[options["ranks"]]
    points = _POINTS[options["ranks"]]
    strengths = {card: len(order) - order.index(cards.number_of(card)) for card in deck}
    hand_size = 3
    if (len(deck) - hand_size * players) % players:
        raise RulesetError(
            "bad_pack", "players", f"{len(deck)} cards do not divide among {players} seats"
        )
    return Rules(
        ruleset=ruleset,
        players=players,
        sides=sides,
        side_of=tuple(
            next(index for index, side in enumerate(sides) if seat in side)
            for seat in range(players)
        ),
        deck=deck,
        hand_size=hand_size,
        trick_size=players * options["play.cards_per_turn"],
        order=order,
        strengths=strengths,
        points={card: points.get(cards.number_of(card), 0) for card in deck},
        power=(power := _power(deck, strengths)),
        worth={
            trump: {
                led: {
                    card: (each, points.get(cards.number_of(card), 0))
                    for card, each in power[trump, led].items()
                }
                for led in cards.SUITS
            }
            for trump in ("", *cards.SUITS)
        },
        pack=frozenset(deck),
        plays=tuple({card: PlayCard(seat, card) for card in deck} for seat in range(players)),
        played=tuple(
            {card: CardPlayed(seat, card, None) for card in deck} for seat in range(players)
        ),
        drew=tuple(
            {card: CardDrawn(seat, card, False) for card in deck} for seat in range(players)
        ),
        arms=tuple((ArmExchange(seat, False), ArmExchange(seat, True)) for seat in range(players)),
        exchange_pair={suit: (f"{suit}7", f"{suit}2") for suit in cards.SUITS},
        next_seat=tuple((seat + 1) % players for seat in range(players)),
        nobody=(False,) * players,
        exchange=options["exchange.enabled"] and options["trump.source"] == "turned",
        exchange_any_time=options["exchange.timing"] == "any_time",
        exchange_deadline=options["exchange.deadline"],
        exchange_chain=options["exchange.chain"],
        exchange_team_scope=options["exchange.won_scope"] == "team",
        armable=options["exchange.prearm"]
        and options["exchange.enabled"]
        and options["trump.source"] == "turned"
        and options["exchange.timing"] == "after_win_before_draw",
        claim=options["claim"],
        arrastre=options["arrastre"],
        announces=options["claim"] or options["arrastre"],
        tie_chain=tuple(options["tie.chain"]),
        hundred=options["score.hundred"],
        target=options["match.target"],
        tie_ends_match=options["match.tie"] == "draw",
        max_deals=options["match.max_deals"],
    )


def pack_for(ruleset: Ruleset) -> tuple[Card, ...]:
    """The cards used: 40, without the twos for three players, 48 for six (rules, 1.2)."""
    if ruleset.players == 6:
        return cards.PACK_48
    if ruleset.players == 3:
        return cards.pack(cards.NUMBERS_40, frozenset(f"{suit}2" for suit in cards.SUITS))
    return cards.PACK_40


def _power(
    deck: tuple[Card, ...], strengths: Mapping[Card, int]
) -> dict[tuple[Suit, Suit], dict[Card, int]]:
    def power(card: Card, trump: Suit, led: Suit) -> int:
        suit = cards.suit_of(card)
        if suit == trump:
            return 100 + strengths[card]
        return strengths[card] if suit == led else 0

    return {
        (trump, led): {card: power(card, trump, led) for card in deck}
        for trump in ("", *cards.SUITS)
        for led in cards.SUITS
    }
