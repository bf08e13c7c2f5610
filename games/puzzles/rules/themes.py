"""Themes of puzzles."""

from __future__ import annotations

from typing import Final

from games.bots.knowledge.partnerships import partnerships_of
from games.bots.knowledge.trick import avoids_points
from games.engine import Card, PlayerView

THEMES: Final = ("last_tricks", "trumps", "seven", "partner", "bids")
"""The last three tricks, counting trumps, saving the card that is exchanged, the partner's trick,
bids and calls."""
LAST_TRICKS_HAND: Final = 3
"""Cards in hand from which on these are the last tricks."""
MAX_TRUMPS_OUT: Final = 3
"""Most trumps that others may hold where counting them is what a puzzle is about."""
FRIEND_PROBABILITY: Final = 0.99
"""Probability from which a seat is known to be a partner."""


def theme_of(view: PlayerView, best: str) -> str | None:
    """Return a puzzle's theme (one of THEMES), or None, from its position and best choice."""
    if view.phase in ("auction", "call"):
        return "bids"
    if _partner_has_it(view):
        return "partner"
    if _saves_exchange(view, best):
        return "seven"
    if view.stock == 0 and len(view.hand) <= LAST_TRICKS_HAND:
        return "last_tricks"
    return "trumps" if _counts_trumps(view) else None


def _partner_has_it(view: PlayerView) -> bool:
    """Return True if a partner, if known, is winning the trick so far."""
    trick = view.trick
    if trick is None or trick.winning is None or not trick.plays:
        return False
    return partnerships_of(view)[trick.winning] > FRIEND_PROBABILITY


def _saves_exchange(view: PlayerView, best: str) -> bool:
    """Return True if the best card avoids playing a card that can still be exchanged."""
    rules, turned = view.rules, view.turned
    if (
        not rules.exchange
        or avoids_points(rules)
        or turned is None
        or view.trump is None
        or not view.stock
    ):
        return False
    pair = rules.exchange_pair[view.trump]
    gives = next((card for card in pair if card in view.hand), None)
    return gives is not None and best != gives and rules.points[turned] > 0


def _counts_trumps(view: PlayerView) -> bool:
    """Return True if few trumps are still out (but some) and trumps are among the choices."""
    if view.trump is None or len(view.history) < LAST_TRICKS_HAND:
        return False
    seen_cards = {*view.hand, *_shown(view)}
    out = sum(card[0] == view.trump for card in set(view.rules.deck) - seen_cards)
    own = sum(card[0] == view.trump for card in view.hand)
    return 1 <= out <= MAX_TRUMPS_OUT and 0 < own < len(view.hand)


def _shown(view: PlayerView) -> list[Card]:
    """Return all cards played in the deal so far, which every seat has seen."""
    tricks = [play.card for trick in view.history for play in trick.plays]
    return tricks + [play.card for play in (view.trick.plays if view.trick else ())]
