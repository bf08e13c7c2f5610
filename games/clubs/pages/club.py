"""Pages of one club: its front, members, season, talk, log and calendar."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from brisca_site.base.site_address import site_address
from games.clubs.models import Club, ClubMember, ClubPost
from games.clubs.pages.context import club_context, club_or_404, faces_of, member_rows
from games.clubs.pages.fields import ChallengeForm
from games.clubs.rules.rights import Right, is_above, rights_in
from games.clubs.rules.seasons import season_at
from games.clubs.selectors import events as known
from games.clubs.selectors import people
from games.clubs.selectors.season import season_leaders, season_page
from games.clubs.services.calendar import feed_of, owner_of_feed
from games.clubs.wording.clubs import (
    CHALLENGE_NAMES,
    RIGHT_NAMES,
    ROLE_NAMES,
    ROLE_WORDS,
    log_line,
    rules_rows,
    season_context,
    table_rows,
)
from games.common.keyset import BadCursorError, Page
from games.common.live_gateway import live_gateway
from games.models import Player
from games.pages.fragments import fragment
from games.tournaments.pages.context import event_rows

FRONT_MEMBERS: Final = 10
FRONT_SEASON: Final = 5
FRONT_POSTS: Final = 2
PAST_CACHE_S: Final = 60.0
"""Seconds for which the front may lack an event or a match that has just finished."""
FRONT_FACES: Final = 8
"""Number of players of the next event whose faces the front shows."""
CHAIRS: Final = 4
"""Chairs of a table: those that nobody has taken are shown as free."""


@never_cache
@require_safe
def club(request: HttpRequest, handle: str) -> HttpResponse:
    """Show a club: its tables, events, season, rules and members, as far as the visitor may see.

    Raises:
        Http404: there is no such club.
    """
    shown_club = club_or_404(handle)
    context = club_context(request, shown_club)
    member, visitor = context["member"] is not None, context["visitor"]
    tables = table_rows(people.club_tables(shown_club, member=member))
    season = season_at(timezone.now())
    ranking: list[Any] = []
    members: list[dict[str, Any]] = []
    if context["sees_members"]:
        context["here_now"] = people.members_here(shown_club, live_gateway().in_lobby)
        ranking = season_leaders(shown_club, season, viewer=visitor.player, limit=FRONT_SEASON)
        members = _faces_of_members(people.first_members(shown_club, FRONT_MEMBERS))
    waiting = known.waiting_challenges(shown_club) if context["can"]["events"] else []
    coming = known.club_events(shown_club, member=member)
    entered = known.people_entered(coming[0], FRONT_FACES) if coming else []
    sees_talk = people.shows_talk(shown_club, visitor)
    posts = people.latest_posts(shown_club, visitor.player, FRONT_POSTS) if sees_talk else []
    names = [name for row in tables for name in row["names"]]
    names += [row["name"] for row in members] + [row.player.name for row in ranking]
    names += [*entered, *(post.author.name for post in posts)]
    events = event_rows(coming, set())
    context |= {
        "tables": tables,
        "night": events[0] if events else None,
        "coming": entered,
        "free_chairs": range(max(0, CHAIRS - len(entered))),
        "events": events[1:],
        "posts": posts,
        "sees_talk": sees_talk,
        "most_points": max((row.points for row in ranking), default=0),
        "free_places": range(max(1, CHAIRS - len(members))),
        "more_members": max(0, shown_club.member_count - len(members)),
        "address": site_address(request, reverse("club", args=[shown_club.handle])),
        "past": _past_part(shown_club, member=member),
        "challenges": [
            (challenge, CHALLENGE_NAMES[challenge.kind], challenge.rival_id == shown_club.pk)
            for challenge in waiting
        ],
        "rules": rules_rows(
            shown_club, shown_club.rulesets.select_related("ruleset").order_by("pk")
        ),
        "ranking": ranking,
        "members": members,
        "asked": people.waiting_requests(shown_club).count() if context["can"]["requests"] else 0,
        "challenge_form": ChallengeForm() if context["can"]["events"] else None,
        **season_context(season),
        **faces_of(names),
    }
    return render(request, "games/clubs/club.html", context)


def _faces_of_members(members: Iterable[ClubMember]) -> list[dict[str, Any]]:
    """Return the names and roles of club members, for a row of faces."""
    return [{"name": row.player.name, "role": ROLE_WORDS.get(row.role, "")} for row in members]


def _past_part(club: Club, *, member: bool) -> SafeString:
    """Render a club's finished events, private ones for members, and matches with other clubs.

    The part may lack what finished in the last PAST_CACHE_S; it is blank without any.
    """
    return fragment(
        "games/clubs/_past.html",
        (club.pk, member),
        lambda: {
            "past_events": event_rows(known.past_club_events(club, member=member), set()),
            "club_matches": known.club_matches(club),
        },
        seconds=PAST_CACHE_S,
    )


def _paged(request: HttpRequest, page: Page[Any]) -> dict[str, Any]:
    """Return the template context with the URL of the next page; "" on the last page."""
    return {"next_url": "?" + urlencode({"cursor": page.next}) if page.next else ""}


@never_cache
@require_safe
def members(request: HttpRequest, handle: str) -> HttpResponse:
    """Show the members of a club with the actions that the visitor may take, requests and bans.

    Raises:
        Http404: there is no such club, it hides its members, or the cursor is wrong.
    """
    shown_club = club_or_404(handle)
    context = club_context(request, shown_club)
    if not context["sees_members"]:
        raise Http404
    cursor = request.GET.get("cursor") or None
    try:
        page = people.members_page(shown_club, cursor)
    except BadCursorError as error:
        raise Http404 from error
    visitor, can = context["visitor"], context["can"]
    leading = [] if cursor else people.leading_members(shown_club)
    rows = member_rows([*leading, *page.rows], visitor)
    for row in rows:
        row |= _acts(row["member"], visitor)
    context |= {
        "rows": rows,
        "requests": people.waiting_requests(shown_club) if can["requests"] else [],
        "invitations": people.waiting_invitations(shown_club) if can["requests"] else [],
        "links": people.club_links(shown_club, timezone.now()) if can["requests"] else [],
        "banned": people.banned_players(shown_club) if can["ban"] else [],
        "base": site_address(request),
        **_paged(request, page),
        **faces_of(row["name"] for row in rows),
    }
    return render(request, "games/clubs/members.html", context)


def _acts(member: ClubMember, visitor: people.Visitor) -> dict[str, Any]:
    """Return the actions that a visitor may take on a club's member, as template context."""
    own = visitor.member
    below = own is not None and is_above(own.role, member.role)
    if own is None or not below:
        return {"kick": False, "ban": False, "roles": [], "rights": []}
    roles = [role for role in ROLE_NAMES if is_above(own.role, role)]
    held = set(rights_in(member.rights))
    gives = visitor.may(Right.ROLES)
    return {
        "kick": visitor.may(Right.KICK),
        "ban": visitor.may(Right.BAN),
        "roles": [(role, ROLE_NAMES[role], role == member.role) for role in roles] if gives else [],
        "rights": [
            (right.value, RIGHT_NAMES[right], right in held) for right in rights_in(own.rights)
        ]
        if gives
        else [],
        "hand_over": own.role == "owner",
    }


