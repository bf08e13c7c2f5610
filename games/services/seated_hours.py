"""Samples of how many people sit at tables, summed by hour."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import F

from games.models import SeatedHour, TableSeat
from games.models.people import PlayerKind
from games.models.tables import TableStatus

STORED_DAYS: Final = 35
"""Days after which an hour is deleted: more than the page of people looks back."""


def sample_seated(*, now: datetime) -> int:
    """Count the people who sit at tables, add them to the hour of `now`, and delete old hours.

    Return the number of people. Bots, and seats at which a bot plays for somebody, do not count.
    With several processes each adds a sample of its own, which leaves the mean as it is.
    """
    seats = TableSeat.objects.filter(
        table__status__in=(TableStatus.WAITING, TableStatus.PLAYING),
        player__isnull=False,
        player__kind__in=(PlayerKind.HUMAN, PlayerKind.GUEST),
        player__bot="",
        substitute="",
    )
    people: int = seats.values("player").distinct().count()
    hour = now.replace(minute=0, second=0, microsecond=0)
    row, is_new = SeatedHour.objects.get_or_create(
        hour=hour, defaults={"samples": 1, "people": people}
    )
    if is_new:
        SeatedHour.objects.filter(hour__lt=now - timedelta(days=STORED_DAYS)).delete()
    else:
        SeatedHour.objects.filter(pk=row.pk).update(
            samples=F("samples") + 1, people=F("people") + people
        )
    return people
