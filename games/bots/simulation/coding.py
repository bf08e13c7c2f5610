"""Codes of cards: `12 * suit + place`, with the trump suit 0, the weakest place 0, the ace 11.

Twelve places stand for the ranks of the 48-card deck from weak to strong; smaller decks leave some
empty, so that one set of tables serves every deck and every order of ranks. 48 stands for no card.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots.simulation import scalar
from games.engine import Card, Rules, Suit

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

PLACES: Final = 12
SUITS: Final = 4
CARDS: Final = PLACES * SUITS
NONE: Final = CARDS
"""The code for no card; every table has an entry for it."""
WIDTH: Final = CARDS + 1
HAND: Final = 3
TRUMPS: Final = (1 << PLACES) - 1
"""All trumps, as bits."""
CLASSES: Final = 2 * PLACES
"""Number of classes of cards: trumps by place, then other cards by place."""

# fields of `Kernel.spec`
PLAYERS, SIDES, PACK, SEVEN, TWO, CLOSED, EARLY, LATE, EXACT, BY_SEAT = range(10)


@dataclass(frozen=True, slots=True, eq=False)
class Kernel:
    """A ruleset and its seating in numbers for the simulation; the same for every trump suit."""

    rules: Rules
    stock: int
    """Cards in the stock before the first draw, the turned one included."""
    book: Ints
    """[scalar.BOOK] all arrays below in one, for the scalar simulation."""
    spec: Ints
    """[one for each field] players, sides, the deck as bits, trump seven and two (or NONE), cards left in
    the stock when the exchange closes, the two bounds of the phases of a deal, whether the last three
    tricks are solved, and whether the eldest draws first in every round but the last.
    """
    side: Ints
    """[players] side of each seat."""
    foes_after: Ints
    """[players] opponents that play after the k-th of a trick, at most 3."""
    value: Ints
    """[49] card points."""
    bit: Ints
    """[49] the card as a set."""
    kind: Ints
    """[49] class of a card: trumps by place, then other cards by place."""
    shift: Ints
    """[49] shift of a set of cards that moves the higher cards of a card's suit to bit 0."""
    above: Ints
    """[49] mask that keeps the higher cards of a card's suit after the shift."""
    beat: Ints
    """[49 * 49] 1 where the second card, played later, beats the first."""
    count: Ints
    """[4096] how many bits are set."""


def supports(rules: Rules) -> bool:
    """Return whether deals of this game are played and counted as in the base game.

    It may have arrastre (an ace of trumps that forces trumps), claims and the exchange at any
    time: rollouts leave those out.
    """
    return like_base(rules) and rules.plain_deal and not (rules.muerte or rules.open_hands)


def like_base(rules: Rules) -> bool:
    """Return whether this game deals, plays and draws as the base game does, however it counts."""
    return (
        len(rules.order) == PLACES
        and rules.hand_size == HAND
        and rules.trick_size == rules.players
        and rules.obliged == "free"
        and not rules.auction
        and rules.option("open_stock") == "none"
        and rules.option("trump.source") in ("turned", "rotation")
    )


@lru_cache(maxsize=64)
def kernel_for(rules: Rules) -> Kernel:
    """Return a ruleset in numbers for simulations, made once; `like_base` must be true of it."""
    return numbers_of(rules)


@lru_cache(maxsize=64)
def numbers_for(kernel: Kernel) -> list[int]:
    """Return a kernel's `book` as a list, which plain Python reads faster."""
    return [int(number) for number in kernel.book]


@lru_cache(maxsize=256)
def codes_for(rules: Rules, trump: Suit) -> dict[Card, int]:
    """Return card -> code for the deck, with this suit as trump."""
    suits = [trump, *(suit for suit in "OCEB" if suit != trump)]
    places = {number: PLACES - 1 - at for at, number in enumerate(rules.order)}
    return {card: PLACES * suits.index(card[0]) + places[int(card[1:])] for card in rules.deck}


