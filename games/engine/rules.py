"""A ruleset compiled for its number of players: the tables that every move reads.

Strength and points of the ranks are here, not on the card, because rulesets change them
(rules specification, 1.1 and rows 21 and 22).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from games.engine import cards
from games.engine.actions import ArmExchange, PlayCard
from games.engine.cards import Card, Suit
from games.engine.errors import RulesetError
from games.engine.events import CardDrawn, CardPlayed
from games.engine.ruleset_options import RulesetOptions
from games.engine.seating import Side, sides_for

Ranks = tuple[int, ...]
Tables = dict[str, Any]
"""Some of the fields of `Rules`, by name."""

_ORDERS: Final[Mapping[str, Ranks]] = MappingProxyType(
    {
        "std": (1, 3, 12, 11, 10, 9, 8, 7, 6, 5, 4, 2),
        "swap_3_7": (1, 7, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2),
        "lombard": (1, 7, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2),
        "tuscan": (1, 3, 12, 10, 11, 9, 8, 7, 6, 5, 4, 2),
    }
)
_FRENCH_ORDERS: Final[Mapping[str, Ranks]] = MappingProxyType(
    {
        "std": (1, 3, 13, 10, 12, 9, 11, 8, 7, 6, 5, 4, 2),
        "swap_3_7": (1, 7, 13, 10, 12, 9, 11, 8, 6, 5, 4, 3, 2),
        "lombard": (1, 7, 13, 10, 12, 9, 11, 8, 6, 5, 4, 3, 2),
        "tuscan": (1, 3, 13, 10, 11, 8, 12, 9, 7, 6, 5, 4, 2),
    }
)
"""Ranks of all 52 French cards, in which each court card counts the same as another number."""
_WORTH: Final = (11, 10, 4, 3, 2)
"""Card points of the five ranks that count, from the strongest."""

DECK_POINTS: Final = 120
"""Card points of every pack but the whole French one (rules, 1.1)."""
HAND: Final = 3
"""Cards dealt to a seat where there is a stock."""
TALON: Final = 2
CONTRACT: Final = 61
"""Points to make if the bid names none."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """Compiled rules: a ruleset's tables for `players` seats, made once and shared by matches."""

    ruleset: RulesetOptions
    players: int
    sides: tuple[Side, ...]
    side_of: tuple[int, ...]
    """Index of the side of each seat."""
    deck: tuple[Card, ...]
    """The pack in canonical order."""
    deck_points: int
    hand_size: int
    talon: int
    """Cards laid aside for the winner of the auction."""
    turns_card: bool
    """Whether a card is turned up for the trump suit."""
    trick_size: int
    """Cards in a complete trick."""
    last_round: int
    """Cards that are drawn after the last trick that is followed by a draw."""
    order: Ranks
    """Printed numbers from strongest to weakest."""
    figures: tuple[int, int, int]
    """Printed numbers of king, knight and jack."""
    strengths: Mapping[Card, int]
    """Card -> strength; the higher card beats the lower one of its suit."""
    points: Mapping[Card, int]
    power: Mapping[tuple[Suit, Suit], Mapping[Card, int]]
    """power[trump, led][card]: the highest of a trick wins; 0 cannot win. Trump "": no trump."""
    worth: Mapping[Suit, Mapping[Suit, Mapping[Card, tuple[int, int]]]]
    """worth[trump][led][card]: (power, card points), as a trick is counted."""
    pack: frozenset[Card]
    plays: tuple[Mapping[Card, PlayCard], ...]
    """The plain play of each card by each seat, made once."""
    played: tuple[Mapping[Card, CardPlayed], ...]
    """The event of each plain play, made once."""
    drew: tuple[Mapping[Card, CardDrawn], ...]
    """The event of drawing each face-down card, made once."""
    arms: tuple[tuple[ArmExchange, ArmExchange], ...]
    """Seat -> the actions that cancel and ask for the exchange ahead; made once."""
    exchange_pair: Mapping[Suit, tuple[Card, Card]]
    """The seven and the two of each suit, which take the turned card."""
    exchangers: Mapping[Suit, frozenset[Card]]
    """The same pairs as sets; empty if the rules have no exchange."""
    orders: tuple[tuple[int, ...], ...]
    """For each dealer the seats in the order of play, from the eldest."""
    next_seat: tuple[int, ...]
    nobody: tuple[bool, ...]
    """A False for every seat."""
    # options that are read at every move
    exchange: bool
    exchange_any_time: bool
    exchange_deadline: str
    exchange_chain: bool
    exchange_team_scope: bool
    draws_by_seat: bool
    """Whether the eldest draws first in every round but the last, whoever took the trick."""
    armable: bool
    """Whether a seat may ask for the exchange ahead: only if it waits for a won trick."""
    claim: bool
    false_claim_opens: bool
    """Whether a false claim is accepted, and lays the claimer's hand open."""
    arrastre: bool
    obliged: str
    """Obligation of a seat in a trick: free, follow, follow_trump or tute_strict."""
    muerte: bool
    open_hands: bool
    high_card: bool
    """Whether the first dealer is drawn by the highest card."""
    tie_chain: tuple[str, ...]
    hundred: int
    target: int
    max_deals: int
    plain_deal: bool
    """Whether a deal counts as in the base game: card points, the most of them win it."""
    plain_match: bool
    """Whether a match ends as in the base game: at the target, played on while level."""

    def __repr__(self) -> str:
        return f"<Rules {self.ruleset!r}>"

    def option(self, name: str) -> Any:
        """Return the value of the ruleset's option of this dotted name; slower than a field."""
        return self.ruleset.options[name]

    @property
    def auction(self) -> bool:
        """Return whether deals of these rules begin with an auction."""
        return bool(self.ruleset.options["auction.kind"] != "none")

    def seats_from(self, seat: int) -> tuple[int, ...]:
        """Return all seats in the order of play, from this one."""
        return tuple((seat + i) % self.players for i in range(self.players))

    def partners(self, seat: int) -> tuple[int, ...]:
        """Return the other seats of this seat's side, in the order of play from it."""
        side = self.sides[self.side_of[seat]]
        return tuple(other for other in self.seats_from(seat)[1:] if other in side)


