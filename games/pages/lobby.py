"""The lobby: play now, the tables that wait, what goes on."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.engine import PRESETS
from games.models.tables import TableStatus
from games.pages.chips import refusal_words
from games.pages.choosing import SEATINGS
from games.pages.daily import lobby_daily
from games.pages.visitor import address_of, busy_player, player_of
from games.rulewords import clock_words, preset_title, teams_words
from games.selectors.exercises import puzzle_waits
from games.selectors.lobby import popular_presets, recent_matches
from games.selectors.social import apart
from games.selectors.tables import lobby_rows, running_tables
from games.services.errors import TableError
from games.services.quick_play import play_bots_now, play_now

QUICK: Final = ("2", "3", "4", "4i", "6")
"""The seatings of a match at once."""


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Play now, the tables that wait, and the visitor's own."""
    player = player_of(request)
    own = running_tables(player) if player else []
    recent = recent_matches(player)
    return render(
        request,
        "games/lobby.html",
        {
            "own": [table for table in own if table.status == TableStatus.PLAYING],
            "waiting": [table for table in own if table.status == TableStatus.WAITING],
            "rows": [
                with_words(row) for row in lobby_rows(apart(player.pk) if player else frozenset())
            ],
            "daily": lobby_daily(player),
            "puzzle": puzzle_waits(timezone.now().date()),
            "popular": popular_presets(),
            "recent": recent,
            "newcomer": player is None or not recent,
            "seatings": [
                ("2", "2", teams_words(2, "individual")),
                ("3", "3", teams_words(3, "individual")),
                ("4", "4", teams_words(4, "pairs")),
                ("4i", "4", teams_words(4, "individual")),
                ("6", "6", teams_words(6, "threes")),
            ],
            "chosen": request.session.get("seating", "2"),
            "preset_titles": {name: preset_title(name) for name in PRESETS},
        },
    )


def with_words(row: dict[str, Any]) -> dict[str, Any]:
    """A lobby row with its rules in words."""
    return {
        **row,
        "rules": preset_title(row["preset"]),
        "sides": teams_words(row["players"], row["teams"]),
        "clock": clock_words(row["turn_ms"], 0),
    }


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Seat the visitor at once; a stranger becomes a guest."""
    chosen = request.POST.get("seating", "2")
    if chosen not in QUICK:
        return render(request, "errors/400.html", status=400)
    request.session["seating"] = chosen
    players, teams = SEATINGS[chosen]
    try:
        serve = play_bots_now if "bots" in request.POST else play_now
        table = serve(
            player=busy_player(request),
            players=players,
            teams=teams,
            address=address_of(request),
        )
    except TableError as error:
        messages.error(request, refusal_words(error, _("That cannot be done now.")))
        return redirect("lobby")
    return redirect("table", table.public_id)
