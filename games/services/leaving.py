"""Seats that bots take over in a running match: who left, who came back, and when they did."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Departure, Outage, Player, Table, TableSeat
from games.models.tables import TableStatus
from games.services.errors import TableError
from games.services.seating import lock, pass_on_host, seat_of

SUBSTITUTE: Final = "rules"
"""Level of the bot that plays for a person who is gone."""
EXCUSED_FOR: Final = timedelta(minutes=10)
"""Time after an outage of the site in which nobody is blamed for being gone."""


@transaction.atomic
def set_substitute(
    *, table_id: str, seat: int, level: str = SUBSTITUTE, reason: str, seq: int
) -> bool:
    """Let a bot play for the person at a seat from now on, and store the departure.

    `reason` is one of `Departure.Reason`, `seq` how far the match is. Return False, and change
    nothing, where no match runs at the table or a bot has the seat already.
    """
    table = Table.objects.select_for_update().filter(public_id=table_id).first()
    if table is None or table.status != TableStatus.PLAYING:
        return False
    place = table.seats.select_related("player").filter(seat=seat).first()
    if place is None or place.player is None or place.player.bot or place.substitute:
        return False
    _hand_over(table, place, place.player, level=level, reason=reason, seq=seq)
    return True


@transaction.atomic
def leave_match(*, table: Table, player: Player, seq: int) -> None:
    """Give a player's seat in a running match to a bot, for good unless the player takes it back.

    A player whose seat a bot has already has left all the same. A host who leaves hands the role
    over to the first person who is left. `seq` is how far the match is.

    Raises:
        TableError: `no_such_table`, `no_match` where no match runs, or `not_seated`.
    """
    table = lock(table)
    if table.status != TableStatus.PLAYING:
        raise TableError("no_match")
    place = seat_of(table, player)
    if place.substitute:
        _open_departure(place).update(reason=Departure.Reason.LEFT, excused=False)
        return
    _hand_over(table, place, player, level=SUBSTITUTE, reason=Departure.Reason.LEFT, seq=seq)
    pass_on_host(table)


@transaction.atomic
def take_back(*, table: Table, player: Player) -> None:
    """Let a player play again where a bot has taken over.

    Raises:
        TableError: `no_such_table` or `not_seated`.
    """
    table = lock(table)
    place = seat_of(table, player)
    place.substitute = ""
    place.save(update_fields=["substitute"])
    _open_departure(place).update(returned_at=timezone.now())


def _hand_over(
    table: Table, place: TableSeat, player: Player, *, level: str, reason: str, seq: int
) -> None:
    """Write the bot that has a seat from now on, and the departure of its player."""
    assert table.match is not None, "a match runs"
    now = timezone.now()
    place.substitute = level
    place.save(update_fields=["substitute"])
    Departure.objects.create(
        match=table.match,
        seat=place.seat,
        player=player,
        reason=reason,
        seq=seq,
        at=now,
        excused=reason != Departure.Reason.LEFT and _shortly_after_an_outage(now),
    )


def _open_departure(place: TableSeat) -> QuerySet[Departure]:
    """Return the departure of the player at a seat who has not returned, if there is one."""
    match = Table.objects.filter(pk=place.table_id).values("match")
    return Departure.objects.filter(match__in=match, seat=place.seat, returned_at=None)


def _shortly_after_an_outage(now: datetime) -> bool:
    """Return whether the site was down less than EXCUSED_FOR before a moment."""
    return Outage.objects.filter(ended_at__gt=now - EXCUSED_FOR).exists()
