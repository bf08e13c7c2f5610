"""What a bot says to an offer: from what its seat sees, and always the same to the same.

A pause and a partner who wants to give up it never refuses. A draw it takes where it does not
expect to win: behind in the match, or level and not ahead in the deal.
"""

from __future__ import annotations

from games.bots.knowledge.trick import avoids_points
from games.engine import PlayerView

DRAW = "draw"
TRUMP = 6
"""Points that a trump in hand is worth beside its own: about what it takes from others."""


def agrees(view: PlayerView, what: str) -> bool:
    """Whether the seat of this view agrees to what is offered."""
    return what != DRAW or expected(view) <= 0


def expected(view: PlayerView) -> float:
    """Return how far the side of this seat is ahead: of the score, or where that is level of the deal.

    Only its sign says something: above 0 the seat expects to win.

    Raises:
        ValueError: where the view is nobody's seat.
    """
    if view.seat is None:
        raise ValueError("only a seat expects something")
    own = view.rules.side_of[view.seat]
    lead = _ahead(view.score, own)
    if lead or view.phase == "deal_over":
        return lead
    deal = _ahead(view.side_points, own) + _edge(view)
    return -deal if avoids_points(view.rules) else deal


def _ahead(figures: tuple[int, ...], own: int) -> int:
    return figures[own] - max(value for side, value in enumerate(figures) if side != own)


def _edge(view: PlayerView) -> float:
    """What the hand is worth beyond as many cards of the pack."""
    rules = view.rules

    def worth(card: str) -> int:
        return rules.points[card] + (TRUMP if card[0] == view.trump else 0)

    average = sum(map(worth, rules.deck)) / len(rules.deck)
    return sum(worth(card) - average for card in view.hand)
