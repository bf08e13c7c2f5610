"""What a hand is worth in an auction, and what to bid and to call with it.

The worth is counted in points that the caller's side is expected to make: a sum over the cards of
the hand, so much for each trump and each high card beside it, and for the card that is called.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine import SUITS, Bid, Card, Declare, PlayerView, Rules, Suit


@dataclass(frozen=True, slots=True)
class Worth:
    """Points that each card brings, by place: ace, three, king, knight, jack, and all others."""

    base: float
    trump: tuple[float, ...]
    side: tuple[float, ...]
    called: tuple[float, ...] = ()
    alone: float = 0.0
    """What it costs to have no partner,"""
    marriage: float = 0.0
    """and what king and knight of trumps bring beside."""
    void: float = 0.0
    """What each suit brings of which one holds nothing."""


CALLED: Final = Worth(
    base=15.0,
    trump=(13.0, 12.0, 9.0, 8.0, 7.0, 5.0),
    side=(5.0, 3.0, 1.0, 0.5, 0.0, -1.0),
    called=(15.0, 14.0, 9.0, 8.0, 7.0, 5.0),
    alone=-25.0,
)
TALON: Final = Worth(
    base=20.0,
    trump=(18.0, 14.0, 10.0, 9.0, 8.0, 7.0),
    side=(12.0, 5.0, 1.0, 0.0, 0.0, -1.0),
    marriage=40.0,
)
RISK: Final = 0.34
"""Of the way from the least bid to what the hand is worth, how far a raise goes."""


def place(rules: Rules, card: Card) -> int:
    """The place of a card in its suit, the ace at 0; all that count nothing at 5."""
    points = rules.points[card]
    return {11: 0, 10: 1, 4: 2, 3: 3, 2: 4}.get(points, 5)


@dataclass(frozen=True, slots=True)
class Call:
    """What might be named, and the points that the caller's side would make with it."""

    suit: Suit
    rank: int | None
    worth: float


def worth_of(rules: Rules, hand: Sequence[Card], suit: Suit, called: Card | None = None) -> float:
    """Points that the side of this hand is expected to make with this trump and called card."""
    table = TALON if rules.talon else CALLED
    points = table.base
    for card in hand:
        points += (table.trump if card[0] == suit else table.side)[place(rules, card)]
    points += table.void * (len(SUITS) - len({card[0] for card in hand}))
    king, knight, _ = rules.figures
    if {f"{suit}{king}", f"{suit}{knight}"} <= set(hand):
        points += table.marriage
    if called is None:
        return points
    return points + (table.alone if called in hand else table.called[place(rules, called)])


def best_call(rules: Rules, hand: Sequence[Card], rank: int | None = None) -> Call:
    """The best of what may be named with this hand; `rank` where the bid has said it."""
    return max(_calls(rules, hand, rank), key=lambda call: call.worth)


def _calls(rules: Rules, hand: Sequence[Card], rank: int | None) -> Iterator[Call]:
    for suit in SUITS:
        if rules.talon:
            yield Call(suit, None, worth_of(rules, hand, suit))
            continue
        ranks = rules.order if rank is None else (rank,)
        cards = [f"{suit}{each}" for each in ranks if f"{suit}{each}" in rules.strengths]
        called = next((card for card in cards if card not in hand), cards[0])
        yield Call(suit, int(called[1:]), worth_of(rules, hand, suit, called))


def choose_call(view: PlayerView) -> Declare:
    """The best of the calls that may be made."""
    rules, hand = view.rules, view.hand
    calls = [action for action in view.legal if isinstance(action, Declare)]

    def worth(call: Declare) -> float:
        card = None if call.rank is None else f"{call.suit}{call.rank}"
        return worth_of(rules, hand, call.suit, card)

    return max(calls, key=worth)


def choose_bid(view: PlayerView) -> Bid:
    """A raise as long as the hand is worth it, else pass; small ones, so that others may speak."""
    bids = [action for action in view.legal if isinstance(action, Bid)]
    passing = next(bid for bid in bids if bid.passes)
    raises = [bid for bid in bids if not bid.passes and worth_bidding(view, bid)]
    if not raises:
        return passing
    return raises[0] if raises[0].rank is not None else raises[int(RISK * (len(raises) - 1))]


def worth_bidding(view: PlayerView, bid: Bid) -> bool:
    """Whether the hand is expected to make what is bid."""
    target = bid.points if bid.points is not None else CONTRACT
    return best_call(view.rules, view.hand, bid.rank).worth >= target


CONTRACT: Final = 61
"""Points to make where a rank is bid alone (rules, 3.6)."""


def bid_at_random(view: PlayerView, rng: random.Random) -> Bid:
    """Passes half of the time, else raises by little."""
    bids = [action for action in view.legal if isinstance(action, Bid)]
    raises = [bid for bid in bids if not bid.passes]
    if not raises or rng.random() < 0.5:
        return next(bid for bid in bids if bid.passes)
    return rng.choice(raises[:3])
