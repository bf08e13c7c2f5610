"""Themes of puzzles."""

from __future__ import annotations

from typing import Final

from games.bots.knowledge.partnerships import partnerships_of
from games.bots.knowledge.trick import avoids_points
from games.engine import Card, PlayerView

THEMES: Final = ("last_tricks", "trumps", "seven", "partner", "bids")
"""The last three tricks, counting trumps, saving the card that is exchanged, the partner's trick,
bids and calls."""
LAST: Final = 3
"""Cards in hand from which on these are the last tricks."""
TRUMPS_OUT: Final = 3
"""Most trumps that others may hold where counting them is what a puzzle is about."""
FRIEND: Final = 0.99
"""Probability from which a seat is known to be a partner."""


def theme_of(view: PlayerView, best: str) -> str | None:
    """Return a position's theme (one of THEMES), or None, given the code of its best choice."""
    if view.phase in ("auction", "call"):
        return "bids"
    if _partner_has_it(view):
        return "partner"
    if _saves_exchange(view, best):
        return "seven"
    if view.stock == 0 and len(view.hand) <= LAST:
        return "last_tricks"
    return "trumps" if _counts_trumps(view) else None


def _partner_has_it(view: PlayerView) -> bool:
    """Return whether a known partner has the trick so far."""
    trick = view.trick
    if trick is None or trick.winning is None or not trick.plays:
        return False
    return partnerships_of(view)[trick.winning] > FRIEND


def _saves_exchange(view: PlayerView, best: str) -> bool:
    """Return whether the best card is another than one that can still be exchanged."""
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
    """Return whether few trumps are out, some are, and trumps are part of the choice."""
    if view.trump is None or len(view.history) < LAST:
        return False
    known = {*view.hand, *_shown(view)}
    out = sum(card[0] == view.trump for card in set(view.rules.deck) - known)
    own = sum(card[0] == view.trump for card in view.hand)
    return 1 <= out <= TRUMPS_OUT and 0 < own < len(view.hand)


def _shown(view: PlayerView) -> list[Card]:
    """Return the cards that lay open so far."""
    tricks = [play.card for trick in view.history for play in trick.plays]
    return tricks + [play.card for play in (view.trick.plays if view.trick else ())]
