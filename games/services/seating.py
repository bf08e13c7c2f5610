"""What the services of tables share: the lock, who may, and filling the seats for a match."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.models import Block, Match, Player, Table, TableSeat
from games.models.tables import OPEN, TableStatus
from games.services.errors import TableError
from games.services.matches import create_match
from games.services.players import house_bot

SEATS: Final = 20
"""Tables that one player may sit at at a time; where a bot plays for them is not counted."""


def lock(table: Table) -> Table:
    """Return the table as it is now, nobody else writing to it until the transaction ends.

    Raises TableError `no_such_table`.
    """
    locked = Table.objects.select_for_update().filter(pk=table.pk).first()
    if locked is None:
        raise TableError("no_such_table")
    return locked


def require_waiting(table: Table) -> None:
    """Refuse a table whose match has begun. Raises TableError `not_waiting`."""
    if table.status != TableStatus.WAITING:
        raise TableError("not_waiting")


def require_host(table: Table, player: Player) -> None:
    """Refuse all but the player who opened the table. Raises TableError `not_host`."""
    if table.host_id != player.pk:
        raise TableError("not_host")


def require_welcome(programs: str, player: Player) -> None:
    """Refuse a program where none may sit down. Raises TableError `no_programs`.

    The player stays locked until it sits: nobody is made a program meanwhile, and what it has is
    counted for one after the other.
    """
    now = Player.objects.select_for_update().get(pk=player.pk)
    if now.is_program and programs == Table.Programs.NONE:
        raise TableError("no_programs")


def require_time(player: Player) -> None:
    """Refuse who sits at SEATS tables already. Raises TableError `too_many_tables`."""
    held = TableSeat.objects.filter(player=player, substitute="", table__status__in=OPEN)
    if held.count() >= SEATS:
        raise TableError("too_many_tables")


def require_peace(table: Table, player: Player) -> None:
    """Refuse who blocks somebody at the table, or is blocked. Raises TableError `not_welcome`.

    One code for both directions, so that it does not say who blocks whom.
    """
    here = table.seats.exclude(player=None).values("player_id")
    if Block.objects.filter(
        Q(blocker=player, blocked__in=here) | Q(blocked=player, blocker__in=here)
    ).exists():
        raise TableError("not_welcome")


def seat_of(table: Table, player: Player) -> TableSeat:
    """Return where a player sits. Raises TableError `not_seated`."""
    place = table.seats.filter(player=player).first()
    if place is None:
        raise TableError("not_seated")
    return place


def all_agreed(table: Table) -> bool:
    """Return whether everybody who sits here has agreed to the rules.

    The house's bots always do.
    """
    people = table.seats.filter(player__bot="")
    return not people.filter(agreed=False).exists()


def rematch(table: Table, gone: Collection[int] = ()) -> Match | None:
    """Begin again if somebody asked, and all who are there did; bots take the seats of the others."""
    people = table.seats.exclude(player__bot__gt="").order_by("seat")
    missing = [place for place in people if not place.agreed]
    waited_for = [p for p in missing if not p.substitute and p.seat not in gone]
    if waited_for or len(missing) == len(people):
        return None
    turned = all(place.turn for place in people if place.agreed)
    for place in missing:
        seat_bot(table, place, place.substitute or "rules")
    if turned:
        turn_seats(table)
    return begin_match(table)


def turn_seats(table: Table) -> None:
    """Move everybody but who sits first on by one seat."""
    places = list(table.seats.order_by("seat"))
    table.seats.update(player=None)  # nobody sits at two seats meanwhile
    there = [(place.player, place.sat_at) for place in places]
    for place, who in zip(places, [there[0], there[-1], *there[1:-1]], strict=True):
        place.player, place.sat_at = who
        place.save(update_fields=["player", "sat_at"])


def rematch_if_possible(table: Table, gone: Collection[int] = ()) -> Match | None:
    """Begin as `rematch`; None where somebody who asked has staked their chips elsewhere."""
    try:
        with transaction.atomic():
            return rematch(table, gone)
    except TableError:
        return None


def seat_bot(table: Table, place: TableSeat, level: str) -> None:
    """Seat the first bot of the level that does not sit here yet."""
    here = set(table.seats.exclude(player=None).values_list("player_id", flat=True))
    index = 0
    while (bot := house_bot(level, index)).pk in here:
        index += 1
    take_seat(place, bot, agreed=True)


def take_seat(place: TableSeat, player: Player, *, agreed: bool) -> None:
    """Write that somebody sits at a seat from now on."""
    place.player, place.agreed, place.sat_at = player, agreed, timezone.now()
    place.save(update_fields=["player", "agreed", "sat_at"])


def fill(table: Table, level: str = "rules") -> None:
    """Seat bots at the empty seats."""
    for place in table.seats.filter(player=None).order_by("seat"):
        seat_bot(table, place, level)


def begin_match(table: Table) -> Match:
    """Begin the match of a table. Raises TableError `chips_missing`: a stake cannot be paid."""
    match = create_match(table=table)
    table.seats.exclude(player__bot__gt="").update(agreed=False, substitute="")
    table.seats.update(turn=False)
    return match