def compile_rules(ruleset: RulesetOptions) -> Rules:
    """Return the compiled rules of a ruleset; they are compiled once and kept.

    Raises:
        RulesetError: `bad_pack`, the cards do not divide among the seats.
    """
    return _compiled(ruleset.preset, ruleset)


@lru_cache(maxsize=256)
def _compiled(preset: str, ruleset: RulesetOptions) -> Rules:
    """Return the compiled rules of a ruleset, made once for each preset name.

    Rulesets of other names may have the same options, and be equal.
    """
    options, players = ruleset.options, ruleset.players
    deck = pack_for(ruleset)
    return Rules(
        ruleset=ruleset,
        players=players,
        **_seats(players, options["teams"]),
        **_sizes(options, players, len(deck)),
        **_cards(deck, options["ranks"], french=options["deck.french"] == "all52"),
        **_made_once(deck, players, options["open_hands"]),
        **_exchange(options),
        **_playing(options),
        **_counting(options),
    )


def _seats(players: int, teams: str) -> Tables:
    """Return the fields of `Rules` about sides, partners and the order of play."""
    sides = sides_for(players, teams)
    seats = range(players)
    return {
        "sides": sides,
        "side_of": tuple(
            next(index for index, side in enumerate(sides) if seat in side) for seat in seats
        ),
        "orders": tuple(tuple((dealer + 1 + at) % players for at in seats) for dealer in seats),
        "next_seat": tuple((seat + 1) % players for seat in seats),
        "nobody": (False,) * players,
    }


def _sizes(options: Mapping[str, Any], players: int, cards_in_deck: int) -> Tables:
    """Return the fields of `Rules` about sizes: cards of a hand, of the talon and of a trick.

    Raises:
        RulesetError: `bad_pack`, the cards do not divide among the seats.
    """
    talon = TALON * options["rematada.talon"]
    auction = options["auction.kind"] != "none"
    hand_size = (cards_in_deck - talon) // players if auction else HAND
    stock = cards_in_deck - hand_size * players - talon
    if stock % players:
        raise RulesetError(
            "bad_pack", "players", f"{cards_in_deck} cards do not divide among {players} seats"
        )
    trick_size = players * options["play.cards_per_turn"]
    return {
        "hand_size": hand_size,
        "talon": talon,
        "turns_card": options["trump.source"] == "turned",
        "trick_size": trick_size,
        "last_round": stock % trick_size or trick_size,
    }


def _cards(deck: tuple[Card, ...], ranks: str, *, french: bool) -> Tables:
    """Return the fields of `Rules` about the pack: card points, and which card beats which."""
    order = (_FRENCH_ORDERS if french else _ORDERS)[ranks]
    strengths = {card: len(order) - order.index(cards.number_of(card)) for card in deck}
    by_number = _points(order, french)
    points = {card: by_number.get(cards.number_of(card), 0) for card in deck}
    power = _power(deck, strengths)
    return {
        "deck": deck,
        "pack": frozenset(deck),
        "deck_points": sum(points.values()),
        "order": order,
        "figures": (13, 12, 11) if french else (12, 11, 10),
        "strengths": strengths,
        "points": points,
        "power": power,
        "worth": {
            trump: {
                led: {card: (each, points[card]) for card, each in power[trump, led].items()}
                for led in cards.SUITS
            }
            for trump in ("", *cards.SUITS)
        },
    }


