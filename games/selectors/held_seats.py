"""Reads of seats that are kept for a while for the partner of somebody who sits down as a team."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from brisca_site.prepared_queries import prepared
from games.models import Player, SeatInvitation, Table


def open_holds(now: datetime | None = None) -> QuerySet[SeatInvitation]:
    """Return the invitations that keep a seat for a partner at `now`."""
    return SeatInvitation.objects.filter(answered_at=None, held_until__gt=now or timezone.now())


def held_seats(table: Table, now: datetime | None = None) -> dict[int, Player]:
    """Return seat -> the player for whom it is kept, at a table."""
    rows = _holds_at(table.pk, now or timezone.now())
    return {row.seat: row.invited for row in rows if row.seat is not None}


@prepared
def _holds_at(table: int, now: datetime) -> QuerySet[SeatInvitation]:
    """Return the invitations that keep a seat of a table (row id) at `now`, with the invited."""
    return open_holds(now).filter(table=table).select_related("invited")


def held_for_others(table: Table, player: Player | None, now: datetime | None = None) -> set[int]:
    """Return the seats of a table that are kept for others than a player."""
    held = held_seats(table, now)
    return {seat for seat, one in held.items() if player is None or one.pk != player.pk}


def held_counts() -> Counter[int]:
    """Return table (row id) -> number of seats that are kept for somebody there."""
    return Counter(_held_tables(timezone.now()))


@prepared
def _held_tables(now: datetime) -> QuerySet[SeatInvitation, int]:
    """Return the table (row id) of each seat that is kept at `now`."""
    return open_holds(now).values_list("table", flat=True)


def team_pairs(table: Table) -> list[frozenset[int]]:
    """Return the pairs of players (row ids) who have sat down at a table as a team, in their order."""
    here = set(table.seats.exclude(player=None).values_list("player_id", flat=True))
    rows = SeatInvitation.objects.filter(
        table=table, team__isnull=False, answer=SeatInvitation.Answer.ACCEPTED
    ).order_by("pk")
    pairs = rows.values_list("inviter", "invited")
    return [frozenset(pair) for pair in pairs if here.issuperset(pair)]
