"""Changes of seats that are kept for the partner of somebody who sits down as a team.

An invitation with `held_until` keeps its seat. Each function expects the table's row to be locked.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from brisca_site.prepared_queries import prepared
from games.models import Player, SeatInvitation, Table
from games.models.tables import TableStatus
from games.selectors.held_seats import open_holds
from games.services.notifications import mark_invitation_read

FILL_AFTER: Final = timedelta(seconds=8)
"""Time that a quick table waits for people before bots take the empty seats."""


def accept_hold(table: Table, player: Player) -> None:
    """Accept the invitation of a player who has sat down at the seat that was kept for them."""
    now = timezone.now()
    own = SeatInvitation.objects.filter(table=table, invited=player, team__isnull=False)
    for row in own.filter(answered_at=None):
        row.answer, row.answered_at = SeatInvitation.Answer.ACCEPTED, now
        row.save(update_fields=["answer", "answered_at"])
        mark_invitation_read(player=player, invitation=row.pk, now=now)
    if own.exists():
        fill_soon(table, now)


def fill_soon(table: Table, now: datetime) -> None:
    """Set when bots take the free seats of a table of quick play, where none is kept any more.

    They sit down at once where the team has chosen to play against bots.
    """
    if not table.quick or table.status != TableStatus.WAITING or table.fill_at is None:
        return
    if open_holds(now).filter(table=table).exists():
        return
    against_bots = table.visibility == Table.Visibility.LINK
    table.fill_at = now if against_bots else now + FILL_AFTER
    table.save(update_fields=["fill_at"])


def withdraw_holds(table: Table, inviter: Player) -> None:
    """Withdraw the invitations to partners, with the seats kept, of somebody who leaves a table."""
    now = timezone.now()
    own = SeatInvitation.objects.filter(
        table=table, inviter=inviter, answered_at=None, held_until__isnull=False
    )
    if own.update(answer=SeatInvitation.Answer.WITHDRAWN, answered_at=now):
        fill_soon(table, now)


def keep_no_seat(table: Table, inviter: Player) -> None:
    """Keep no seats any more for the partners whom a player invited, as the player changed sides.

    They may take any free seat.
    """
    SeatInvitation.objects.filter(
        table=table, inviter=inviter, answered_at=None, held_until__isnull=False
    ).update(held_until=None, seat=None)


def end_due_holds(*, now: datetime) -> list[Table]:
    """Free the seats whose time of being kept for somebody is over; return their tables."""
    found = {row.pk: row.table for row in _due_holds(now)}
    SeatInvitation.objects.filter(pk__in=found).update(held_until=None)
    return list({table.pk: table for table in found.values()}.values())


@prepared
def _due_holds(now: datetime) -> QuerySet[SeatInvitation]:
    """Return the first 100 invitations that keep a seat at a waiting table until `now` at most."""
    due = SeatInvitation.objects.filter(answered_at=None, held_until__lte=now)
    return due.filter(table__status=TableStatus.WAITING).select_related("table")[:100]
