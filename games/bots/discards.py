"""What the winner of a talon puts away.

The discards count for who puts them away: points that could be lost in play are safe there. Trumps
and the cards that take tricks stay, and a suit of which nothing is left can be trumped.
"""

from __future__ import annotations

from typing import Final

from games.bots.auction import best_call, worth_of
from games.engine import Discard, PlayerView

_SAFE: Final = 0.8
"""What a point put away is worth, beside one that may be made in play."""


def choose_discard(view: PlayerView) -> Discard:
    """The cards without which the rest is worth most, the points put away counted."""
    rules, hand = view.rules, view.hand
    suit = best_call(rules, hand).suit

    def worth(action: Discard) -> float:
        rest = [card for card in hand if card not in action.cards]
        away = sum(rules.points[card] for card in action.cards)
        return worth_of(rules, rest, suit) + _SAFE * away

    return max((one for one in view.legal if isinstance(one, Discard)), key=worth)
