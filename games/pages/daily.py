"""Views of the deal of the day: one try for everybody, and its results."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any, Final, TypeAlias

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import client_address
from games.answers.daily import DailyResult
from games.common.errors import TableError
from games.common.keyset import BadCursorError, Page
from games.pages.chips import refusal_words
from games.pages.daily_cookie import BrowserDay
from games.pages.daily_parts import (
    SHOWN_FIRST,
    DailyVisitor,
    deal_parts,
    faces_of,
    first_rows,
    has_result,
    month_parts,
    past_parts,
    result_parts,
    running_table,
)
from games.pages.visitor import busy_player, player_of
from games.selectors import daily as selected
from games.services import daily_deals as deals
from games.services.daily import start_try

Json: TypeAlias = dict[str, Any]

RESULTS_PER_PAGE: Final = 50
DAYS_BEFORE: Final = 2
"""Number of days before that of a page whose deals are read: yesterday's may not be published yet."""
EARLIEST_DAY: Final = date.min + timedelta(days=DAYS_BEFORE)
"""The first day with so many days before it."""


@never_cache
@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """Show today's deal of the day; its results only to a visitor who has played it."""
    day = deals.day_of(timezone.now())
    tomorrow = day + timedelta(days=1)
    rows = selected.daily_rows(day - timedelta(days=DAYS_BEFORE), tomorrow)
    for begun in (day, tomorrow):
        if begun not in rows:
            deals.daily_of(day=begun)
            rows |= selected.daily_rows(begun, begun)
    return _page(request, day, rows)


@never_cache
@require_safe
def of_day(request: HttpRequest, day: str) -> HttpResponse:
    """Show the deal of a past day or of today (YYYY-MM-DD).

    Raises:
        Http404: the day is malformed or in the future, or has no deal.
    """
    try:
        deal_day = date.fromisoformat(day)
    except ValueError:
        raise Http404 from None
    if deal_day.isoformat() != day or not EARLIEST_DAY <= deal_day <= deals.day_of(timezone.now()):
        raise Http404
    first, last = deal_day - timedelta(days=DAYS_BEFORE), deal_day + timedelta(days=1)
    return _page(request, deal_day, selected.daily_rows(first, last))


def _page(request: HttpRequest, day: date, rows: dict[date, Json]) -> HttpResponse:
    """Show the deal of a day, and store when player and browser first looked at today's deal.

    `rows` are the `daily_rows` of the day, of DAYS_BEFORE days before it and of the day after.

    Raises:
        Http404: the day has no deal.
    """
    now = timezone.now()
    if day not in rows:
        raise Http404
    browser = BrowserDay.read(request, deals.day_of(now))
    visitor = DailyVisitor(player_of(request), now, deals.day_of(now), browser.played)
    is_today = day == visitor.today
    if is_today and visitor.player is not None:
        deals.note_look(player=visitor.player, now=now)
    try:
        context = _context(request, day, rows, visitor)
    except BadCursorError:
        return render(request, "errors/400.html", status=400)
    answer = render(request, "games/daily.html", context)
    if is_today and browser.looked_at is None:
        replace(browser, looked_at=now).write(answer)
    return answer


def _context(
    request: HttpRequest, day: date, rows: dict[date, Json], visitor: DailyVisitor
) -> Json:
    """Return the template context of a day's page; `rows` has its `daily_row` and those beside it.

    Raises:
        BadCursorError: the query names no place in the list of results.
    """
    me, row = visitor.player, rows[day]
    mine = selected.own_try(row["id"], me.pk) if me else None
    context: Json = {
        **deal_parts(row, visitor),
        **_results(request, row, visitor, mine),
        **result_parts(request, row, visitor, mine),
        **_month(request, day, visitor, mine),
        **_days_around(day, rows, visitor, mine),
        "mine": mine,
        "has_played": has_result(mine),
        "may_play": day == visitor.today and mine is None and not visitor.browser_played,
        "me": me.name if me else None,
        "shown_at": deals.shown_at(day),
    }
    shown = context["rows"] + context["first_rows"] + context.get("past_rows", [])
    return context | {"chosen_faces": faces_of(shown)}


