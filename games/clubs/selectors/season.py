"""Reads of the ranking of a club's season."""

from __future__ import annotations

from typing import Final

from django.db.models import Q, QuerySet

from games.clubs.models import Club, ClubFigures
from games.common.keyset import Key, Page, read_page
from games.models import Player

ROWS_PER_PAGE: Final = 50
"""Number of rows on a page."""
RANKING_KEYS: Final = (Key("points", int), Key("won", int), Key("id", int))


def season_page(
    club: Club,
    season: int,
    *,
    viewer: Player | None = None,
    cursor: str | None = None,
    limit: int = ROWS_PER_PAGE,
) -> Page[ClubFigures]:
    """Return a page of the ranking of a club's season: members by points, then by matches won.

    Players with private figures are listed for themselves alone; `viewer` None is a stranger.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = _shown_figures(club, season, viewer)
    page = read_page(rows.values("id", "points", "won"), RANKING_KEYS, cursor, limit)
    ids = [row["id"] for row in page.rows]
    figures = ClubFigures.objects.select_related("player__user").in_bulk(ids)
    return Page([figures[pk] for pk in ids if pk in figures], page.next, page.seen)


def season_leaders(
    club: Club, season: int, *, viewer: Player | None, limit: int
) -> list[ClubFigures]:
    """Return the first rows of the ranking that `season_page` returns."""
    rows = _shown_figures(club, season, viewer).select_related("player__user")
    return list(rows.order_by("-points", "-won", "-pk")[:limit])


def _shown_figures(club: Club, season: int, viewer: Player | None) -> QuerySet[ClubFigures]:
    """Return a query of the figures in a club's season that a viewer (None: a stranger) may see."""
    shown = Q(player__figures_private=False)
    if viewer is not None:
        shown |= Q(player=viewer)
    return ClubFigures.objects.filter(shown, club=club, season=season, listed=True)
