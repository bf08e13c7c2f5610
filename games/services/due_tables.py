"""What becomes of tables by time alone: quick ones are filled, and those that wait too long close."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.models import Table
from games.models.tables import TableStatus
from games.services import stakes
from games.services.addresses import forget_old_play_addresses
from games.services.seating import begin_match, fill

STALE_AFTER: Final = timedelta(hours=3)
"""A table that waited so long is closed."""


@transaction.atomic
def fill_due_tables(*, now: datetime) -> list[Table]:
    """Fill and begin the quick tables that have waited long enough; gives those that began."""
    begun = []
    due = Table.objects.filter(
        quick=True, status=TableStatus.WAITING, match=None, fill_at__lte=now
    ).order_by("fill_at")
    for found in due[:20]:
        table = Table.objects.select_for_update().filter(pk=found.pk).first()
        if table is None or table.status != TableStatus.WAITING:
            continue  # somebody was quicker
        fill(table)
        begin_match(table)
        begun.append(table)
    return begun


@transaction.atomic
def sweep_tables(*, now: datetime) -> list[Table]:
    """Close tables that have waited too long, and give back what was left in pots.

    Gives the tables that changed.
    """
    stale = list(
        Table.objects.select_for_update().filter(
            status=TableStatus.WAITING, created_at__lt=now - STALE_AFTER
        )
    )
    for table in stale:
        table.status = TableStatus.CLOSED
        table.save(update_fields=["status", "updated_at"])
    forget_old_play_addresses(before=now - STALE_AFTER)
    return stale + stakes.return_stale(now=now)
