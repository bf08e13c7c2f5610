"""Worth of kings and knights where a marriage counts (rules, 3.5)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from games.engine import Card, PlayerView, Rules, Suit

_CAPTURED_SHARE: Final = 0.18
"""Share of a marriage that each of its cards is worth when captured."""
_IN_HAND_SHARE: Final = 0.2
"""Share that each card is worth in hand while the other may come."""
_MARRIAGE_POINTS: Final = 20.0
"""Points of a marriage; twice as many in trumps."""


def values_of(view: PlayerView) -> Mapping[Card, float]:
    """Return card -> points for the side that takes it, with a share of the card's marriage."""
    if view.rules.option("marriage.mode") != "captured":
        return view.rules.points
    return _values(view.rules, view.trump or "")


@lru_cache(maxsize=64)
def _values(rules: Rules, trump: Suit) -> Mapping[Card, float]:
    """Return card -> points with a share of its marriage, where captured marriages count."""
    return {
        card: points + (_CAPTURED_SHARE * _worth(card, trump) if is_figure(rules, card) else 0.0)
        for card, points in rules.points.items()
    }


def is_figure(rules: Rules, card: Card) -> bool:
    """Return whether a card is a king or a knight."""
    return int(card[1:]) in rules.figures[:2]


def _worth(card: Card, trump: Suit) -> float:
    """Return the points that the marriage (king and knight) of this card's suit counts."""
    return _MARRIAGE_POINTS * (1 + (card[0] == trump))


def keeping(view: PlayerView, card: Card) -> float:
    """Return the points lost by playing a king or knight whose mate may still come to the hand.

    A pair in hand is declared before any card is played.
    """
    rules = view.rules
    if rules.option("marriage.mode") != "declared" or not is_figure(rules, card):
        return 0.0
    if any(shown.suit == card[0] for shown in view.marriages) or not view.stock:
        return 0.0
    king, knight, _ = rules.figures
    mate = f"{card[0]}{knight if int(card[1:]) == king else king}"
    return 0.0 if mate in view.played else _IN_HAND_SHARE * _worth(card, view.trump or "")
