"""A player's own month of deals of the day."""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple

from django.db.models import OuterRef

from games.models import DailyTry
from games.selectors.daily import number_better

FIRST_PLACES: Final = 10
"""Number of places of a day's ranking that are marked in a month."""


class MonthResult(NamedTuple):
    """A player's result on one day of a month."""

    points: int
    among_first: bool
    """True if the ranking has the result among the first ten."""


def month_results(player: int, month: date) -> dict[date, MonthResult]:
    """Return day -> result of a player's (row id) finished tries in the month of a date."""
    tries = DailyTry.objects.filter(
        player=player,
        points__isnull=False,
        daily__day__year=month.year,
        daily__day__month=month.month,
    ).annotate(
        better=number_better(OuterRef("daily"), OuterRef("points"), OuterRef("tricks")),
    )
    rows = tries.values_list("daily__day", "points", "ranked", "better")
    return {
        day: MonthResult(points or 0, ranked and better < FIRST_PLACES)
        for day, points, ranked, better in rows
    }


def first_month(player: int) -> date | None:
    """Return the day of a player's (row id) first finished try; None without one."""
    tries = DailyTry.objects.filter(player=player, points__isnull=False).order_by("daily__day")
    day: date | None = tries.values_list("daily__day", flat=True).first()
    return day
