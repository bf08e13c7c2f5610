"""Clubs as the API shows them."""

from __future__ import annotations

from typing import Any, cast

from django.urls import reverse

from games.clubs import answers as answers
from games.clubs.models import Club, ClubMember
from games.clubs.rules.rights import rights_in
from games.clubs.selectors import lists
from games.clubs.selectors.people import leading_members, members_page
from games.clubs.selectors.season import season_page
from games.common.keyset import Page
from games.models import Player
from games.record.record import rfc3339


def club_json(club: Club, *, member: bool = False) -> answers.Club:
    """Return a club as the API shows it; the number of members only to permitted viewers."""
    return {
        "handle": club.handle,
        "name": club.name,
        "description": club.description,
        "emblem": club.emblem,
        "entry": cast("Any", club.entry),
        "language": club.language,
        "place": club.place,
        "members": club.member_count if member or club.members_visible else None,
        "url": reverse("club", args=[club.handle]),
        "created_at": rfc3339(club.created_at),
    }


def clubs_json(
    *, query: str = "", entry: str = "", cursor: str | None = None, limit: int = 50
) -> Page[answers.Club]:
    """Return a page of clubs as the API shows them: all by size, or search results.

    `query` and `entry` are those of `lists.clubs_page`.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    page = lists.clubs_page(query=query, entry=entry, cursor=cursor, limit=limit)
    return Page([club_json(club) for club in page.rows], page.next, page.seen)


def members_json(
    *, club: Club, cursor: str | None = None, limit: int = 50
) -> Page[answers.ClubMember]:
    """Return a page of a club's members as the API shows them, officers on the first page.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    page = members_page(club, cursor, limit)
    rows = page.rows if cursor else [*leading_members(club), *page.rows]
    return Page([_member(row) for row in rows], page.next, page.seen)


def _member(member: ClubMember) -> answers.ClubMember:
    """Return a member of a club as the API shows it."""
    return {
        "name": member.player.name,
        "role": cast("Any", member.role),
        "joined_at": rfc3339(member.joined_at),
    }


def season_json(
    *, club: Club, season: int, cursor: str | None = None, limit: int = 50
) -> Page[answers.SeasonRow]:
    """Return a page of a club season's ranking as the API shows it, without private players.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    page = season_page(club, season, cursor=cursor, limit=limit)
    rows: list[answers.SeasonRow] = [
        {
            "name": row.player.name,
            "matches": row.matches,
            "won": row.won,
            "points": row.points,
        }
        for row in page.rows
    ]
    return Page(rows, page.next, page.seen)


def own_clubs_json(player: Player) -> answers.OwnClubs:
    """Return a player's clubs, and those with an open request or invitation, for the API."""
    return {
        "clubs": [
            {
                "club": club_json(membership.club, member=True),
                "role": cast("Any", membership.role),
                "rights": [str(right.name).lower() for right in rights_in(membership.rights)],
            }
            for membership in lists.own_clubs(player)
        ],
        "asked": [club_json(request.club) for request in lists.requests_of(player)],
        "invited": [club_json(invitation.club) for invitation in lists.invitations_to(player)],
    }
