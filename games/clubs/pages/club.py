"""Pages of one club: its front, members, season, talk, log and calendar."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from brisca_site.site_address import site_address
from games.clubs.rights import Right, is_above, rights_in
from games.clubs.seasons import season_at
from games.models import Club, ClubMember, ClubPost, Player, Tournament
from games.pages.clubs.context import club_context, club_or_404, faces_of, member_rows
from games.pages.forms.club import ChallengeForm
from games.pages.tournament_context import event_rows
from games.pages.wording.clubs import (
    CHALLENGES,
    RIGHTS,
    ROLE_NAMES,
    log_line,
    rules_rows,
    season_context,
    table_rows,
)
from games.selectors.clubs import events as known
from games.selectors.clubs import people
from games.selectors.clubs.season import season_page
from games.selectors.keyset import BadCursorError, Page
from games.selectors.tournaments import with_counts
from games.services.clubs.calendar import feed_of, owner_of_feed
from games.services.live_gateway import live_gateway

FRONT_MEMBERS: Final = 6
FRONT_SEASON: Final = 5


@never_cache
@require_safe
def club(request: HttpRequest, handle: str) -> HttpResponse:
    """Show a club: its tables, events, season, rules and members, as far as the visitor may see.

    Raises:
        Http404: there is no such club.
    """
    found = club_or_404(handle)
    context = club_context(request, found)
    member, visitor = context["member"] is not None, context["visitor"]
    tables = table_rows(people.club_tables(found, member=member))
    season = season_at(timezone.now())
    ranking: list[Any] = []
    members: list[dict[str, Any]] = []
    if context["sees_members"]:
        context["here_now"] = people.members_here(found, live_gateway().in_lobby)
        ranking = season_page(found, season, viewer=visitor.player, limit=FRONT_SEASON).rows
        leading = people.leading_members(found)
        others = people.members_page(found, limit=FRONT_MEMBERS).rows
        members = member_rows([*leading, *others][:FRONT_MEMBERS], visitor)
    waiting = known.waiting_challenges(found) if context["can"]["events"] else []
    names = [name for row in tables for name in row["names"]]
    names += [row["name"] for row in members] + [row.player.name for row in ranking]
    context |= {
        "tables": tables,
        "events": _events(known.club_events(found, member=member)),
        "past_events": _events(known.past_club_events(found, member=member), latest_first=True),
        "club_matches": known.club_matches(found),
        "challenges": [(one, CHALLENGES[one.kind], one.rival_id == found.pk) for one in waiting],
        "rules": rules_rows(found, found.rulesets.select_related("ruleset").order_by("pk")),
        "ranking": ranking,
        "members": members,
        "asked": people.waiting_requests(found).count() if context["can"]["requests"] else 0,
        "challenge_form": ChallengeForm() if context["can"]["events"] else None,
        **season_context(season),
        **faces_of(names),
    }
    return render(request, "games/clubs/club.html", context)


def _events(rows: list[Any], *, latest_first: bool = False) -> list[dict[str, Any]]:
    """Return events as the lists of tournaments show them."""
    counted = with_counts(Tournament.objects.filter(pk__in=[row.pk for row in rows]))
    order = ("-finished_at", "-pk") if latest_first else ("starts_at", "pk")
    return event_rows(list(counted.order_by(*order)), set())


def _paged(request: HttpRequest, page: Page[Any]) -> dict[str, Any]:
    """Return the link to the next page, for the component of pages."""
    return {"next_url": "?" + urlencode({"cursor": page.next}) if page.next else ""}


@never_cache
@require_safe
def members(request: HttpRequest, handle: str) -> HttpResponse:
    """Show the members of a club with the actions that the visitor may take, requests and bans.

    Raises:
        Http404: there is no such club, it hides its members, or the cursor is wrong.
    """
    found = club_or_404(handle)
    context = club_context(request, found)
    if not context["sees_members"]:
        raise Http404
    cursor = request.GET.get("cursor") or None
    try:
        page = people.members_page(found, cursor)
    except BadCursorError as error:
        raise Http404 from error
    visitor, can = context["visitor"], context["can"]
    leading = [] if cursor else people.leading_members(found)
    rows = member_rows([*leading, *page.rows], visitor)
    for row in rows:
        row |= _acts(row["member"], visitor)
    context |= {
        "rows": rows,
        "requests": people.waiting_requests(found) if can["requests"] else [],
        "invitations": people.waiting_invitations(found) if can["requests"] else [],
        "links": people.club_links(found, timezone.now()) if can["requests"] else [],
        "banned": people.banned_players(found) if can["ban"] else [],
        "base": site_address(request),
        **_paged(request, page),
        **faces_of(row["name"] for row in rows),
    }
    return render(request, "games/clubs/members.html", context)


def _acts(member: ClubMember, visitor: people.Visitor) -> dict[str, Any]:
    """Return what a visitor may do with a member."""
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
        "rights": [(right.value, RIGHTS[right], right in held) for right in rights_in(own.rights)]
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
    found = club_or_404(handle)
    context = club_context(request, found)
    now = season_at(timezone.now())
    asked = request.GET.get("season", str(now))
    first = season_at(found.created_at)
    if not context["sees_members"] or not asked.isdecimal() or len(asked) > 6:
        raise Http404
    number = int(asked)
    if not first <= number <= now:
        raise Http404
    viewer = context["visitor"].player
    try:
        page = season_page(found, number, viewer=viewer, cursor=request.GET.get("cursor") or None)
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
    found = club_or_404(handle)
    context = club_context(request, found)
    visitor = context["visitor"]
    if not people.shows_talk(found, visitor):
        raise Http404
    page = _posts_or_404(request, found, visitor.player)
    context |= {
        "posts": page.rows,
        "reply": _answered(page.rows, request.GET.get("reply", "")),
        **_paged(request, page),
        **faces_of(post.author.name for post in page.rows),
    }
    return render(request, "games/clubs/talk.html", context)


def _answered(posts: Iterable[ClubPost], key: str) -> ClubPost | None:
    """Return the post with this row id among those shown, unless it is hidden; or None."""
    return next((one for one in posts if str(one.pk) == key and one.hidden_at is None), None)


def _posts_or_404(request: HttpRequest, club: Club, reader: Player | None) -> Page[ClubPost]:
    """Return the posts from the cursor of the query. Raises Http404 where that is wrong."""
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
    found = club_or_404(handle)
    context = club_context(request, found)
    if context["member"] is None:
        raise Http404
    try:
        page = people.log_page(found, request.GET.get("cursor") or None)
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
