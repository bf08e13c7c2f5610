"""The page on which signed-in players see how they stand by the rule about pauses."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.conduct.pauses import PAUSE_FROM, pause_minutes
from games.models import PlayerPause
from games.pages.decisions import standing_context
from games.pages.visitor import ensure_player
from games.pages.wording.conduct import length_words, reason_words, strip_of
from games.selectors import conduct


@login_required
@never_cache
@require_safe
def standing(request: HttpRequest) -> HttpResponse:
    """Show the visitor's pause, latest outcomes, pauses, moderators' decisions and own reports."""
    player, now = ensure_player(request), timezone.now()
    pause = conduct.current_pause(player=player, now=now)
    record = conduct.record_of(player, now)
    next_minutes = pause_minutes(record, now)
    context = {
        "player": player,
        "pause": None if pause is None else _running(pause, now),
        "next": length_words(next_minutes),
        "evidence": round(record.evidence.value_at(now), 1),
        "pause_from": PAUSE_FROM,
        "strip": strip_of(conduct.latest_kinds(player)),
        "pauses": [_past(one, now) for one in conduct.known_pauses(player)],
        "shown_after": conduct.SHOWN_AFTER,
        **standing_context(player),
    }
    return render(request, "games/standing.html", context)


def _running(pause: PlayerPause, now: datetime) -> dict[str, Any]:
    """Return a pause that runs, with what is left of it, as the template needs it."""
    left = (pause.ends_at - now).total_seconds()
    whole = (pause.ends_at - pause.starts_at).total_seconds()
    return {
        **_past(pause, now),
        "left": length_words(max(1, round(left / 60))),
        "share": round(100 * left / whole),
    }


def _past(pause: PlayerPause, now: datetime) -> dict[str, Any]:
    """Return a pause as the list shows it."""
    return {
        "starts_at": pause.starts_at,
        "ends_at": pause.ends_at,
        "length": length_words(pause.minutes),
        "reason": reason_words(pause.facts),
        "lifted": pause.lifted_at is not None,
        "running": pause.lifted_at is None and pause.ends_at > now,
    }


STANDING_URLS: Final[list[Any]] = [path("standing/", standing, name="standing")]
