"""Template context of all pages of a club: the club, the visitor's membership, and faces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse

from accounts.preferences import reads_words
from games.clubs.models import Club, ClubMember
from games.clubs.rules.rights import OWNER, Right
from games.clubs.selectors.lists import club_or_none
from games.clubs.selectors.people import Visitor, shows_members, shows_talk, strengths, visitor_to
from games.clubs.wording.clubs import ENTRY_NAMES, ROLE_WORDS
from games.pages.visitor import player_of
from games.selectors.faces import chosen_faces_by_name


def club_or_404(handle: str) -> Club:
    """Return the club with this handle, the short name in its URL. Raises Http404 without one."""
    club = club_or_none(handle)
    if club is None:
        raise Http404
    return club


def club_context(request: HttpRequest, club: Club) -> dict[str, Any]:
    """Return the template context that all pages of a club share, with what the visitor may do."""
    visitor = replace(visitor_to(club, player_of(request)), reads_words=reads_words(request))
    sees_members, member = shows_members(club, visitor), visitor.member
    return {
        "club": club,
        "visitor": visitor,
        "member": member,
        "me": visitor.player,
        "is_owner": member is not None and member.role == OWNER,
        "can": {right.name.lower(): visitor.may(right) for right in Right if right.name},
        "entry_words": ENTRY_NAMES[club.entry],
        "sees_members": sees_members,
        "pages": _pages(club, visitor),
        "here": request.path,
    }


def _pages(club: Club, visitor: Visitor) -> list[tuple[str, str]]:
    """Return (name, URL path) of the club's pages that a visitor may see."""
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
    """Return template context, `chosen_faces`: a dict from name to the player's chosen face."""
    return {"chosen_faces": chosen_faces_by_name(names)}


def member_rows(members: Iterable[ClubMember], visitor: Visitor) -> list[dict[str, Any]]:
    """Return club members as dicts for lists, with their public ratings."""
    rows = list(members)
    strength_by_player = strengths([row.player_id for row in rows])
    own = visitor.member
    return [
        {
            "member": row,
            "name": row.player.name,
            "role": ROLE_WORDS.get(row.role, ""),
            "strength": strength_by_player.get(row.player_id),
            "mine": own is not None and own.pk == row.pk,
        }
        for row in rows
    ]


def named_club(request: HttpRequest) -> Club | None:
    """Return the club that a form's field `club` names if the visitor is a member, else None."""
    handle = request.POST.get("club") or request.GET.get("club", "")
    club = club_or_none(handle) if handle else None
    if club is None or visitor_to(club, player_of(request)).member is None:
        return None
    return club
