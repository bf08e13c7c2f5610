"""Legal plays: the cards of a hand, narrowed by the obligations that are in force.

Brisca itself knows no obligation (rules, 1.4). What a ruleset may ask for comes in a fixed order,
each step keeping at least one card: the imprisoned ace (3.11) stays in the hand; then arrastre
(row 18) owes the highest trump, or without trumps the highest card; or else the suit is to be
followed, trumped and beaten as far as the ruleset says (3.10).
"""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.actions import ARRASTRE
from games.engine.cards import Card
from games.engine.rules import Rules
from games.engine.state import DealState


def playable(rules: Rules, deal: DealState, seat: int) -> tuple[Card, ...]:
    """Return the cards of a seat's hand that it may play now; never empty while it holds cards."""
    hand = deal.hands[seat]
    if rules.muerte and len(hand) > 1:
        hand = tuple(card for card in hand if not imprisoned(rules, deal, card))
    if deal.pull and all(play.seat != seat for play in deal.plays):
        return _pulled(rules, deal, hand)
    if deal.plays and rules.obliged != "free":
        return _obliged(rules, deal, hand)
    return hand


def may_announce(rules: Rules, deal: DealState, card: Card, announce: str) -> bool:
    """Return whether `card` may be played with this announcement: arrastre with the trump ace."""
    return announce == ARRASTRE and rules.arrastre and card == trump_ace(rules, deal)


def trump_ace(rules: Rules, deal: DealState) -> Card:
    """Return the card code of a deal's highest trump."""
    return f"{deal.trump}{rules.order[0]}"


def imprisoned(rules: Rules, deal: DealState, card: Card) -> bool:
    """Return whether a card is the trump ace and must wait for the trump three (rules, 3.11)."""
    if card != trump_ace(rules, deal):
        return False
    three = f"{deal.trump}{rules.order[1]}"
    if any(play.card == three for play in deal.plays):
        return False
    return not any(play.card == three for trick in deal.tricks for play in trick.plays)


def _pulled(rules: Rules, deal: DealState, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    trumps = [card for card in hand if card[0] == deal.trump]
    owed = trumps or hand
    best = max(rules.strengths[card] for card in owed)
    return tuple(card for card in owed if rules.strengths[card] == best)


def _obliged(rules: Rules, deal: DealState, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of a hand that follow suit, trump or beat, as the rules demand; else all."""
    led = deal.plays[0].card[0]
    power = rules.power[deal.trump, led]
    following = tuple(card for card in hand if card[0] == led)
    if following:
        return _beating(rules, deal, following, power)
    trumps = tuple(card for card in hand if card[0] == deal.trump)
    if rules.obliged == "follow" or not trumps:
        return hand
    return _beating(rules, deal, trumps, power)


def _beating(
    rules: Rules, deal: DealState, cards: tuple[Card, ...], power: Mapping[Card, int]
) -> tuple[Card, ...]:
    """Return the cards that beat the trick's best card if the ruleset demands that, else all."""
    if rules.obliged != "tute_strict":
        return cards
    best = max(power[play.card] for play in deal.plays)
    return tuple(card for card in cards if power[card] > best) or cards
