"""What all pages of one club show: the club, who the visitor is to it, and faces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse

from games.clubs.rights import OWNER, Right
from games.models import Club, ClubMember
from games.pages.visitor import player_of
from games.pages.wording.clubs import ENTRIES, ROLES
from games.selectors.clubs.lists import club_or_none
from games.selectors.clubs.people import Visitor, shows_members, shows_talk, strengths, visitor_to
from games.selectors.faces import chosen_faces_by_name


def club_or_404(handle: str) -> Club:
    """Return the club with this handle, the short name in its URL. Raises Http404 without one."""
    found = club_or_none(handle)
    if found is None:
        raise Http404
    return found


def club_context(request: HttpRequest, club: Club) -> dict[str, Any]:
    """Return the template context that all pages of a club share, with what the visitor may do."""
    visitor = visitor_to(club, player_of(request))
    sees_members, member = shows_members(club, visitor), visitor.member
    return {
        "club": club,
        "visitor": visitor,
        "member": member,
        "me": visitor.player,
        "is_owner": member is not None and member.role == OWNER,
        "can": {right.name.lower(): visitor.may(right) for right in Right if right.name},
        "entry_words": ENTRIES[club.entry],
        "sees_members": sees_members,
        "pages": _pages(club, visitor),
        "here": request.path,
    }


def _pages(club: Club, visitor: Visitor) -> list[tuple[str, str]]:
    """Return the names of the club's pages that a visitor sees, with their addresses."""
    member = visitor.member is not None
    shown = {
        "club": True,
        "club_members": shows_members(club, visitor),
        "club_season": shows_members(club, visitor),
        "club_talk": shows_talk(club, visitor),
        "club_settings": member,
        "club_log": member,
    }
    return [
        (name, reverse(name, args=[club.handle])) for name, is_shown in shown.items() if is_shown
    ]


def faces_of(names: Iterable[str]) -> dict[str, Any]:
    """Return a template context, `chosen_faces`: name -> face that the player has chosen."""
    return {"chosen_faces": chosen_faces_by_name(names)}


def member_rows(members: Iterable[ClubMember], visitor: Visitor) -> list[dict[str, Any]]:
    """Return dicts of club members as the pages list them, with ratings that everybody may see."""
    rows = list(members)
    known = strengths([one.player_id for one in rows])
    own = visitor.member
    return [
        {
            "member": one,
            "name": one.player.name,
            "role": ROLES.get(one.role, ""),
            "strength": known.get(one.player_id),
            "mine": own is not None and own.pk == one.pk,
        }
        for one in rows
    ]
