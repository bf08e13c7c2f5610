"""Read of what the header of every page shows of a signed-in reader."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.db.models import OuterRef, Subquery

from games.models import Player, Rating
from games.selectors.cases import unread_decisions
from games.selectors.notifications import MOST_COUNTED, unread_of_player


class PageHeader(NamedTuple):
    """Contents of the header of an account's pages: the rating, and what is unread."""

    rating: int | None = None
    """Rating in the pool (kind of match) that the player plays most; None where there is none."""
    sigma: float = 0.0
    """Uncertainty of the rating."""
    is_private: bool = False
    """True if nobody else may see the rating."""
    notifications: int = 0
    """Number of unread notifications, at most MOST_COUNTED."""
    decision_about_self: bool = False
    """True if a moderator's decision about the player is unread."""
    decision_on_report: bool = False
    """True if the outcome of one of the player's reports is unread."""


NOTHING: Final = PageHeader()
"""Header of an account without a player."""


def page_header(user: int) -> PageHeader:
    """Return an account's (row id) page header, its rating and unread items, in one query."""
    ratings = Rating.objects.filter(player=OuterRef("pk")).order_by("-matches", "pool")
    rows = Player.objects.filter(user=user).values_list(
        Subquery(ratings.values("display")[:1]),
        Subquery(ratings.values("sigma")[:1]),
        "figures_private",
        Subquery(unread_of_player(OuterRef("pk"))),
        *unread_decisions(OuterRef("pk")),
    )
    row = rows.first()
    if row is None:
        return NOTHING
    rating, sigma, is_private, notifications, about_self, on_report = row
    if rating is None:
        sigma, is_private = 0.0, False
    notifications = min(notifications or 0, MOST_COUNTED)
    return PageHeader(rating, sigma, is_private, notifications, about_self, on_report)
