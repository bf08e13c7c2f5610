"""Reads of how many people usually sit at tables, by the hour of the day."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Sum
from django.db.models.functions import ExtractHour
from django.utils import timezone

from games.models import SeatedHour

DAYS: Final = 28
"""Number of days over which the mean is taken."""
HOURS: Final = 24


def seated_by_hour(now: datetime) -> list[float] | None:
    """Return the mean number of people at tables for each hour of the day, from midnight on.

    Hours are those of the current time zone. None while the counts reach back less than DAYS days,
    or nobody sat at a table in them.
    """
    since = now - timedelta(days=DAYS)
    if not SeatedHour.objects.filter(hour__lte=since).exists():
        return None
    rows = (
        SeatedHour.objects.filter(hour__gt=since)
        .annotate(of_day=ExtractHour("hour", tzinfo=timezone.get_current_timezone()))
        .values("of_day")
        .annotate(all_people=Sum("people"), all_samples=Sum("samples"))
        .order_by("of_day")
        .values_list("of_day", "all_people", "all_samples")
    )
    means = [0.0] * HOURS
    for hour, people, samples in rows:
        means[hour] = people / samples if samples else 0.0
    return means if any(means) else None
