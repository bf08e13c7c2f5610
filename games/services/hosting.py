"""Powers of the host of a table: sending people away, keeping them away, handing the role over.

They hold before the first match and between matches. While a match runs nobody is sent away: who
leaves it does so by themselves. Tables of quick play have no such host.
"""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils import timezone

from games.common.errors import TableError
from games.models import Player, Table, TableBan, TableBanAddress, TableKick, TableSeat
from games.models.people import PlayerKind
from games.models.tables import TableStatus
from games.services import stakes
from games.services.addresses import note_ban_addresses
from games.services.seating import (
    leave_finished,
    lock,
    rematch_if_possible,
    require_host,
    require_hosting_time,
    vacate,
)

BETWEEN_MATCHES: Final = (TableStatus.WAITING, TableStatus.FINISHED)
"""States of a table in which its host may change who is there."""


@transaction.atomic
def kick(*, table: Table, player: Player, seat: int | None) -> None:
    """Remove a person from a seat of the table, for its host; the person may come back.

    Others than the host may not invite them back by name. After a match a bot has the seat from the
    rematch on, which begins if it waited for nobody else.

    Raises:
        TableError: `no_such_table`, `not_host`, `forbidden` at a table of quick play, `not_waiting`
            while a match runs, or `nobody_there` where no other person has the seat.
    """
    table = _hosted(table, player)
    place = _other_person(table, player, seat)
    assert place.player is not None, "somebody sits there"
    TableKick.objects.get_or_create(
        table=table, player=place.player, defaults={"created_at": timezone.now()}
    )
    _remove(table, place, place.player)


@transaction.atomic
def ban(*, table: Table, player: Player, seat: int | None) -> None:
    """Remove a person from a seat, and keep them from sitting at this table again, for its host.

    Of a guest the addresses are kept out too, as digests, so that no new guest from there sits
    down. They may not watch the table either where only a link opens it.

    Raises:
        TableError: with a code of `kick`.
    """
    table = _hosted(table, player)
    place = _other_person(table, player, seat)
    assert place.player is not None, "somebody sits there"
    table_ban, _created = TableBan.objects.get_or_create(table=table, player=place.player)
    note_ban_addresses(ban=table_ban)
    _remove(table, place, place.player)


@transaction.atomic
def unban(*, table: Table, player: Player, name: str | None) -> None:
    """Let a player (by name) whom the host has banned sit at the table again.

    Raises:
        TableError: `no_such_table`, `not_host`, or `nobody_there` where no such player is banned.
    """
    table = lock(table)
    require_host(table, player)
    bans = TableBan.objects.filter(table=table, player__name=name or "")
    TableBanAddress.objects.filter(ban__in=bans).delete()
    lifted, _rows = bans.delete()
    if not lifted:
        raise TableError("nobody_there")


@transaction.atomic
def hand_over(*, table: Table, player: Player, seat: int | None) -> None:
    """Hand the role of a table's host over to the person at another seat.

    Raises:
        TableError: with a code of `kick`; `too_many_tables` where they host as many as one may.
    """
    table = _hosted(table, player)
    place = _other_person(table, player, seat)
    assert place.player is not None, "somebody sits there"
    if place.substitute or place.player.kind == PlayerKind.BOT:
        raise TableError("nobody_there")
    if table.status == TableStatus.WAITING:
        require_hosting_time(place.player)
    table.host = place.player
    table.save(update_fields=["host", "updated_at"])


def _hosted(table: Table, player: Player) -> Table:
    """Lock a table between matches on behalf of its host, and return its current row.

    Raises:
        TableError: `no_such_table`, `not_host`, `forbidden` or `not_waiting`.
    """
    table = lock(table)
    require_host(table, player)
    if table.quick:
        raise TableError("forbidden")
    if table.status not in BETWEEN_MATCHES:
        raise TableError("not_waiting")
    return table


def _other_person(table: Table, host: Player, seat: int | None) -> TableSeat:
    """Return the row of a seat that another person has.

    Raises:
        TableError: `nobody_there`.
    """
    places = table.seats.select_related("player").exclude(player=None).exclude(player=host)
    place = None if seat is None else places.filter(seat=seat, player__bot="").first()
    if place is None:
        raise TableError("nobody_there")
    return place


def _remove(table: Table, place: TableSeat, who: Player) -> None:
    """Take a person's seat away: free before a match, a bot's from the next match on after one."""
    if table.status == TableStatus.WAITING:
        vacate(table, place, who)
        return
    leave_finished(table, who)
    stakes.return_left(table=table)
    rematch_if_possible(table)
