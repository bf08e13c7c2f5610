"""Reads of lists of clubs: all, those found by a text, and one's own."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import QuerySet

from games.clubs.handles import folded
from games.models import Club, ClubInvitation, ClubMember, ClubRequest, ClubSearchTail, Player
from games.models.clubs import LIVING, ClubEntry
from games.selectors.keyset import Key, Page, read_page

PAGE: Final = 24
"""Number of clubs on a page."""
MAX_QUERY: Final = 40
"""Characters of a search text that are read."""


def clubs_page(
    *, query: str = "", entry: str = "", cursor: str | None = None, limit: int = PAGE
) -> Page[Club]:
    """Return a page of clubs, the largest first, or of those found by the text `query`.

    A text finds words of names that begin with it, and handles. `entry` is one of ClubEntry, or ""
    for all; it does not narrow a search.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    text = folded(query[:MAX_QUERY].replace("\0", ""))
    if text:
        return _found(text, cursor, limit)
    rows = Club.objects.filter(LIVING)
    if entry in ClubEntry.values:
        rows = rows.filter(entry=entry)
    keys = (Key("size", int), Key("id", int))
    return _clubs(read_page(rows.values("id", "size"), keys, cursor, limit), "id")


def _found(text: str, cursor: str | None, limit: int) -> Page[Club]:
    """Return the clubs that a text finds, in the order of what it finds."""
    rows = ClubSearchTail.objects.filter(text__gte=text, text__lt=text + "\U0010ffff")
    keys = (Key("text", str, falling=False), Key("club", int, falling=False))
    return _clubs(read_page(rows.values("text", "club"), keys, cursor, limit), "club")


def _clubs(page: Page[dict[str, Any]], name: str) -> Page[Club]:
    """Return a page of clubs, each once, for one with their ids under `name`."""
    ids = list(dict.fromkeys(row[name] for row in page.rows))
    found = Club.objects.filter(LIVING).in_bulk(ids)
    return Page([found[pk] for pk in ids if pk in found], page.next, page.seen)


def club_or_none(handle: str) -> Club | None:
    """Return the club with this handle, in any case, that is not dissolved; or None."""
    if "\0" in handle:
        return None  # PostgreSQL takes no NUL
    return Club.objects.filter(LIVING, handle=handle.lower()).first()


def largest_shown_club() -> Club | None:
    """Return the largest club that shows its members to everybody, or None."""
    shown = Club.objects.filter(LIVING, members_visible=True)
    return shown.order_by("-size", "-pk").first()


def own_clubs(player: Player) -> list[ClubMember]:
    """Return the memberships of a player, with their clubs, in the order of the names."""
    rows = ClubMember.objects.filter(player=player).select_related("club")
    return list(rows.order_by("club__name", "club"))


def invitations_to(player: Player) -> QuerySet[ClubInvitation]:
    """Return the club invitations that wait for a player's answer, the latest first."""
    rows = ClubInvitation.objects.filter(player=player, answered_at=None)
    return rows.select_related("club", "inviter").order_by("-pk")


def requests_of(player: Player) -> QuerySet[ClubRequest]:
    """Return the requests of a player to join clubs that wait for an answer, the latest first."""
    rows = ClubRequest.objects.filter(player=player, refused_at=None)
    return rows.select_related("club").order_by("-pk")
