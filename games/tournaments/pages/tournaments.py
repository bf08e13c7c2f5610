"""Views of tournaments: the list, one event, its deals, its calendar, and the form for a new one."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from brisca_site.base.site_address import site_address
from games.models import Player
from games.pages.visitor import is_moderator, player_of
from games.tournaments.answers import ComparedDeal
from games.tournaments.models import Tournament, TournamentMember
from games.tournaments.models.tournaments import Format, TournamentStatus
from games.tournaments.pages import actions as tournament_steps
from games.tournaments.pages import form as tournament_form
from games.tournaments.pages.context import event_context, event_rows
from games.tournaments.pages.events_cookie import remember_event
from games.tournaments.pages.members_only import MembersOnlyError
from games.tournaments.pages.posters import (
    POSTER_CARDS,
    ended_rows,
    list_of,
    posters_of,
    week_of,
)
from games.tournaments.pages.share import daily_share
from games.tournaments.selectors import tournaments as selected
from games.tournaments.selectors.deals import deals_json
from games.tournaments.selectors.event_clubs import event_clubs
from games.tournaments.selectors.hands import opening_cards
from games.tournaments.selectors.series import series_events, series_or_none, series_table
from games.tournaments.services.calendar import calendar_of

LISTED: Final = 60
"""Number of coming tournaments on the page."""
PAST: Final = 20


@never_cache
@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Show tournaments: posters, the next seven days, lists by filter, and how the last ones ended."""
    me = player_of(request)
    rows = list(selected.listed_tournaments()[:LISTED])
    own = list(selected.own_tournaments(me)) if me else []
    own_past = list(selected.own_past_tournaments(me)[:PAST]) if me else []
    past = [row for row in selected.past_tournaments()[:PAST] if row not in own_past]
    entered = _entered(me, [*rows, *own, *own_past])
    posters, rest = posters_of(rows, entered, own, me)
    week = week_of(rows, entered)
    winners = selected.winners_of([*own_past, *past])
    ended = ended_rows([*own_past, *past], winners, me)
    ended_ids = {row["row"].pk for row in ended}
    unlisted = [row for row in own if row not in rows]
    return render(
        request,
        "games/tournaments.html",
        {
            "posters": posters,
            "week": week,
            "busy_week": any(day["events"] for day in week),
            "own": event_rows(unlisted, entered),
            **list_of(request.GET.get("show", ""), rest, entered),
            "ended": ended,
            "own_past": event_rows(
                [row for row in own_past if row.pk not in ended_ids], entered, winners
            ),
            "past": event_rows([row for row in past if row.pk not in ended_ids], entered, winners),
            "me": me,
        },
    )


def _entered(me: Player | None, rows: list[Tournament]) -> set[int]:
    """Return the row ids of those of these tournaments that a player has entered."""
    if me is None:
        return set()
    entries = TournamentMember.objects.filter(player=me, tournament__in=rows, left_at=None)
    return set(entries.values_list("tournament", flat=True))


def visible_tournament(request: HttpRequest, tournament_id: str) -> Tournament:
    """Return a tournament that the visitor may see.

    A private one is for whoever has its link, takes part, or organises it; a draft for its organiser.

    Raises:
        Http404: there is none, or the visitor may not see it.
        MembersOnlyError: only members of a club may see it.
    """
    tournament = selected.tournament_or_none(tournament_id)
    if tournament is None:
        raise Http404
    if _may_see(request, tournament):
        return tournament
    if tournament.club_only and tournament.status != TournamentStatus.DRAFT:
        raise MembersOnlyError(event_clubs().clubs_holding(tournament))
    raise Http404


def _may_see(request: HttpRequest, tournament: Tournament) -> bool:
    """Return True if the visitor may see a tournament."""
    me = player_of(request)
    if me is not None and tournament.creator_id == me.pk:
        return True
    if tournament.status == TournamentStatus.DRAFT:
        return False
    return (
        tournament.visibility == Tournament.Visibility.PUBLIC
        or invited(request, tournament)
        or selected.own_entry(tournament, me) is not None
        or _is_member(tournament, me)
    )


def _is_member(tournament: Tournament, me: Player | None) -> bool:
    """Return True if a visitor is a member of a club that holds a tournament."""
    if me is None or tournament.club_id is None:
        return False
    return event_clubs().is_member(tournament, me)


def invited(request: HttpRequest, tournament: Tournament) -> bool:
    """Return True if the visitor has opened the link of a private tournament, now or before."""
    key = f"tournament:{tournament.public_id}"
    token = request.GET.get("invite", "")
    if token and constant_time_compare(token, tournament.invite):
        request.session[key] = True
    return bool(request.session.get(key))