@never_cache
@require_safe
def season(request: HttpRequest, handle: str) -> HttpResponse:
    """Show the members' ranking in a season of a club; `?season=` chooses an earlier one.

    Raises:
        Http404: there is no such club or season, it hides its members, or the cursor is wrong.
    """
    shown_club = club_or_404(handle)
    context = club_context(request, shown_club)
    now = season_at(timezone.now())
    asked = request.GET.get("season", str(now))
    first = season_at(shown_club.created_at)
    if not context["sees_members"] or not asked.isdecimal() or len(asked) > 6:
        raise Http404
    number = int(asked)
    if not first <= number <= now:
        raise Http404
    viewer = context["visitor"].player
    try:
        page = season_page(
            shown_club, number, viewer=viewer, cursor=request.GET.get("cursor") or None
        )
    except BadCursorError as error:
        raise Http404 from error
    more = urlencode({"season": str(number), "cursor": page.next or ""})
    context |= {
        "ranking": page.rows,
        "seen": page.seen,
        "next_url": f"?{more}" if page.next else "",
        "before": number - 1 if number > first else None,
        "after": number + 1 if number < now else None,
        **season_context(number),
        **faces_of(row.player.name for row in page.rows),
    }
    return render(request, "games/clubs/season.html", context)


@never_cache
@require_safe
def talk(request: HttpRequest, handle: str) -> HttpResponse:
    """Show the posts of a club, the latest first.

    Raises:
        Http404: there is no such club, the visitor may not read them, or the cursor is wrong.
    """
    shown_club = club_or_404(handle)
    context = club_context(request, shown_club)
    visitor = context["visitor"]
    if not visitor.reads_words:
        return render(request, "games/clubs/talk.html", {**context, "chat_off": True})
    if not people.shows_talk(shown_club, visitor):
        raise Http404
    page = _posts_or_404(request, shown_club, visitor.player)
    context |= {
        "posts": page.rows,
        "reply": _answered(page.rows, request.GET.get("reply", "")),
        **_paged(request, page),
        **faces_of(post.author.name for post in page.rows),
    }
    return render(request, "games/clubs/talk.html", context)


def _answered(posts: Iterable[ClubPost], key: str) -> ClubPost | None:
    """Return the shown post that the visitor wants to answer (row id); None if it is hidden."""
    return next((post for post in posts if str(post.pk) == key and post.hidden_at is None), None)


def _posts_or_404(request: HttpRequest, club: Club, reader: Player | None) -> Page[ClubPost]:
    """Return a page of a club's posts from the query's cursor. Raises Http404 if it is wrong."""
    try:
        return people.posts_page(club, reader, request.GET.get("cursor") or None)
    except BadCursorError as error:
        raise Http404 from error


@never_cache
@require_safe
def log(request: HttpRequest, handle: str) -> HttpResponse:
    """Show the log of a club to its members.

    Raises:
        Http404: there is no such club, the visitor is no member, or the cursor is wrong.
    """
    shown_club = club_or_404(handle)
    context = club_context(request, shown_club)
    if context["member"] is None:
        raise Http404
    try:
        page = people.log_page(shown_club, request.GET.get("cursor") or None)
    except BadCursorError as error:
        raise Http404 from error
    context |= {
        "entries": [(entry.at, log_line(entry)) for entry in page.rows],
        **_paged(request, page),
    }
    return render(request, "games/clubs/log.html", context)


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Answer with the coming events of a club as an iCalendar feed, by a member's secret token.

    Raises:
        Http404: no member has this token.
    """
    member = owner_of_feed(token)
    if member is None:
        raise Http404
    base = site_address(request)
    body = feed_of(member=member, base=base, now=timezone.now().astimezone(UTC))
    return HttpResponse(body, content_type="text/calendar; charset=utf-8")
