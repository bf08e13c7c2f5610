"""The front page of the simple view: four large targets in place of the lobby."""

from __future__ import annotations

from typing import Any, TypeAlias

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from games.common.live_gateway import live_gateway
from games.models import Player
from games.pages.daily_cookie import BrowserDay
from games.pages.forms import quick_play as choices
from games.pages.visitor import player_of
from games.pages.wording.lobby import own_match
from games.selectors.daily import lobby_day
from games.selectors.lobby import is_newcomer, running_matches
from games.selectors.table_details import details_of
from games.selectors.tables import running_tables
from games.services.daily_deals import day_of
from games.site.lobby_house import house_context

Json: TypeAlias = dict[str, Any]


def simple_front(request: HttpRequest) -> HttpResponse:
    """Show four targets: a match with the house, one with people, the day's deal and the lesson.

    While a match of the visitor runs, going on with it takes the place of the day's deal.
    """
    player = player_of(request)
    newcomer = is_newcomer(player)
    own = None if player is None else _running_match(player)
    context = {
        "own": own,
        "game": choices.last_key(request, player) or choices.USUAL_GAMES[0],
        "level": choices.bot_level(request, newcomer=newcomer),
        "lit": house_context(player, newcomer=newcomer)["lit"],
        "daily_played": own is None and _has_played_daily(request, player),
    }
    return render(request, "games/simple.html", context)


def _running_match(player: Player) -> Json | None:
    """Return the running match of a player in words, as the lobby shows it; None without one."""
    tables = running_tables(player)
    matches = running_matches(tables, player, details_of(tables))
    if not matches:
        return None
    table = matches[0].table.public_id
    return own_match(matches[0], live_gateway().turns([table]).get(table))


def _has_played_daily(request: HttpRequest, player: Player | None) -> bool:
    """Return True if today's deal was played by this player or in this browser."""
    day = day_of(timezone.now())
    if BrowserDay.read(request, day).played:
        return True
    today = None if player is None else lobby_day(day, player.pk)
    return today is not None and today.own is not None
