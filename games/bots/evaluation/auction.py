"""Bids and calls by the estimated worth of a hand, without rollouts."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.bots.variants.hand_worth import AFTER_TALON, BEFORE_TALON, CALLED, Worth, worth_of
from games.engine import SUITS, Bid, Card, Declare, PlayerView, Rules, Suit

DEFAULT_TARGET_POINTS: Final = 61
"""Points to make where a bid names a rank alone (rules, 3.6)."""
MAX_OVERBID_POINTS: Final = 7.0
"""Points by which a hand with a talon may bid more than its worth.

A caller who fails lets each of two others score half the bid, so a bid that succeeds one time in
three is worth making; 7 points lead there from one time in two.
"""
RAISE_SHARE: Final = 0.34
"""Share of the way from the least bid to the highest bid worth making that one raise goes."""


@dataclass(frozen=True, slots=True)
class Call:
    """A possible call (suit, or partner's card) with the card points that its side would make."""

    suit: Suit
    rank: int | None
    """Rank of the called partner's card; None where none is called."""
    worth: float
    """Card points."""


def best_call(
    rules: Rules, hand: Sequence[Card], rank: int | None = None, called: Worth = CALLED
) -> Call:
    """Return the call with which a hand's side is expected to make the most card points.

    `rank` is that of the partner's card where the bid named one; None leaves it open. `called` is
    the table of what each card adds where a partner is called.
    """
    return max(_calls(rules, hand, rank, called), key=lambda call: call.worth)


def best_calls(
    rules: Rules, hand: Sequence[Card], rank: int | None = None, called: Worth = CALLED
) -> list[Call]:
    """Return the best call of each suit, the one of most card points first.

    `rank` is that of the partner's card where the bid named one; None leaves it open. `called` is
    the table of what each card adds where a partner is called.
    """
    best: dict[Suit, Call] = {}
    for call in _calls(rules, hand, rank, called):
        if call.suit not in best or call.worth > best[call.suit].worth:
            best[call.suit] = call
    return sorted(best.values(), key=lambda call: -call.worth)


def _calls(rules: Rules, hand: Sequence[Card], rank: int | None, table: Worth) -> Iterator[Call]:
    """Yield a `Call` with its worth for each suit, and for each rank that may be called in it."""
    for suit in SUITS:
        if rules.talon:
            yield Call(suit, None, worth_of(rules, BEFORE_TALON, hand, suit))
            continue
        ranks = rules.order if rank is None else (rank,)
        cards = [f"{suit}{each}" for each in ranks if f"{suit}{each}" in rules.strengths]
        called = next((card for card in cards if card not in hand), cards[0])
        yield Call(suit, int(called[1:]), worth_of(rules, table, hand, suit, called))


def choose_call(view: PlayerView, called: Worth = CALLED) -> Declare:
    """Return the legal call with which the most card points are expected.

    `called` is the table of what each card adds where a partner is called.
    """
    rules, hand = view.rules, view.hand
    table = AFTER_TALON if rules.talon else called

    def worth(call: Declare) -> float:
        """Return the card points that a hand is expected to make with this call."""
        card = None if call.rank is None else f"{call.suit}{call.rank}"
        return worth_of(rules, table, hand, call.suit, card)

    return max((action for action in view.legal if isinstance(action, Declare)), key=worth)


def choose_bid(view: PlayerView, called: Worth = CALLED, margin: float = 0.0) -> Bid:
    """Return a raise while the hand is worth it, else a pass; the raise stays below the limit.

    The hand must be expected to make `margin` card points more than the bid promises.
    """
    bids = [action for action in view.legal if isinstance(action, Bid)]
    raises = [bid for bid in bids if not bid.passes]
    for rank in dict.fromkeys(bid.rank for bid in raises):
        most = limit(view.rules, view.hand, rank, called) - margin
        worth = [bid for bid in raises if bid.rank == rank and points_of(bid) <= most]
        if worth:
            return worth[int(RAISE_SHARE * (len(worth) - 1))]
    return next(bid for bid in bids if bid.passes)


def points_of(bid: Bid) -> int:
    """Return the card points that a bid promises to make."""
    return DEFAULT_TARGET_POINTS if bid.points is None else bid.points


def limit(
    rules: Rules, hand: Sequence[Card], rank: int | None = None, called: Worth = CALLED
) -> float:
    """Return the most card points worth bidding with a hand, if `rank` is called (None: any)."""
    return best_call(rules, hand, rank, called).worth + (MAX_OVERBID_POINTS if rules.talon else 0.0)


def bid_at_random(view: PlayerView, rng: random.Random) -> Bid:
    """Return a pass half of the time, else one of the three lowest raises."""
    bids = [action for action in view.legal if isinstance(action, Bid)]
    raises = [bid for bid in bids if not bid.passes]
    if not raises or rng.random() < 0.5:
        return next(bid for bid in bids if bid.passes)
    return rng.choice(raises[:3])