@never_cache
@require_safe
def tournament(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show one tournament: how to enter, who is there, the round that is played, or the podium."""
    event = visible_tournament(request, tournament_id)
    start = request.GET.get("from", "")
    first = int(start) if start.isdecimal() and len(start) < 6 else 0
    context = event_context(event, player_of(request), first)
    context["moderates"] = is_moderator(request)
    context["link"] = site_address(request, _link(event))
    context["poster_cards"] = POSTER_CARDS[event.format]
    entry = context["entry"]
    if event.format == Format.DAILY and entry is not None:
        finished = selected.finished_count(event)
        context["share"] = daily_share(event, entry, finished, context["link"])
    answer = render(request, "games/tournament.html", context)
    if event.format == Format.DAILY and context["game"] is not None:
        remember_event(request, answer, event.public_id)  # who plays here has seen its cards
    return answer


def _link(tournament: Tournament) -> str:
    """Return the URL path to share a tournament, with the invitation of a private one."""
    address = reverse("tournament", args=[tournament.public_id])
    if tournament.visibility == Tournament.Visibility.LINK:
        return f"{address}?invite={tournament.invite}"
    return address


@never_cache
@require_safe
def tournament_state(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Answer with JSON: a version of the tournament's page, and the URL of the visitor's table."""
    event = visible_tournament(request, tournament_id)
    game = selected.current_game(event, player_of(request))
    table = reverse("table", args=[game.table.public_id]) if game and game.table else None
    return JsonResponse({"mark": selected.page_mark(event), "table": table})


@never_cache
@require_safe
def tournament_deal(request: HttpRequest, tournament_id: str, deal: int) -> HttpResponse:
    """Show how each table of a tournament played a deal, once its round is over.

    Raises:
        Http404: there is no such deal, or somebody may still play it.
    """
    event = visible_tournament(request, tournament_id)
    if deal < 1:
        raise Http404
    rows = deals_json(event, *_place(deal, event.deals))
    if not rows:
        raise Http404
    context = {
        "tournament": event,
        "is_daily": event.format == Format.DAILY,
        **_tables(rows[0], selected.own_entry(event, player_of(request))),
    }
    context["opening"] = opening_cards(event, rows[0]["round"], rows[0]["number"])
    context["before"], context["after"] = _beside(event, deal)
    return render(request, "games/tournament_deal.html", context)


def _beside(tournament: Tournament, deal: int) -> tuple[int | None, int | None]:
    """Return the numbers of the visible deals before and after a deal, or None."""
    after = deals_json(tournament, *_place(deal + 1, tournament.deals))
    return deal - 1 if deal > 1 else None, deal + 1 if after else None


WIDEST: Final = 120.0
"""Margin at which the bar of a table is as wide as it can be."""


def _tables(row: ComparedDeal, entry: TournamentMember | None) -> dict[str, Any]:
    """Return a compared deal with its tables for the page: played ones by result, then others."""
    own = entry.entrant.number if entry is not None else None
    tables = [table for table in row["tables"] if table["margin"] is not None]
    tables.sort(key=lambda table: -(table["margin"] or 0.0))
    played = [
        {**table, "mine": any(own in side for side in table["sides"]), **_bar(table["margin"])}
        for table in tables
    ]
    unplayed = [table for table in row["tables"] if table["margin"] is None]
    return {"deal": row, "played": played, "unplayed": unplayed}


def _bar(margin: float | None) -> dict[str, int]:
    """Return place and width of a margin's bar in a chart 100 wide; positive goes right from 50."""
    width = round(50 * min(1.0, abs(margin or 0.0) / WIDEST))
    return {"width": width, "x": 50 if (margin or 0.0) > 0 else 50 - width}


def _place(deal: int, deals: int) -> tuple[int, int]:
    """Return (round, number in the round) of a deal of a tournament, all counted from 1."""
    number, place = divmod(deal - 1, deals)
    return number + 1, place + 1


@never_cache
@require_safe
def tournament_series(request: HttpRequest, series_id: str) -> HttpResponse:
    """Show a series of tournaments: its events, and the common ranking of the players.

    Raises:
        Http404: there is no such series, or it has no public event.
    """
    series = series_or_none(series_id)
    events = series_events(series) if series else []
    if series is None or not events:
        raise Http404
    me = player_of(request)
    entered = _entered(me, events)
    context = {
        "series": series,
        "events": event_rows(events, entered),
        "lines": series_table(series),
        "me": me,
    }
    return render(request, "games/tournament_series.html", context)


@require_safe
def tournament_calendar(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Answer with one tournament as an iCalendar file."""
    return _calendar(request, [visible_tournament(request, tournament_id)])


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """Answer with the coming public tournaments, and those called off, as an iCalendar feed."""
    called_off = selected.called_off_lately(timezone.now())
    public = called_off.filter(visibility=Tournament.Visibility.PUBLIC)
    return _calendar(request, [*selected.listed_tournaments()[:LISTED], *public[:LISTED]])


def _calendar(request: HttpRequest, rows: list[Tournament]) -> HttpResponse:
    """Return the HTTP response with tournaments as an iCalendar file."""
    base = site_address(request)
    now: datetime = timezone.now().astimezone(UTC)
    return HttpResponse(
        calendar_of(rows, base=base, now=now), content_type="text/calendar; charset=utf-8"
    )


TOURNAMENT_URLS: Final[list[Any]] = [
    path("tournaments/", tournaments, name="tournaments"),
    path("tournaments/calendar.ics", calendar, name="tournaments_calendar"),
    *tournament_form.FORM_URLS,
    path("tournaments/series/<str:series_id>/", tournament_series, name="tournament_series"),
    path("tournaments/<str:tournament_id>/", tournament, name="tournament"),
    path("tournaments/<str:tournament_id>/state/", tournament_state, name="tournament_state"),
    path(
        "tournaments/<str:tournament_id>/event.ics", tournament_calendar, name="tournament_calendar"
    ),
    path(
        "tournaments/<str:tournament_id>/deals/<int:deal>/", tournament_deal, name="tournament_deal"
    ),
    *tournament_steps.STEP_URLS,
]
"""Routes of tournaments."""
