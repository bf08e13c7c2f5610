"""Views of the deal of the day: one try for everybody, and its results."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import client_address
from brisca_site.site_address import site_address
from games.answers.daily import DailyResult
from games.models import Player
from games.models.people import PlayerKind
from games.pages.chips import refusal_words
from games.pages.daily_cookie import BrowserDay
from games.pages.visitor import busy_player, player_of
from games.pages.wording.daily import (
    WEEK_DAYS,
    against_par,
    rules_in_short,
    share_text,
    sign_of,
    week_signs,
)
from games.rules_text import preset_title, teams_words
from games.selectors import daily as selected
from games.selectors.daily_par import par_of
from games.selectors.keyset import BadCursorError, Page
from games.services import daily_deals as deals
from games.services.daily import start_try
from games.services.errors import TableError

PAGE: Final = 50
DOTS: Final = 7
"""Number of days of a streak that the lobby shows."""


@never_cache
@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """Show today's deal of the day, with the results for a visitor who has played it."""
    day = deals.day_of(timezone.now())
    deals.daily_of(day=day)
    deals.daily_of(day=day + timedelta(days=1))
    return _page(request, day)


@never_cache
@require_safe
def of_day(request: HttpRequest, day: str) -> HttpResponse:
    """Show the deal of a day (YYYY-MM-DD) up to today.

    Raises:
        Http404: the day is malformed or in the future, or has no deal.
    """
    try:
        found = date.fromisoformat(day)
    except ValueError:
        raise Http404 from None
    if found.isoformat() != day or found > deals.day_of(timezone.now()):
        raise Http404
    return _page(request, found)


def _page(request: HttpRequest, day: date) -> HttpResponse:
    """Show the deal of a day, and note when the player and the browser first looked at today's.

    Raises:
        Http404: the day has no deal.
    """
    now_day = deals.day_of(timezone.now())
    row = selected.daily_row(day)
    if row is None:
        raise Http404
    me = player_of(request)
    browser = BrowserDay.read(request, now_day)
    if day == now_day and me is not None:
        deals.note_look(player=me, now=timezone.now())
    mine = selected.own_try(row["id"], me.pk) if me else None
    is_open = selected.results_open(row, me.pk if me else None)
    page: Page[DailyResult] = Page([], None)
    if is_open:
        try:
            page = selected.results_page(row["id"], cursor=request.GET.get("cursor"), limit=PAGE)
        except BadCursorError:
            return render(request, "errors/400.html", status=400)
    tomorrow = selected.daily_row(day + timedelta(days=1)) if day == now_day else None
    context: dict[str, Any] = {
        "day": day,
        "is_today": day == now_day,
        "deal": selected.daily_json(row),
        "preset": preset_title(row["ruleset__preset"]),
        "teams": teams_words(row["players"], row["ruleset__options__teams"]),
        "mine": mine,
        "may_play": day == now_day and mine is None and not browser.played,
        "in_short": rules_in_short(row["ruleset__preset"], row["players"]),
        **_result(request, row, me, mine),
        "is_guest": me is not None and me.kind == PlayerKind.GUEST,
        "rows": page.rows,
        "is_open": is_open,
        "me": me.name if me else None,
        "streak": selected.streak_of(me.pk, now_day) if me else None,
        "tomorrow": tomorrow["server_commit"] if tomorrow else None,
        "ends_at": selected.ends_at(day),
        "shown_at": deals.shown_at(day),
        "before": _day_if_any(day - timedelta(days=1)),
        "after": _day_if_any(day + timedelta(days=1)) if day < now_day else None,
        "next_url": f"{request.path}?cursor={page.next}" if page.next else "",
    }
    answer = render(request, "games/daily.html", context)
    if day == now_day and browser.looked_at is None:
        replace(browser, looked_at=timezone.now()).write(answer)
    return answer


def _result(
    request: HttpRequest, row: dict[str, Any], me: Player | None, mine: dict[str, Any] | None
) -> dict[str, Any]:
    """Return the visitor's result for the template: par, and text to share; empty without one."""
    if me is None or mine is None or mine["points"] is None:
        return {}
    day, par = row["day"], par_of(row["id"])
    week = selected.own_results(me.pk, until=day, days=WEEK_DAYS)
    address = site_address(request, reverse("daily_day", args=[day.isoformat()]))
    streak = selected.streak_of(me.pk, day).current if day == deals.day_of(timezone.now()) else 0
    return {
        "par": par,
        "against_par": against_par(mine["points"], par),
        "par_sign": sign_of(mine["points"], par),
        "share": share_text(
            day,
            mine["points"],
            par,
            mine["place"] if mine["ranked"] else 0,
            row["ranked"],
            week_signs(day, week),
            streak,
            address,
        ),
    }


def _day_if_any(day: date) -> date | None:
    """Return the day if it has a deal, else None."""
    return day if selected.daily_row(day) else None


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
        messages.error(request, REFUSED["daily_played"]())
        return redirect("daily")
    try:
        table = start_try(
            player=busy_player(request),
            now=now,
            looked_at=browser.looked_at,
            address=client_address(request),
        )
    except TableError as error:
        refusal = REFUSED.get(error.code)
        text = refusal() if refusal else refusal_words(error, _("That cannot be done now."))
        messages.error(request, text)
        return redirect("daily")
    answer = redirect("table", table.public_id)
    replace(browser, played=True, looked_at=browser.looked_at or now).write(answer)
    return answer


REFUSED: Final = {
    "daily_played": lambda: _("This deal was played here already. There is another one tomorrow."),
    "no_programs": lambda: _("Programs do not play the deal of the day."),
}


def lobby_daily(player: Player | None) -> dict[str, Any] | None:
    """Return the lobby's template context about today's deal; None if that is not made yet."""
    day = deals.day_of(timezone.now())
    row = selected.daily_row(day)
    if row is None:
        return None
    streak = selected.streak_of(player.pk, day) if player else None
    mine = selected.own_try(row["id"], player.pk) if player else None
    return {
        "preset": preset_title(row["ruleset__preset"]),
        "teams": teams_words(row["players"], row["ruleset__options__teams"]),
        "ranked": row["ranked"],
        "tried": row["tried"],
        "mine": mine,
        "streak": streak_words(streak.current) if streak and streak.current else "",
        "dots": _dots(day, streak.current, played=bool(mine and mine["points"] is not None))
        if streak
        else [],
    }


def _dots(day: date, run: int, *, played: bool) -> list[dict[str, Any]]:
    """Return the last days of a running streak, today last; empty without a streak.

    Today is marked as not played until the deal of today has been played.
    """
    if not run:
        return []
    count = min(run + (not played), DOTS)
    days = [day - timedelta(days=back) for back in range(count - 1, -1, -1)]
    return [
        {
            "name": WEEKDAYS[one.weekday()],
            "letter": str(WEEKDAYS[one.weekday()])[:1].upper(),
            "played": played or one != day,
        }
        for one in days
    ]


def streak_words(days: int) -> str:
    """Return a number of days in a row in words, such as `3 days in a row`."""
    return ngettext("%(n)s day in a row", "%(n)s days in a row", days) % {"n": days}


DAILY_URLS: Final[list[Any]] = [
    path("daily/", today, name="daily"),
    path("daily/play/", play, name="daily_play"),
    path("daily/<str:day>/", of_day, name="daily_day"),
]
