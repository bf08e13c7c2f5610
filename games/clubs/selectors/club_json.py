"""Clubs as the API shows them."""

from __future__ import annotations

from typing import Any, cast

from django.urls import reverse

from games.answers import clubs as answers
from games.clubs.rights import rights_in
from games.models import Club, ClubMember, Player
from games.record.record import rfc3339
from games.selectors.clubs import lists
from games.selectors.clubs.people import leading_members, members_page
from games.selectors.clubs.season import season_page
from games.selectors.keyset import Page


def club_json(club: Club, *, member: bool = False) -> answers.Club:
    """Return a club as the API shows it; its number of members only for those who may know it."""
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


def clubs_shown(
    *, query: str = "", entry: str = "", cursor: str | None = None, limit: int = 50
) -> Page[answers.Club]:
    """Return a page of clubs as the API shows them: all, the largest first, or those a text finds.

    `query` and `entry` are those of `lists.clubs_page`.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    page = lists.clubs_page(query=query, entry=entry, cursor=cursor, limit=limit)
    return Page([club_json(club) for club in page.rows], page.next, page.seen)


def members_shown(
    *, club: Club, cursor: str | None = None, limit: int = 50
) -> Page[answers.ClubMember]:
    """Return a page of a club's members as the API shows them, officers on the first page.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    page = members_page(club, cursor, limit)
    rows = page.rows if cursor else [*leading_members(club), *page.rows]
    return Page([_member(one) for one in rows], page.next, page.seen)


def _member(member: ClubMember) -> answers.ClubMember:
    """Return a member."""
    return {
        "name": member.player.name,
        "role": cast("Any", member.role),
        "joined_at": rfc3339(member.joined_at),
    }


def season_shown(
    *, club: Club, season: int, cursor: str | None = None, limit: int = 50
) -> Page[answers.SeasonRow]:
    """Return a page of a season's ranking as the API shows it, without players of private figures.

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
    """Return a player's clubs, and those with an unanswered request or invitation, for the API."""
    return {
        "clubs": [
            {
                "club": club_json(one.club, member=True),
                "role": cast("Any", one.role),
                "rights": [str(right.name).lower() for right in rights_in(one.rights)],
            }
            for one in lists.own_clubs(player)
        ],
        "asked": [club_json(one.club) for one in lists.requests_of(player)],
        "invited": [club_json(one.club) for one in lists.invitations_to(player)],
    }
