"""Reads of the ranking of a club's season."""

from __future__ import annotations

from typing import Final

from django.db.models import Q

from games.models import Club, ClubFigures, Player
from games.selectors.keyset import Key, Page, read_page

PAGE: Final = 50
"""Number of rows on a page."""
KEYS: Final = (Key("points", int), Key("won", int), Key("id", int))


def season_page(
    club: Club,
    season: int,
    *,
    viewer: Player | None = None,
    cursor: str | None = None,
    limit: int = PAGE,
) -> Page[ClubFigures]:
    """Return a page of the ranking of a club's season: members by points, then by matches won.

    Whoever keeps their figures private is seen there by themselves alone; `viewer` None is a
    stranger.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    shown = Q(player__figures_private=False)
    if viewer is not None:
        shown |= Q(player=viewer)
    rows = ClubFigures.objects.filter(shown, club=club, season=season, listed=True)
    page = read_page(rows.values("id", "points", "won"), KEYS, cursor, limit)
    ids = [row["id"] for row in page.rows]
    found = ClubFigures.objects.select_related("player__user").in_bulk(ids)
    return Page([found[pk] for pk in ids if pk in found], page.next, page.seen)
