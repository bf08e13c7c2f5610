"""Reads of seats that are kept for a while for the partner of somebody who sits down as a team."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.models import Player, SeatInvitation, Table


def open_holds(now: datetime | None = None) -> QuerySet[SeatInvitation]:
    """Return a query of the invitations that keep a seat for a partner at the time `now`."""
    return SeatInvitation.objects.filter(answered_at=None, held_until__gt=now or timezone.now())


def held_seats(table: Table, now: datetime | None = None) -> dict[int, Player]:
    """Return seat -> the player for whom the seat is kept, at a table."""
    rows = open_holds(now).filter(table=table).select_related("invited")
    return {row.seat: row.invited for row in rows if row.seat is not None}


def held_for_others(table: Table, player: Player | None, now: datetime | None = None) -> set[int]:
    """Return the seats of a table that are kept for other players than this one."""
    held = held_seats(table, now)
    return {seat for seat, invited in held.items() if player is None or invited.pk != player.pk}


def held_count(table: OuterRef) -> Coalesce:
    """Return a subquery that counts the seats of a table that are kept for somebody.

    `table` refers to the row id of the table in the outer query.
    """
    holds = open_holds().filter(table=table).order_by().values("table")
    return Coalesce(Subquery(holds.annotate(count=Count("pk")).values("count")), 0)


def team_pairs(table: Table) -> list[frozenset[int]]:
    """Return the pairs of players (row ids) who sat down at a table as a team, earliest first."""
    seated = set(table.seats.exclude(player=None).values_list("player_id", flat=True))
    rows = SeatInvitation.objects.filter(
        table=table, team__isnull=False, answer=SeatInvitation.Answer.ACCEPTED
    ).order_by("pk")
    pairs = rows.values_list("inviter", "invited")
    return [frozenset(pair) for pair in pairs if seated.issuperset(pair)]
