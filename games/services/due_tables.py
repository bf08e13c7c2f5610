"""Changes of tables by time alone: quick tables are filled, and stale ones are closed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.models import Table
from games.models.tables import TableStatus
from games.services import stakes
from games.services.addresses import forget_ban_addresses, forget_old_play_addresses
from games.services.partner_seating import seat_liked_partners
from games.services.seating import begin_match, fill_quick

STALE_AFTER: Final = timedelta(hours=3)
"""Age at which a table that waits for players is closed."""


def fill_due_tables(*, now: datetime) -> list[Table]:
    """Begin up to 20 tables of quick play whose waiting time is over; return them.

    Bots take the free seats. Nothing is locked while no table is due, as this is called all the
    time.
    """
    due = _due_tables(now)
    return _begun(due) if due else []


def _due_tables(now: datetime) -> list[int]:
    """Return the row ids of the first 20 tables of quick play whose waiting time is over at `now`."""
    due = Table.objects.filter(quick=True, status=TableStatus.WAITING, match=None, fill_at__lte=now)
    return list(due.order_by("fill_at").values_list("pk", flat=True)[:20])


@transaction.atomic
def _begun(due: Sequence[int]) -> list[Table]:
    """Begin the matches of those tables (row ids) that are still waiting; return these tables."""
    begun = []
    for pk in due:
        table = Table.objects.select_for_update().filter(pk=pk).first()
        if table is None or table.status != TableStatus.WAITING:
            continue  # somebody was quicker
        seat_liked_partners(table)
        fill_quick(table)
        begin_match(table)
        begun.append(table)
    return begun


@transaction.atomic
def sweep_tables(*, now: datetime) -> list[Table]:
    """Close long unused tables, and refund forgotten pots; return the tables that changed."""
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
