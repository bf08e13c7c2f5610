"""Reads of lists of clubs: all, those found by a text, and those of a player."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import QuerySet

from games.clubs.models import Club, ClubInvitation, ClubMember, ClubRequest, ClubSearchTail
from games.clubs.models.clubs import NOT_DISSOLVED, ClubEntry
from games.clubs.rules.handles import folded
from games.common.keyset import Key, Page, read_page
from games.models import Player

CLUBS_PER_PAGE: Final = 24
"""Number of clubs on a page."""
MAX_QUERY: Final = 40
"""Characters of a search text that are read."""


def clubs_page(
    *, query: str = "", entry: str = "", cursor: str | None = None, limit: int = CLUBS_PER_PAGE
) -> Page[Club]:
    """Return a page of all clubs, the largest first, or of those found by the text `query`.

    A text finds words of names that begin with it, and handles. `entry` is one of ClubEntry, or ""
    for all; it does not narrow a search.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    text = folded(query[:MAX_QUERY].replace("\0", ""))
    if text:
        return _search_page(text, cursor, limit)
    rows = Club.objects.filter(NOT_DISSOLVED)
    if entry in ClubEntry.values:
        rows = rows.filter(entry=entry)
    keys = (Key("size", int), Key("id", int))
    return _clubs(read_page(rows.values("id", "size"), keys, cursor, limit), "id")


def _search_page(text: str, cursor: str | None, limit: int) -> Page[Club]:
    """Return a page of the clubs that a text finds, in alphabetical order of the matched texts."""
    rows = ClubSearchTail.objects.filter(text__gte=text, text__lt=text + "\U0010ffff")
    keys = (Key("text", str, falling=False), Key("club", int, falling=False))
    return _clubs(read_page(rows.values("text", "club"), keys, cursor, limit), "club")


def _clubs(page: Page[dict[str, Any]], name: str) -> Page[Club]:
    """Return a page of clubs without duplicates, from a page of rows with club ids in `name`."""
    ids = list(dict.fromkeys(row[name] for row in page.rows))
    clubs = Club.objects.filter(NOT_DISSOLVED).in_bulk(ids)
    return Page([clubs[pk] for pk in ids if pk in clubs], page.next, page.seen)


def club_or_none(handle: str) -> Club | None:
    """Return the undissolved club with this handle (in any case), or None."""
    if "\0" in handle:
        return None  # PostgreSQL takes no NUL
    return Club.objects.filter(NOT_DISSOLVED, handle=handle.lower()).first()


def largest_shown_club() -> Club | None:
    """Return the largest club whose members everybody may see, or None."""
    shown = Club.objects.filter(NOT_DISSOLVED, members_visible=True)
    return shown.order_by("-size", "-pk").first()


def own_clubs(player: Player) -> list[ClubMember]:
    """Return the memberships of a player, with their clubs, in the order of the names."""
    rows = ClubMember.objects.filter(player=player).select_related("club")
    return list(rows.order_by("club__name", "club"))


def invitations_to(player: Player) -> QuerySet[ClubInvitation]:
    """Return a player's unanswered invitations to clubs, the latest first."""
    rows = ClubInvitation.objects.filter(player=player, answered_at=None)
    return rows.select_related("club", "inviter").order_by("-pk")


def requests_of(player: Player) -> QuerySet[ClubRequest]:
    """Return a player's unanswered requests to join clubs, the latest first."""
    rows = ClubRequest.objects.filter(player=player, refused_at=None)
    return rows.select_related("club").order_by("-pk")
