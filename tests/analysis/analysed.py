"""Matches that were analysed, quickly."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.utils import timezone

from games.analysis import analyse_log
from games.models import DailyPuzzle, Match, Mistake, Seat
from games.record.verify import checked_log
from games.services.analyses import Taken, ask_for_analysis, keep_analysis, record_of, take_analysis

FEW = 150
"""Worlds for each choice."""
_BODIES: dict[str, dict[str, Any]] = {}


def body_of(taken: Taken) -> dict[str, Any]:
    """The analysis of a match that was taken; the same match is analysed once."""
    record = record_of(taken)
    deals = str([deal["deck"] for deal in record["deals"]])
    if deals not in _BODIES:
        _BODIES[deals] = analyse_log(checked_log(record), worlds=FEW).body
    return {**_BODIES[deals], "match": record["match"]}


def analysed(match: Match) -> dict[str, Any]:
    """Analyse a finished match as the site does; gives what is stored."""
    assert ask_for_analysis(match_id=match.public_id)
    taken = take_analysis(worker="tests", now=timezone.now())
    assert taken is not None
    assert taken.match_id == match.pk
    body = body_of(taken)
    assert keep_analysis(taken=taken, body=body, now=timezone.now())
    return body


def puzzled(day: date) -> DailyPuzzle:
    """Make the first play of an analysed match the puzzle of a day."""
    seat = Seat.objects.filter(match__analysis__isnull=False).order_by("match", "seat")[0]
    finished_at = seat.match.finished_at
    mistake, _ = Mistake.objects.get_or_create(
        match=seat.match,
        at="d1t1c1",
        defaults={
            "seat": 0, "player": seat.player, "loss": 5, "ahead": 5, "is_exercise": True,
            "finished_at": finished_at,
        },
    )  # fmt: skip
    Mistake.objects.filter(pk=mistake.pk).update(is_exercise=True)
    return DailyPuzzle.objects.create(day=day, mistake=mistake)
