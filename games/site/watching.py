"""The page that shows the best running table, and goes on to the next one."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.common.live_gateway import live_gateway
from games.pages.house import house_box
from games.pages.match_of_week import match_of_week_part
from games.pages.visitor import player_of
from games.selectors.watching import tables_to_watch
from games.tournaments.selectors.tournaments import announced_tournament


@never_cache
@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Redirect to the best table to watch except `?after=`; if there is none, show the next event."""
    player = player_of(request)
    after = request.GET.get("after", "")
    without = after if after.isalnum() and len(after) <= 16 else ""
    matches = tables_to_watch(player, watchers=live_gateway().watchers, limit=1, without=without)
    if matches:
        query = urlencode({"watch": "best"})
        return redirect(f"{reverse('table', args=[matches[0].table.public_id])}?{query}")
    context = {
        "tournament": announced_tournament(player),
        "show": house_box(),
        "match_of_week": match_of_week_part(),
    }
    return render(request, "games/watch.html", context)


WATCH_URLS: list[Any] = [path("watch/", watch, name="watch")]