def _made_once(deck: tuple[Card, ...], players: int, open_hands: bool) -> Tables:
    """Return tables of frequent actions and events (plays, draws), made once to save time."""
    seats = range(players)
    return {
        "plays": tuple({card: PlayCard(seat, card) for card in deck} for seat in seats),
        "played": tuple({card: CardPlayed(seat, card, None) for card in deck} for seat in seats),
        "drew": tuple(
            {card: CardDrawn(seat, card, False, open_hands) for card in deck} for seat in seats
        ),
        "arms": tuple((ArmExchange(seat, False), ArmExchange(seat, True)) for seat in seats),
    }


def _exchange(options: Mapping[str, Any]) -> Tables:
    """Return the fields of `Rules` about exchanges: which cards take the turned card, and when."""
    suits = ("", *cards.SUITS)
    pair = {suit: (f"{suit}{cards.SEVEN}", f"{suit}{cards.TWO}") for suit in suits}
    exchange = options["exchange.enabled"] and options["trump.source"] == "turned"
    timing = options["exchange.timing"]
    return {
        "exchange": exchange,
        "exchange_pair": pair,
        "exchangers": {suit: frozenset(pair[suit] if exchange else ()) for suit in suits},
        "exchange_any_time": timing == "any_time",
        "exchange_deadline": options["exchange.deadline"],
        "exchange_chain": options["exchange.chain"],
        "exchange_team_scope": options["exchange.won_scope"] == "team",
        "armable": options["exchange.prearm"] and exchange and timing == "after_win_before_draw",
    }


def _playing(options: Mapping[str, Any]) -> Tables:
    """Return the fields of `Rules` about obligations, draws, claims and announcements in play."""
    obliged = options["play.obligations"]
    if obliged == "free" and options["play.must_follow"]:
        obliged = "follow"
    return {
        "draws_by_seat": options["deal.draw"] == "by_seat",
        "claim": options["claim"],
        "false_claim_opens": options["claim.false"] == "open_hand",
        "arrastre": options["arrastre"],
        "obliged": obliged,
        "muerte": options["muerte"],
        "open_hands": options["open_hands"],
        "high_card": options["first_dealer"] == "high_card",
    }


def _counting(options: Mapping[str, Any]) -> Tables:
    """Return the fields of `Rules` about how deals and the match are won."""
    return {
        "tie_chain": tuple(options["tie.chain"]),
        "hundred": options["score.hundred"],
        "target": options["match.target"],
        "max_deals": options["match.max_deals"],
        "plain_deal": options["match.unit"] == "deals"
        and options["score.policy"] == "most"
        and options["marriage.mode"] == "none",
        "plain_match": options["match.end"] == "target"
        and options["match.tie"] == "playoff"
        and not options["match.max_deals"],
    }


def pack_for(ruleset: RulesetOptions) -> tuple[Card, ...]:
    """Return the cards that a ruleset is played with, in the canonical order of the pack.

    40; without the twos for three players, 48 for six; French packs of 52 likewise (rules, 1.2,
    3.3, 3.10 and row 21).
    """
    options, players = ruleset.options, ruleset.players
    if options["rematada.talon"]:
        return cards.pack(cards.NUMBERS_32)
    twos = frozenset(f"{suit}{cards.TWO}" for suit in cards.SUITS)
    if options["deck.french"] == "all52":
        return cards.pack(cards.NUMBERS_52, twos if players in (3, 6) else frozenset())
    if options["deck.removed"] == "italian":
        removed = {3: frozenset({f"{cards.CUPS}{cards.TWO}"}), 6: twos}
        return cards.pack(cards.NUMBERS_40, removed.get(players, frozenset()))
    if players == 6:
        return cards.PACK_48
    return cards.pack(cards.NUMBERS_40, twos) if players == 3 else cards.PACK_40


def _points(order: Ranks, french: bool) -> dict[int, int]:
    """Return a map from a card's printed number to its card points.

    In the whole French pack 10, 9, 8 count like K, Q, J.
    """
    if not french:
        return dict(zip(order, _WORTH, strict=False))
    doubled = (*_WORTH[:2], *(worth for worth in _WORTH[2:] for _ in range(2)))
    return dict(zip(order, doubled, strict=False))


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