@lru_cache(maxsize=256)
def cards_for(rules: Rules, trump: Suit) -> dict[int, Card]:
    """Return code -> card for the deck, with this suit as trump."""
    return {code: card for card, code in codes_for(rules, trump).items()}


def bits(codes: Iterable[int]) -> int:
    """Return a set of card codes as an int, with one bit for each code."""
    mask = 0
    for code in codes:
        mask |= 1 << code
    return mask


def numbers_of(rules: Rules) -> Kernel:
    """Return any ruleset in numbers for simulations; those about the stock are void without one."""
    codes, players, deck = codes_for(rules, "O"), rules.players, rules.deck
    value = np.zeros(WIDTH, np.int64)
    for card in deck:
        value[codes[card]] = rules.points[card]
    seven, two = (codes.get(card, NONE) for card in rules.exchange_pair["O"])
    if not rules.exchange or rules.option("score.policy") == "stay_under":
        # who wants no points leaves the higher trump where it lies
        seven = two = NONE
    stock = len(deck) - HAND * players
    closed = 2 * players if rules.exchange_deadline == "penultimate" else 0
    number = np.arange(WIDTH)
    suit, place = number // PLACES, number % PLACES
    shift = np.where(number < CARDS, number + 1, 0)
    above = np.where(number < CARDS, TRUMPS >> (place + 1), 0)
    spec = [
        players,
        len(rules.sides),
        bits(codes[card] for card in deck),
        seven,
        two,
        closed,
        stock * 10 // 17,
        stock * 4 // 17,
        int(players == 2),
        int(rules.draws_by_seat),
    ]
    parts = {
        0: np.array(spec, np.int64),
        scalar.SIDE: np.array(rules.side_of, np.int64),
        scalar.FOES: _foes_after(rules),
        scalar.VALUE: value,
        scalar.BIT: np.array([*(1 << code for code in range(CARDS)), 0], np.int64),
        scalar.KIND: np.where(number < PLACES, number, PLACES + place).astype(np.int64),
        scalar.SHIFT: shift.astype(np.int64),
        scalar.ABOVE: above.astype(np.int64),
        scalar.BEAT: _beat(suit, place).ravel(),
        scalar.COUNT: np.array([code.bit_count() for code in range(1 << PLACES)], np.int64),
    }
    book = np.zeros(scalar.BOOK, np.int64)
    for begin, part in parts.items():
        book[begin : begin + len(part)] = part
    for begin, steps in _steps().items():
        book[begin : begin + len(steps)] = steps
    return Kernel(rules, stock, book, *parts.values())


def _steps() -> dict[int, list[int]]:
    """Return tables of the coarse steps of `scalar`, by where each begins in the book."""
    return {
        scalar.OUT: [scalar.trumps_out(cards.bit_count()) for cards in range(1 << PLACES)],
        scalar.STAKE: [scalar.stake(points) for points in range(128)],
        scalar.AHEAD: [scalar.lead_of(ahead - 120) for ahead in range(256)],
    }


def _foes_after(rules: Rules) -> Ints:
    """Return the opponents after each place of a trick, the same for every leader."""
    side, players = rules.side_of, rules.players
    counts = [
        sum(side[later] != side[seat] for later in range(seat + 1, players))
        for seat in range(players)
    ]
    return np.array([min(3, count) for count in counts], np.int64)


def _beat(suit: Ints, place: Ints) -> Ints:
    """Return the table [49, 49] of which later card beats which earlier one."""
    best, later = np.meshgrid(np.arange(WIDTH), np.arange(WIDTH), indexing="ij")
    same = (suit[best] == suit[later]) & (place[later] > place[best])
    trump = (suit[later] == 0) & (suit[best] != 0)
    beats: Ints = ((same | trump) & (best < CARDS) & (later < CARDS)).astype(np.int64)
    return beats
