"""King and knight of a suit: what they are worth to who takes both, or holds both (rules, 3.5)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from games.engine import Card, PlayerView, Rules, Suit

_TAKEN: Final = 0.18
"""Share of a marriage that each of its cards is worth to who takes it."""
_HELD: Final = 0.2
"""Share that each is worth in the hand while the other may come."""
_PAIR: Final = 20.0


def values_of(view: PlayerView) -> Mapping[Card, float]:
    """What each card is worth to who takes it."""
    if view.rules.option("marriage.mode") != "captured":
        return view.rules.points
    return _values(view.rules, view.trump or "")


@lru_cache(maxsize=64)
def _values(rules: Rules, trump: Suit) -> Mapping[Card, float]:
    return {
        card: points + (_TAKEN * _worth(card, trump) if is_figure(rules, card) else 0.0)
        for card, points in rules.points.items()
    }


def is_figure(rules: Rules, card: Card) -> bool:
    """Whether this is a king or a knight."""
    return int(card[1:]) in rules.figures[:2]


def _worth(card: Card, trump: Suit) -> float:
    return _PAIR * (1 + (card[0] == trump))


def keeping(view: PlayerView, card: Card) -> float:
    """What it costs to play a card whose mate may still come, where they are shown from the hand.

    A pair that is held is shown before any card is played.
    """
    rules = view.rules
    if rules.option("marriage.mode") != "declared" or not is_figure(rules, card):
        return 0.0
    if any(shown.suit == card[0] for shown in view.marriages) or not view.stock:
        return 0.0
    king, knight, _ = rules.figures
    mate = f"{card[0]}{knight if int(card[1:]) == king else king}"
    return 0.0 if mate in view.played else _HELD * _worth(card, view.trump or "")
