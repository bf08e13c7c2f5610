"""Changes of tables by time alone: quick tables are filled, and stale ones are closed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.models import Table
from games.models.tables import TableStatus
from games.services import stakes
from games.services.addresses import forget_ban_addresses, forget_old_play_addresses
from games.services.partner_seating import seat_liked_partners
from games.services.seating import begin_match, fill

STALE_AFTER: Final = timedelta(hours=3)
"""Age at which a waiting table is closed."""


@transaction.atomic
def fill_due_tables(*, now: datetime) -> list[Table]:
    """Begin up to 20 tables of quick play whose waiting time is over; return them.

    Bots take the free seats.
    """
    begun = []
    due = Table.objects.filter(
        quick=True, status=TableStatus.WAITING, match=None, fill_at__lte=now
    ).order_by("fill_at")
    for found in due[:20]:
        table = Table.objects.select_for_update().filter(pk=found.pk).first()
        if table is None or table.status != TableStatus.WAITING:
            continue  # somebody was quicker
        seat_liked_partners(table)
        fill(table)
        begin_match(table)
        begun.append(table)
    return begun


@transaction.atomic
def sweep_tables(*, now: datetime) -> list[Table]:
    """Close stale tables, and give back the chips of old pots; return the tables that changed."""
    stale = list(
        Table.objects.select_for_update().filter(
            status=TableStatus.WAITING, created_at__lt=now - STALE_AFTER
        )
    )
    for table in stale:
        table.status = TableStatus.CLOSED
        table.save(update_fields=["status", "updated_at"])
        forget_ban_addresses(table=table)
    forget_old_play_addresses(before=now - STALE_AFTER)
    return stale + stakes.return_stale(now=now)
