"""Reads of how the rating of a team came to be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import F

from games.answers import ratings as answers
from games.common.keyset import Key, Page, read_page
from games.models import TeamRating, TeamRatingPoint
from games.record.record import rfc3339
from games.selectors.private_figures import is_private_team
from games.stats.ratings import CENTRE


def team_rating_history(
    *, team: int, pool: str, cursor: str | None = None, limit: int = 50, own: bool = False
) -> Page[answers.RatingPoint]:
    """Return a page of a team's rating after each match that moved it, newest first.

    `team` is a row id, `pool` a kind of match. A match whose rating before was not stored yet is
    left out. The page is empty if a member keeps their figures private, unless a member asks
    (`own`).

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rating = TeamRating.objects.filter(team=team, pool=pool).values_list("pk", flat=True).first()
    if rating is None or (not own and is_private_team(team)):
        return Page([], None)
    rows = TeamRatingPoint.objects.filter(rating=rating).values(
        "number",
        "display",
        "deviation",
        match_id_=F("match__public_id"),
        finished_at=F("match__finished_at"),
    )
    page = read_page(rows, (Key("number", int),), cursor, limit)
    last = _display_before(rating, page.rows[-1]["number"]) if page.rows else None
    shown: list[int | None] = [*(row["display"] for row in page.rows[1:]), last]
    pairs = zip(page.rows, shown, strict=False)
    points = [_point(row, was) for row, was in pairs if was is not None]
    return Page(points, page.next, page.seen)


def _point(row: Mapping[str, Any], was: int) -> answers.RatingPoint:
    """Return a point of a team's rating history as JSON; `was` is the rating before the match."""
    return {
        "number": row["number"],
        "match": row["match_id_"],
        "finished_at": rfc3339(row["finished_at"]),
        "rating": row["display"],
        "change": row["display"] - was,
        "deviation": row["deviation"],
    }


def _display_before(rating: int, number: int) -> int | None:
    """Return the rating shown before a team's match of this number; None if it was not stored."""
    if number == 1:
        return CENTRE
    row = TeamRatingPoint.objects.filter(rating=rating, number=number - 1)
    return row.values_list("display", flat=True).first()
