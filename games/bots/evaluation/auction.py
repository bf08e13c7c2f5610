"""What to bid with a hand, and what to call or name with it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.bots.variants.hand_worth import AFTER_TALON, BEFORE_TALON, CALLED, Worth, worth_of
from games.engine import SUITS, Bid, Card, Declare, PlayerView, Rules, Suit

CONTRACT: Final = 61
"""Points to make where a rank is bid alone (rules, 3.6)."""
DARING: Final = 7.0
"""Points over its worth that a hand with a talon bids.

Who fails lets each of two others score half the bid, so that what succeeds one time in three is
worth bidding; 7 points are the way to that from one time in two.
"""
STRIDE: Final = 0.34
"""Of the way from the least bid to the highest worth bidding, how far one raise goes."""


@dataclass(frozen=True, slots=True)
class Call:
    """What might be named, and the points that the caller's side would make with it."""

    suit: Suit
    rank: int | None
    worth: float


def best_call(
    rules: Rules, hand: Sequence[Card], rank: int | None = None, called: Worth = CALLED
) -> Call:
    """The best of what may be named with a hand of the deal; `rank` where the bid says it.

    `called` says what hands are worth where a partner is called.
    """
    return max(_calls(rules, hand, rank, called), key=lambda call: call.worth)


def best_calls(
    rules: Rules, hand: Sequence[Card], rank: int | None = None, called: Worth = CALLED
) -> list[Call]:
    """The best of each suit, from what is worth most."""
    best: dict[Suit, Call] = {}
    for call in _calls(rules, hand, rank, called):
        if call.suit not in best or call.worth > best[call.suit].worth:
            best[call.suit] = call
    return sorted(best.values(), key=lambda call: -call.worth)


def _calls(rules: Rules, hand: Sequence[Card], rank: int | None, table: Worth) -> Iterator[Call]:
    for suit in SUITS:
        if rules.talon:
            yield Call(suit, None, worth_of(rules, BEFORE_TALON, hand, suit))
            continue
        ranks = rules.order if rank is None else (rank,)
        cards = [f"{suit}{each}" for each in ranks if f"{suit}{each}" in rules.strengths]
        called = next((card for card in cards if card not in hand), cards[0])
        yield Call(suit, int(called[1:]), worth_of(rules, table, hand, suit, called))


def choose_call(view: PlayerView, called: Worth = CALLED) -> Declare:
    """The best of the calls that may be made."""
    rules, hand = view.rules, view.hand
    table = AFTER_TALON if rules.talon else called

    def worth(call: Declare) -> float:
        card = None if call.rank is None else f"{call.suit}{call.rank}"
        return worth_of(rules, table, hand, call.suit, card)

    return max((one for one in view.legal if isinstance(one, Declare)), key=worth)


def choose_bid(view: PlayerView, called: Worth = CALLED, margin: float = 0.0) -> Bid:
    """A raise as long as the hand is worth it, else pass; not at once as high as one would go.

    `margin` are the points by which it has to be worth more.
    """
    bids = [action for action in view.legal if isinstance(action, Bid)]
    raises = [bid for bid in bids if not bid.passes]
    for rank in dict.fromkeys(bid.rank for bid in raises):
        most = limit(view.rules, view.hand, rank, called) - margin
        worth = [bid for bid in raises if bid.rank == rank and points_of(bid) <= most]
        if worth:
            return worth[int(STRIDE * (len(worth) - 1))]
    return next(bid for bid in bids if bid.passes)


def points_of(bid: Bid) -> int:
    """The points that a bid promises."""
    return CONTRACT if bid.points is None else bid.points


def limit(
    rules: Rules, hand: Sequence[Card], rank: int | None = None, called: Worth = CALLED
) -> float:
    """The most points worth bidding with a hand, by this rank where ranks are called."""
    return best_call(rules, hand, rank, called).worth + (DARING if rules.talon else 0.0)


def bid_at_random(view: PlayerView, rng: random.Random) -> Bid:
    """Passes half of the time, else raises by little."""
    bids = [action for action in view.legal if isinstance(action, Bid)]
    raises = [bid for bid in bids if not bid.passes]
    if not raises or rng.random() < 0.5:
        return next(bid for bid in bids if bid.passes)
    return rng.choice(raises[:3])
