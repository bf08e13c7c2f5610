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

from brisca_site.site_address import site_address
from games.answers.tournaments import ComparedDeal
from games.models import Player, Tournament, TournamentMember
from games.models.tournaments import Format, TournamentStatus
from games.pages import tournament_form, tournament_steps
from games.pages.events_cookie import remember_event
from games.pages.members_only import ClubOnlyError
from games.pages.tournament_context import event_context, event_rows
from games.pages.tournament_share import daily_share
from games.pages.visitor import is_moderator, player_of
from games.selectors import tournaments as selected
from games.selectors.clubs.events import clubs_holding, found_by_club
from games.selectors.tournament_deals import deals_json
from games.selectors.tournament_hands import opening_cards
from games.selectors.tournament_series import series_events, series_or_none, series_table
from games.services.tournaments.calendar import calendar_of

LISTED: Final = 60
"""Number of coming tournaments on the page."""
PAST: Final = 20


@never_cache
@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Show the tournaments that are announced or running, and those that are over."""
    me = player_of(request)
    rows = list(selected.listed_tournaments()[:LISTED])
    own = list(selected.own_tournaments(me)) if me else []
    own_past = list(selected.own_past_tournaments(me)[:PAST]) if me else []
    past = [row for row in selected.past_tournaments()[:PAST] if row not in own_past]
    entered = _entered(me, [*rows, *own, *own_past])
    today = timezone.localdate()
    listed = event_rows(rows, entered)
    return render(
        request,
        "games/tournaments.html",
        {
            "today": [one for one in listed if timezone.localdate(one["starts_at"]) <= today],
            "later": [one for one in listed if timezone.localdate(one["starts_at"]) > today],
            "own": event_rows(own, entered),
            "own_past": event_rows(own_past, entered),
            "past": event_rows(past, entered),
            "me": me,
        },
    )


def _entered(me: Player | None, rows: list[Tournament]) -> set[int]:
    """Return the ids of those of these tournaments that a player has entered."""
    if me is None:
        return set()
    found = TournamentMember.objects.filter(player=me, tournament__in=rows, left_at=None)
    return set(found.values_list("tournament", flat=True))


def visible_tournament(request: HttpRequest, tournament_id: str) -> Tournament:
    """Return a tournament that the visitor may see.

    A private one is for whoever has its link, takes part, or organises it; a draft for its organiser.

    Raises:
        Http404: there is none, or the visitor may not see it.
        ClubOnlyError: only members of a club may see it.
    """
    tournament = selected.tournament_or_none(tournament_id)
    if tournament is None:
        raise Http404
    if _may_see(request, tournament):
        return tournament
    if tournament.club_only and tournament.status != TournamentStatus.DRAFT:
        raise ClubOnlyError(clubs_holding(tournament))
    raise Http404


def _may_see(request: HttpRequest, tournament: Tournament) -> bool:
    """Return whether the visitor may see a tournament."""
    me = player_of(request)
    if me is not None and tournament.creator_id == me.pk:
        return True
    if tournament.status == TournamentStatus.DRAFT:
        return False
    return (
        tournament.visibility == Tournament.Visibility.PUBLIC
        or invited(request, tournament)
        or selected.own_entry(tournament, me) is not None
        or found_by_club(tournament, me)
    )


def invited(request: HttpRequest, tournament: Tournament) -> bool:
    """Return True if the visitor has opened the link of a private tournament, now or before."""
    key = f"tournament:{tournament.public_id}"
    given = request.GET.get("invite", "")
    if given and constant_time_compare(given, tournament.invite):
        request.session[key] = True
    return bool(request.session.get(key))


@never_cache
@require_safe
def tournament(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show one tournament: how to enter, who is there, the round that is played, or the podium."""
    found = visible_tournament(request, tournament_id)
    start = request.GET.get("from", "")
    first = int(start) if start.isdecimal() and len(start) < 6 else 0
    context = event_context(found, player_of(request), first)
    context["moderates"] = is_moderator(request)
    context["link"] = site_address(request, _link(found))
    entry = context["entry"]
    if found.format == Format.DAILY and entry is not None:
        finished = selected.finished_count(found)
        context["share"] = daily_share(found, entry, finished, context["link"])
    answer = render(request, "games/tournament.html", context)
    if found.format == Format.DAILY and context["game"] is not None:
        remember_event(request, answer, found.public_id)  # who plays here has seen its cards
    return answer


def _link(found: Tournament) -> str:
    """Return the address by which a tournament is shared."""
    address = reverse("tournament", args=[found.public_id])
    if found.visibility == Tournament.Visibility.LINK:
        return f"{address}?invite={found.invite}"
    return address


@never_cache
@require_safe
def tournament_state(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Answer with JSON: a text that changes when the page would, and the visitor's table's URL."""
    found = visible_tournament(request, tournament_id)
    game = selected.current_game(found, player_of(request))
    table = reverse("table", args=[game.table.public_id]) if game and game.table else None
    return JsonResponse({"mark": selected.page_mark(found), "table": table})


@never_cache
@require_safe
def tournament_deal(request: HttpRequest, tournament_id: str, deal: int) -> HttpResponse:
    """Show how each table of a tournament played a deal, once its round is over.

    Raises:
        Http404: there is no such deal, or somebody may still play it.
    """
    found = visible_tournament(request, tournament_id)
    if deal < 1:
        raise Http404
    rows = deals_json(found, *_place(deal, found.deals))
    if not rows:
        raise Http404
    context = {
        "tournament": found,
        "is_daily": found.format == Format.DAILY,
        **_tables(rows[0], selected.own_entry(found, player_of(request))),
    }
    context["opening"] = opening_cards(found, rows[0]["round"], rows[0]["number"])
    context["before"], context["after"] = _beside(found, deal)
    return render(request, "games/tournament_deal.html", context)


def _beside(tournament: Tournament, deal: int) -> tuple[int | None, int | None]:
    """Return the numbers of the deals before and after one that can be seen; None without one."""
    after = deals_json(tournament, *_place(deal + 1, tournament.deals))
    return deal - 1 if deal > 1 else None, deal + 1 if after else None


WIDEST: Final = 120.0
"""Margin at which the bar of a table is as wide as it can be."""


def _tables(row: ComparedDeal, entry: TournamentMember | None) -> dict[str, Any]:
    """Return a deal with the tables that played it, the best first side first, and the others."""
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
    """Return the bar of a margin, to the right or left of 50 in a width of 100."""
    width = round(50 * min(1.0, abs(margin or 0.0) / WIDEST))
    return {"width": width, "x": 50 if (margin or 0.0) > 0 else 50 - width}


def _place(deal: int, deals: int) -> tuple[int, int]:
    """Return the round and the number in it of a deal, all from 1."""
    number, place = divmod(deal - 1, deals)
    return number + 1, place + 1


@never_cache
@require_safe
def tournament_series(request: HttpRequest, series_id: str) -> HttpResponse:
    """Show a series: its events, and the common table of the players.

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
    """Return tournaments as an iCalendar file."""
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