def _month(request: HttpRequest, day: date, visitor: DailyVisitor, mine: Json | None) -> Json:
    """Return the context of the visitor's month: the one that the query asks for, or that of `day`."""
    played_today = day == visitor.today and has_result(mine)
    month = _month_of(request, day, visitor.today)
    return month_parts(visitor, month, played_today=played_today)


def _days_around(
    day: date, rows: dict[date, Json], visitor: DailyVisitor, mine: Json | None
) -> Json:
    """Return the context of the days before and after a day.

    For today, the context also has the results of a past day, until the visitor has played, and a
    try of yesterday that still runs.
    """
    yesterday = rows.get(day - timedelta(days=1))
    tomorrow = rows.get(day + timedelta(days=1))
    is_today = day == visitor.today
    return {
        "before": yesterday["day"] if yesterday else None,
        "after": tomorrow["day"] if tomorrow and not is_today else None,
        "tomorrow": tomorrow["server_commit"] if tomorrow and is_today else None,
        **(past_parts(rows, visitor) if is_today and not has_result(mine) else {}),
        "yesterday_table": running_table(yesterday, visitor) if is_today else None,
    }


def _results(request: HttpRequest, row: Json, visitor: DailyVisitor, mine: Json | None) -> Json:
    """Return the context of a page of the results, if the visitor may see them.

    Raises:
        BadCursorError: the query names no place in the list.
    """
    is_open = row["revealed_at"] is not None or has_result(mine)
    page: Page[DailyResult] = Page([], None)
    first: list[DailyResult] = []
    if is_open:
        cursor = request.GET.get("cursor")
        page = selected.results_page(row["id"], cursor=cursor, limit=RESULTS_PER_PAGE)
        first = selected.results_page(row["id"], limit=SHOWN_FIRST).rows if cursor else page.rows
    return {
        "is_open": is_open,
        "rows": page.rows,
        "next_url": f"{request.path}?cursor={page.next}" if page.next else "",
        **first_rows(first, mine, visitor.player),
    }


def _month_of(request: HttpRequest, day: date, today: date) -> date:
    """Return a day of the month that the query asks for (`month=2026-11`), by default `day`.

    If the query asks for a month after that of `today`, return `today`.
    """
    try:
        month = date.fromisoformat(f"{request.GET.get('month', '')}-01")
    except ValueError:
        return day
    return min(month, today)


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Start the visitor's try at today's deal, or redirect to the running try.

    A stranger becomes a guest. A browser in which the deal was played starts no second try, whoever
    is signed in.

    Raises:
        TooManyError: the visitor is at the limit `table`.
    """
    now = timezone.now()
    before = player_of(request)
    day = deals.day_of(now)
    row = selected.daily_row(day)
    mine = selected.own_try(row["id"], before.pk) if row and before else None
    browser = BrowserDay.read(request, day)
    if mine is None and browser.played:
        messages.error(request, DAILY_REFUSALS["daily_played"]())
        return redirect("daily")
    try:
        table = start_try(
            player=busy_player(request),
            now=now,
            looked_at=browser.looked_at,
            address=client_address(request),
        )
    except TableError as error:
        refusal = DAILY_REFUSALS.get(error.code)
        text = refusal() if refusal else refusal_words(error, _("That cannot be done now."))
        messages.error(request, text)
        return redirect("daily")
    answer = redirect("table", table.public_id)
    replace(browser, played=True, looked_at=browser.looked_at or now).write(answer)
    return answer


DAILY_REFUSALS: Final = {
    "daily_played": lambda: _("This deal was played here already. There is another one tomorrow."),
    "no_programs": lambda: _("Programs do not play the deal of the day."),
}


DAILY_URLS: Final[list[Any]] = [
    path("daily/", today, name="daily"),
    path("daily/play/", play, name="daily_play"),
    path("daily/<str:day>/", of_day, name="daily_day"),
]
