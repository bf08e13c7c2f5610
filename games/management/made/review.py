"""What is asked of review and of the deal of the day: one analysis, one puzzle, one day's deal."""

from __future__ import annotations

from datetime import date

from django.utils import timezone

from games.models import DailyDeal, DailyPuzzle, Match, Mistake
from games.review import analyse
from games.selectors.analyses import analysis_tag
from games.services.analyses import ask_for_analysis, keep_analysis, record_of, take_analysis
from games.services.daily import daily_of

WORLDS = 20
"""Deals that each card is judged by: how well does not matter here."""


def analyse_once(match: str, day: str) -> None:
    """See to it that a match has an analysis, and a day a puzzle; how good does not matter here."""
    if analysis_tag(match) is None and ask_for_analysis(match_id=match):
        taken = take_analysis(worker="made", now=timezone.now())
        assert taken is not None
        found = analyse(record_of(taken), worlds=WORLDS)
        keep_analysis(taken=taken, body=found.body, now=timezone.now())
    row = Match.objects.get(public_id=match)
    seat = row.seats.order_by("seat")[0]
    made = {"seat": 0, "player": seat.player, "loss": 5, "ahead": 5, "finished_at": row.finished_at}
    made["is_exercise"] = True
    mistake, _ = Mistake.objects.update_or_create(match=row, at="d1t1c1", defaults=made)
    DailyPuzzle.objects.get_or_create(day=day, defaults={"mistake": mistake})


def shown_day() -> str:
    """A deal of the day that is shown."""
    deal = daily_of(day=date(2026, 3, 1))
    DailyDeal.objects.filter(pk=deal.pk, revealed_at=None).update(revealed_at=timezone.now())
    return deal.day.isoformat()
