"""Ways for a declarer with a talon to discard and name a trump, ranked by expected points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots.variants.hand_worth import AFTER_TALON, place, worth_of
from games.engine import SUITS, Card, Rules, Suit

MARRIAGE: Final = 40
"""Points of a declarer's marriage in trumps (rules, 3.10)."""
LAST_TRICK: Final = 10
"""Points of the last trick (rules, 3.10)."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to play on after taking a talon: discard, trump, and card points to be expected."""

    kept_cards: tuple[Card, ...]
    away: tuple[Card, ...]
    suit: Suit
    worth: float


def extras(rules: Rules, kept: Sequence[Card], away: Sequence[Card], suit: Suit) -> int:
    """Return the card points that a declarer is sure of: discards, and a marriage in trumps."""
    king, knight, _ = rules.figures
    pair = {f"{suit}{king}", f"{suit}{knight}"} <= set(kept)
    return sum(rules.points[card] for card in away) + MARRIAGE * pair


def suits_by_worth(rules: Rules, kept: Sequence[Card], away: Sequence[Card]) -> list[Suit]:
    """Return all suits, from the best trump suit for a hand, in expected card points, to the worst.

    `kept` are the cards held, `away` those discarded.
    """
    return sorted(SUITS, key=lambda suit: -worth_of(rules, AFTER_TALON, kept, suit, away=away))


def ways(rules: Rules, hand: Sequence[Card]) -> list[Way]:
    """Return every discard of this hand with its best trump, from most expected points to least."""
    size, table = len(hand), AFTER_TALON
    kept_masks = _kept(size, rules.talon)
    suits = np.array([SUITS.index(card[0]) for card in hand])
    at = [place(rules, card) for card in hand]
    trump, side = np.array(table.trump)[at], np.array(table.side)[at]
    away = (~kept_masks) @ np.array(table.away)[at]
    held = np.array([(kept_masks & (suits == suit)).any(1) for suit in range(len(SUITS))])
    king, knight, _ = rules.figures
    worths = []
    for number, suit in enumerate(SUITS):
        worth = kept_masks @ np.where(suits == number, trump, side) + away + table.base
        worth += table.void * (len(SUITS) - held.sum(0))
        pair = [card in (f"{suit}{king}", f"{suit}{knight}") for card in hand]
        worth += table.marriage * ((kept_masks & np.array(pair)).sum(1) == 2)
        worths.append(worth)
    whole = np.array(worths)
    best = whole.argmax(0)
    order = np.argsort(-whole.max(0), kind="stable")
    return [
        Way(
            tuple(card for card, stays in zip(hand, kept_masks[row], strict=True) if stays),
            tuple(card for card, stays in zip(hand, kept_masks[row], strict=True) if not stays),
            SUITS[best[row]],
            float(whole[best[row], row]),
        )
        for row in order
    ]


@lru_cache(maxsize=4)
def _kept(size: int, away: int) -> NDArray[np.bool_]:
    """Return a table [ways to discard, cards] with True for each card that stays in the hand."""
    rows = []
    for discarded in combinations(range(size), away):
        row = np.ones(size, np.bool_)
        row[list(discarded)] = False
        rows.append(row)
    return np.array(rows)
