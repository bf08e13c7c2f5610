"""Changes of seats that are kept for the partner of somebody who sits down as a team.

An invitation with `held_until` keeps its seat. Each function expects the table's row to be locked.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Player, SeatInvitation, Table
from games.models.tables import TableStatus
from games.selectors.held_seats import open_holds
from games.services.notifications import mark_invitation_read

FILL_AFTER: Final = timedelta(seconds=8)
"""Time that a quick table waits for people before bots take the empty seats."""


def accept_hold(table: Table, player: Player) -> None:
    """Accept a partner's invitation, as the invited player sat down at the seat kept for them."""
    now = timezone.now()
    own = SeatInvitation.objects.filter(table=table, invited=player, team__isnull=False)
    for row in own.filter(answered_at=None):
        row.answer, row.answered_at = SeatInvitation.Answer.ACCEPTED, now
        row.save(update_fields=["answer", "answered_at"])
        mark_invitation_read(player=player, invitation=row.pk, now=now)
    if own.exists():
        fill_soon(table, now)


def fill_soon(table: Table, now: datetime) -> None:
    """Set when bots fill a table of quick play, if no seat is kept for a partner any more.

    The bots sit down at once where the team has chosen to play against bots.
    """
    if not table.quick or table.status != TableStatus.WAITING or table.fill_at is None:
        return
    if open_holds(now).filter(table=table).exists():
        return
    against_bots = table.visibility == Table.Visibility.LINK
    table.fill_at = now if against_bots else now + FILL_AFTER
    table.save(update_fields=["fill_at"])


def withdraw_holds(table: Table, inviter: Player) -> None:
    """Withdraw a player's invitations to partners, and free their seats, as the player leaves."""
    now = timezone.now()
    own = SeatInvitation.objects.filter(
        table=table, inviter=inviter, answered_at=None, held_until__isnull=False
    )
    if own.update(answer=SeatInvitation.Answer.WITHDRAWN, answered_at=now):
        fill_soon(table, now)


def keep_no_seat(table: Table, inviter: Player) -> None:
    """Release the seats kept for the partners whom a player invited, as the player changed sides.

    The partners may take any free seat.
    """
    SeatInvitation.objects.filter(
        table=table, inviter=inviter, answered_at=None, held_until__isnull=False
    ).update(held_until=None, seat=None)


def end_due_holds(*, now: datetime) -> list[Table]:
    """Release the seats kept for partners whose time is over; return the tables of these seats."""
    table_by_row = {row.pk: row.table for row in _due_holds(now)}
    SeatInvitation.objects.filter(pk__in=table_by_row).update(held_until=None)
    return list({table.pk: table for table in table_by_row.values()}.values())


def _due_holds(now: datetime) -> QuerySet[SeatInvitation]:
    """Return up to 100 invitations with a seat kept until `now` or earlier at a waiting table."""
    due = SeatInvitation.objects.filter(answered_at=None, held_until__lte=now)
    return due.filter(table__status=TableStatus.WAITING).select_related("table")[:100]
