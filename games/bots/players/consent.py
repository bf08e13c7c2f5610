"""Replies of bots to offers, decided by the view alone, so that they can be repeated.

A bot never refuses a pause or a partner's wish to resign. A bot agrees to a draw where it does not
expect to win: behind in the match, or level and not ahead in the deal.
"""

from __future__ import annotations

from games.bots.knowledge.trick import avoids_points
from games.engine import PlayerView

DRAW = "draw"
TRUMP_POINTS = 6
"""Points that a trump in hand counts besides its own: about what it takes from others."""


def agrees(view: PlayerView, what: str) -> bool:
    """Return whether a bot at the seat of this view agrees to an offer ("draw", "pause", "resign").

    Raises:
        ValueError: where a draw is offered and the view is no seat's.
    """
    return what != DRAW or expected(view) <= 0


def expected(view: PlayerView) -> float:
    """Return a number that is above 0 if the seat of this view expects to win the match.

    It is the lead of its side in the score or, if that is level, in the deal.

    Raises:
        ValueError: where the view is no seat's.
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
    """Return the figure (score, points) of the side `own` minus the best other side's."""
    return figures[own] - max(value for side, value in enumerate(figures) if side != own)


def _edge(view: PlayerView) -> float:
    """Return the worth of the viewer's hand minus that of as many average cards."""
    rules = view.rules

    def worth(card: str) -> int:
        """Return a card's card points, with TRUMP_POINTS added for a trump."""
        return rules.points[card] + (TRUMP_POINTS if card[0] == view.trump else 0)

    average = sum(map(worth, rules.deck)) / len(rules.deck)
    return sum(worth(card) - average for card in view.hand)
