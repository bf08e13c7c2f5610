"""Reads of invitations to seats: where a player may invite others, and whom."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone

from games.answers import notifications as answers
from games.models import Player, SeatInvitation, Table
from games.models.tables import TableStatus
from games.record.record import rfc3339
from games.selectors.social import blocked_either_way, followed, is_person, met_lately

MAX_INVITABLE: Final = 40
"""People whom the page offers to invite."""


@dataclass(frozen=True, slots=True)
class Invitable:
    """Person who may be invited to a table; `invited` if they already have an open invitation."""

    player: Player
    invited: bool


def waiting_table(player: Player, table_id: str | None = None) -> Table | None:
    """Return the waiting table (public id, or the newest) at which a player sits; None without one.

    Tables of quick play, which begin within seconds, are found by their id alone.
    """
    tables = Table.objects.filter(seats__player=player, status=TableStatus.WAITING)
    if table_id is not None:
        named = tables.filter(public_id=table_id) if table_id.isalnum() else tables.none()
        return named.select_related("ruleset").first()
    free = tables.filter(quick=False).select_related("ruleset").order_by("-updated_at")
    return next((table for table in free[:5] if table.seats.filter(player=None).exists()), None)


def invitable(table: Table, viewer: Player, now: datetime | None = None) -> list[Invitable]:
    """Return people whom a player may invite to a table: followed ones, then recently met ones."""
    seated = set(table.seats.exclude(player=None).values_list("player_id", flat=True))
    hidden = seated | blocked_either_way(viewer.pk)
    people = {player.pk: player for player in (*followed(viewer), *met_lately(viewer))}
    chosen = [
        player for player in people.values() if player.pk not in hidden and is_person(player)
    ][:MAX_INVITABLE]
    asked = set(
        SeatInvitation.objects.filter(
            table=table, answered_at=None, expires_at__gt=now or timezone.now()
        ).values_list("invited", flat=True)
    )
    return [Invitable(player, player.pk in asked) for player in chosen]


def invitation_json(row: SeatInvitation) -> answers.Invitation:
    """Return an invitation to a seat as the API shows it."""
    return {
        "id": row.pk,
        "table": row.table.public_id,
        "seat": row.seat,
        "inviter": row.inviter.name,
        "invited": row.invited.name,
        "created_at": rfc3339(row.created_at),
        "expires_at": rfc3339(row.expires_at),
        "answer": row.answer or None,
    }


def open_invitations(player: Player, now: datetime | None = None) -> list[SeatInvitation]:
    """Return the open invitations to seats to and from a player, newest first."""
    rows = SeatInvitation.objects.filter(
        answered_at=None, expires_at__gt=now or timezone.now(), table__status=TableStatus.WAITING
    ).select_related("table", "inviter", "invited")
    received = rows.filter(invited=player).order_by("-pk")[:MAX_INVITABLE]
    sent = rows.filter(inviter=player).order_by("-pk")[:MAX_INVITABLE]
    return [*received, *sent]
