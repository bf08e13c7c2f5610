"""Which cards a seat may play: the hand, narrowed by the obligations that are in force.

Brisca knows no obligation at all (rules, 1.4) but for arrastre (row 18): whoever has not yet
played to the trick owes the highest trump, or without trumps the highest card.
"""

from __future__ import annotations

from games.engine.actions import ARRASTRE
from games.engine.cards import Card
from games.engine.rules import Rules
from games.engine.state import DealState


def playable(rules: Rules, deal: DealState, seat: int) -> tuple[Card, ...]:
    """The cards this seat may play now; never empty while it holds any."""
    hand = deal.hands[seat]
    if deal.pull and all(play.seat != seat for play in deal.plays):
        return _pulled(rules, deal, hand)
    return hand


def may_announce(rules: Rules, deal: DealState, card: Card, announce: str) -> bool:
    """Whether playing `card` may come with the announcement."""
    return announce == ARRASTRE and rules.arrastre and card == trump_ace(rules, deal)


def trump_ace(rules: Rules, deal: DealState) -> Card:
    """The highest trump."""
    return f"{deal.trump}{rules.order[0]}"


def _pulled(rules: Rules, deal: DealState, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    trumps = [card for card in hand if card[0] == deal.trump]
    owed = trumps or hand
    best = max(rules.strengths[card] for card in owed)
    return tuple(card for card in owed if rules.strengths[card] == best)
