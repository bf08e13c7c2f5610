"""Discards of the winner of a talon.

Discards count for the declarer: points that could be lost in play are safe there. Trumps and their
marriage stay, and a suit of which nothing is left can be trumped.
"""

from __future__ import annotations

from games.bots.variants.hand_worth import AFTER_TALON, worth_of
from games.engine import SUITS, Discard, PlayerView


def choose_discard(view: PlayerView) -> Discard:
    """Return the discard, by the winner of a talon, after which most card points are expected.

    It puts away as many cards as the talon has, before the first card is played.
    """
    rules, hand = view.rules, view.hand

    def worth(action: Discard) -> float:
        """Return the worth, under its best trump, of the hand that remains after this discard."""
        rest = [card for card in hand if card not in action.cards]
        return max(worth_of(rules, AFTER_TALON, rest, suit, away=action.cards) for suit in SUITS)

    return max((action for action in view.legal if isinstance(action, Discard)), key=worth)
