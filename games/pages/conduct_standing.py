"""The page on which players see their pauses, outcomes and the decisions about them."""

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
from games.pages.moderation_decisions import standing_context
from games.pages.visitor import ensure_player
from games.pages.wording.conduct import length_words, reason_words, strip_of
from games.selectors import conduct


@login_required
@never_cache
@require_safe
def standing(request: HttpRequest) -> HttpResponse:
    """Show the visitor's pause, latest match outcomes, moderators' decisions and own reports."""
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
        "pauses": [_past(past_pause, now) for past_pause in conduct.known_pauses(player)],
        "shown_after": conduct.SHOWN_AFTER,
        **standing_context(player),
    }
    return render(request, "games/standing.html", context)


def _running(pause: PlayerPause, now: datetime) -> dict[str, Any]:
    """Return a running pause of a player as a template dict, with the time left."""
    remaining_s = (pause.ends_at - now).total_seconds()
    whole = (pause.ends_at - pause.starts_at).total_seconds()
    return {
        **_past(pause, now),
        "left": length_words(max(1, round(remaining_s / 60))),
        "share": round(100 * remaining_s / whole),
    }


def _past(pause: PlayerPause, now: datetime) -> dict[str, Any]:
    """Return a pause of a player as a template dict: its times, length and reason."""
    return {
        "starts_at": pause.starts_at,
        "ends_at": pause.ends_at,
        "length": length_words(pause.minutes),
        "reason": reason_words(pause.facts),
        "lifted": pause.lifted_at is not None,
        "running": pause.lifted_at is None and pause.ends_at > now,
    }


STANDING_URLS: Final[list[Any]] = [path("standing/", standing, name="standing")]
