"""Views of leagues: the list, one league with its rounds and table, one match, and calendars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from brisca_site.base.site_address import site_address
from games.common.keyset import LARGEST
from games.leagues.models import League, LeagueFixture, LeagueSeason
from games.leagues.pages import actions as league_steps
from games.leagues.pages import form as league_form
from games.leagues.pages.context import rows_of_lists, season_context
from games.leagues.pages.list_context import list_context
from games.leagues.pages.match_context import detail_context
from games.leagues.selectors import leagues as selected
from games.leagues.services.calendar import matches_calendar
from games.pages.visitor import player_of

MAX_DIGITS: Final = 6


@never_cache
@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """Show the visitor's own leagues, and all others with a coming or running season."""
    me = player_of(request)
    own, others = selected.own_and_other_leagues(me)
    boxes = list_context(me, own, others, timezone.now())
    own_rows, rows = rows_of_lists(
        _without_box(own, boxes["mine"]), _without_box(others, boxes["coming"])
    )
    return render(request, "games/leagues.html", {"own": own_rows, "rows": rows, "me": me, **boxes})


def _without_box(leagues: Sequence[League], box: dict[str, Any] | None) -> list[League]:
    """Return the leagues without the one of which the page has a box."""
    return [league for league in leagues if box is None or league.pk != box["league"].pk]


def _league_or_404(league_id: str) -> League:
    """Return the league with a public id. Raises Http404 if there is none."""
    row = selected.league_or_none(league_id)
    if row is None:
        raise Http404
    return row


def _asked(request: HttpRequest, name: str) -> int | None:
    """Return a number of the URL's query; None if it is missing or no number."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS else None


def _season_or_404(request: HttpRequest, league: League) -> LeagueSeason:
    """Return the season chosen in the query, or the current one. Raises Http404 without one."""
    season = selected.shown_season(league, _asked(request, "season"))
    if season is None:
        raise Http404
    return season


@never_cache
@require_safe
def league(request: HttpRequest, league_id: str) -> HttpResponse:
    """Show a season of a league: its rounds, the visitor's next match, a table and a round.

    `?season=`, `?division=` and `?round=` choose others than the current ones.

    Raises:
        Http404: there is no such league or season.
    """
    shown_league = _league_or_404(league_id)
    context = season_context(
        shown_league,
        _season_or_404(request, shown_league),
        player_of(request),
        division=_asked(request, "division"),
        number=_asked(request, "round"),
        now=timezone.now(),
    )
    return render(request, "games/league.html", context)


def _fixture_or_404(league_id: str, fixture: int) -> LeagueFixture:
    """Return the league match with a row id. Raises Http404 if there is none."""
    league = _league_or_404(league_id)
    row = selected.fixture_or_none(fixture, league) if fixture <= LARGEST else None
    if row is None:
        raise Http404
    return row


@never_cache
@require_safe
def league_match(request: HttpRequest, league_id: str, fixture: int) -> HttpResponse:
    """Show a league match: its time, who must answer, its result and its log.

    Raises:
        Http404: there is no such match.
    """
    row = _fixture_or_404(league_id, fixture)
    return render(
        request, "games/league_match.html", detail_context(row, player_of(request), timezone.now())
    )


@require_safe
def league_match_calendar(request: HttpRequest, league_id: str, fixture: int) -> HttpResponse:
    """Answer with one match of a league as an iCalendar file.

    Raises:
        Http404: there is no such match.
    """
    return _calendar(request, [_fixture_or_404(league_id, fixture)])


@require_safe
def league_calendar(request: HttpRequest, league_id: str) -> HttpResponse:
    """Answer with a season's matches as an iCalendar feed; `?entrant=` selects one entrant's.

    Raises:
        Http404: there is no such league or season.
    """
    season = _season_or_404(request, _league_or_404(league_id))
    rows, number = selected.fixtures_of(season), _asked(request, "entrant")
    if number is not None:
        rows = [fixture for fixture in rows if number in (fixture.home.number, fixture.away.number)]
    return _calendar(request, rows)


def _calendar(request: HttpRequest, rows: list[LeagueFixture]) -> HttpResponse:
    """Return the HTTP response with league matches as an iCalendar file."""
    base = site_address(request)
    return HttpResponse(
        matches_calendar(rows, base=base, now=timezone.now()),
        content_type="text/calendar; charset=utf-8",
    )


LEAGUE_URLS: Final[list[Any]] = [
    path("leagues/", leagues, name="leagues"),
    *league_form.FORM_URLS,
    path("leagues/<str:league_id>/", league, name="league"),
    path("leagues/<str:league_id>/calendar.ics", league_calendar, name="league_calendar"),
    path("leagues/<str:league_id>/matches/<int:fixture>/", league_match, name="league_match"),
    path(
        "leagues/<str:league_id>/matches/<int:fixture>/match.ics",
        league_match_calendar,
        name="league_match_calendar",
    ),
    *league_steps.STEP_URLS,
]
"""Routes of leagues."""
