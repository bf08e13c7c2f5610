"""Parts that the services of tables share: the lock, checks, and filling the seats."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.common.errors import TableError
from games.engine.seating import sides_for
from games.models import Block, Match, Player, Table, TableBan, TableSeat
from games.models.people import PlayerKind
from games.models.tables import OPEN, TableStatus
from games.selectors.held_seats import held_for_others, held_seats
from games.selectors.parked import parked
from games.selectors.table_access import table_access
from games.services.addresses import forget_play_addresses, is_banned_address
from games.services.held_seats import withdraw_holds
from games.services.matches import create_match
from games.services.players import house_bot

OPEN_TABLES: Final = 3
"""Maximum number of waiting tables that one player may host."""
MAX_SEATS_A_PLAYER: Final = 20
"""Maximum number of open tables with a seat of one player; seats played by a bot do not count."""


def lock(table: Table) -> Table:
    """Lock a table until the transaction ends, and return its current row.

    Raises:
        TableError: `no_such_table`.
    """
    locked = Table.objects.select_for_update().filter(pk=table.pk).first()
    if locked is None:
        raise TableError("no_such_table")
    return locked


def require_waiting(table: Table) -> None:
    """Refuse a table whose match has begun.

    Raises:
        TableError: `not_waiting`.
    """
    if table.status != TableStatus.WAITING:
        raise TableError("not_waiting")


def require_host(table: Table, player: Player) -> None:
    """Refuse a player who is not the host of the table.

    Raises:
        TableError: `not_host`.
    """
    if table.host_id != player.pk:
        raise TableError("not_host")


def require_welcome(programs: str, player: Player) -> None:
    """Refuse a program at a table that admits none; lock the player's row.

    `programs` is a value of Table.Programs. The lock lasts until the transaction ends. It keeps the
    player from becoming a program meanwhile, and makes the counts of their tables exact.

    Raises:
        TableError: `no_programs`.
    """
    now = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if now.is_program and programs == Table.Programs.NONE:
        raise TableError("no_programs")


def require_time(player: Player) -> None:
    """Refuse a player who already sits at MAX_SEATS_A_PLAYER open tables, parked matches excepted.

    Raises:
        TableError: `too_many_tables`.
    """
    seats = TableSeat.objects.filter(player=player, substitute="", table__status__in=OPEN)
    seats = seats.exclude(parked(timezone.now(), "table__match__"))
    if seats.count() >= MAX_SEATS_A_PLAYER:
        raise TableError("too_many_tables")


def require_member(table: Table, player: Player) -> None:
    """Refuse a player who is no member of the club to which the table belongs.

    Raises:
        TableError: `members_only`.
    """
    access = table_access()
    if access.is_closed(table) and not access.members_among(table, [player]):
        raise TableError("members_only")


def require_peace(table: Table, player: Player) -> None:
    """Refuse a player who blocks, or is blocked by, another player at the table.

    One code for both directions hides who blocks whom.

    Raises:
        TableError: `not_welcome`.
    """
    here = table.seats.exclude(player=None).values("player_id")
    if Block.objects.filter(
        Q(blocker=player, blocked__in=here) | Q(blocked=player, blocker__in=here)
    ).exists():
        raise TableError("not_welcome")


def same_side(table: Table, seat: int, other: int) -> bool:
    """Return whether the seats `seat` and `other` of a table belong to one side."""
    sides = sides_for(table.players, table.ruleset.options["teams"])
    return any(seat in side and other in side for side in sides)


def free_seat(
    table: Table, seat: int | None, invite: str | None, player: Player | None
) -> TableSeat:
    """Return a free seat for a player: by number, else the invitation's, else the first.

    A seat that is kept for the player comes before the first; those kept for others are not free.

    Raises TableError `no_such_seat`, `seat_taken` and, where no number is given, `table_full`.
    """
    if seat is not None:
        return numbered_free_seat(table, seat, player)
    held = held_seats(table)
    free = table.seats.filter(player=None)
    own = [
        number for number, holder in held.items() if player is not None and holder.pk == player.pk
    ]
    others = free.exclude(seat__in=set(held) - set(own))
    invited = others.filter(invite=invite).first() if invite else None
    place = invited or free.filter(seat__in=own).first() or others.order_by("seat").first()
    if place is None:
        raise TableError("table_full")
    return place


def numbered_free_seat(table: Table, seat: int, player: Player | None) -> TableSeat:
    """Return the free seat of this number. Raises TableError `no_such_seat` and `seat_taken`."""
    place = table.seats.filter(seat=seat).first()
    if place is None:
        raise TableError("no_such_seat")
    if place.player_id is not None or seat in held_for_others(table, player):
        raise TableError("seat_taken")
    return place


def seat_of(table: Table, player: Player) -> TableSeat:
    """Return a player's seat at a table.

    Raises:
        TableError: `not_seated`.
    """
    place = table.seats.filter(player=player).first()
    if place is None:
        raise TableError("not_seated")
    return place


def vacate(table: Table, place: TableSeat, player: Player) -> None:
    """Free a seat of a waiting table, and forget the addresses of the player who had it.

    Seats that were kept for the player's partners are free too.
    """
    place.player, place.agreed = None, False
    place.save(update_fields=["player", "agreed"])
    withdraw_holds(table, player)
    forget_play_addresses(table=table, player=player)


def leave_finished(table: Table, player: Player) -> None:
    """Give a player's seat to a bot from the next match on, after a match at the table has ended.

    Raises:
        TableError: `not_seated`.
    """
    if not table.seats.filter(player=player).update(agreed=False, substitute="rules"):
        raise TableError("not_seated")
    pass_on_host(table)


def pass_on_host(table: Table) -> None:
    """Make the first person who is still seated a table's host, if its host has no seat."""
    people = table.seats.filter(player__bot="", substitute="").order_by("seat")
    first = people.select_related("player").first()
    if first is None or people.filter(player=table.host_id).exists():
        return
    table.host = first.player
    table.save(update_fields=["host", "updated_at"])


def require_hosting_time(player: Player) -> None:
    """Refuse a player who hosts OPEN_TABLES waiting tables already.

    Raises:
        TableError: `too_many_tables`.
    """
    waiting = Table.objects.filter(host=player, status=TableStatus.WAITING)
    if waiting.count() >= OPEN_TABLES:
        raise TableError("too_many_tables")


def require_not_banned(table: Table, player: Player, address: str = "") -> None:
    """Refuse a player whom the host does not let sit at the table.

    A guest is refused too where a guest who is banned came from the same `address`.

    Raises:
        TableError: `banned`.
    """
    if player.kind == PlayerKind.GUEST and is_banned_address(table=table, address=address):
        raise TableError("banned")
    if TableBan.objects.filter(table=table, player=player).exists():
        raise TableError("banned")


def all_agreed(table: Table) -> bool:
    """Return whether all people at a table have agreed to its rules; bots always do."""
    people = table.seats.filter(player__bot="")
    return not people.filter(agreed=False).exists()


def rematch(table: Table, gone: Collection[int] = ()) -> Match | None:
    """Begin a rematch if somebody asked and all people present agreed; else return None.

    Bots take the seats of people who are absent: those played by a bot, and the seats `gone`.

    Raises:
        TableError: `chips_missing` where a stake cannot be paid.
    """
    people = table.seats.exclude(player__bot__gt="").order_by("seat")
    missing = [place for place in people if not place.agreed]
    waited_for = [p for p in missing if not p.substitute and p.seat not in gone]
    if waited_for or len(missing) == len(people):
        return None
    turned = all(place.turn for place in people if place.agreed)
    for place in missing:
        seat_bot(table, place, place.substitute or "rules")
    pass_on_host(table)
    if turned:
        turn_seats(table)
    return begin_match(table)


def turn_seats(table: Table) -> None:
    """Move all players of a table except at seat 0 to the next seat, so that partners change."""
    places = list(table.seats.order_by("seat"))
    table.seats.update(player=None)  # nobody sits at two seats meanwhile
    seated = [(place.player, place.sat_at) for place in places]
    for place, who in zip(places, [seated[0], seated[-1], *seated[1:-1]], strict=True):
        place.player, place.sat_at = who
        place.save(update_fields=["player", "sat_at"])


def rematch_if_possible(table: Table, gone: Collection[int] = ()) -> Match | None:
    """Begin a rematch as `rematch` does; None also where a stake cannot be paid."""
    try:
        with transaction.atomic():
            return rematch(table, gone)
    except TableError:
        return None


def seat_bot(table: Table, place: TableSeat, level: str) -> None:
    """Seat one of the site's bots of a level, not yet at the table, at this seat."""
    here = set(table.seats.exclude(player=None).values_list("player_id", flat=True))
    index = 0
    while (bot := house_bot(level, index)).pk in here:
        index += 1
    take_seat(place, bot, agreed=True)


def take_seat(place: TableSeat, player: Player, *, agreed: bool) -> None:
    """Store that a player now sits at this seat, and whether they agree to the table's rules."""
    place.player, place.agreed, place.sat_at = player, agreed, timezone.now()
    place.save(update_fields=["player", "agreed", "sat_at"])


def fill(table: Table, level: str = "rules") -> None:
    """Seat bots of a level at the empty seats of a table."""
    for place in table.seats.filter(player=None).order_by("seat"):
        seat_bot(table, place, level)


def fill_quick(table: Table, level: str = "rules") -> None:
    """Seat bots of a level at the empty seats of a table of quick play.

    With one person alone the match has no clock, as nobody waits.
    """
    fill(table, level)
    if table.seats.filter(player__bot="").count() == 1:
        table.turn_ms, table.bank_ms, table.increment_ms = None, 0, 0
        table.save(update_fields=["turn_ms", "bank_ms", "increment_ms", "updated_at"])


def begin_match(table: Table) -> Match:
    """Begin the match of a table whose seats are all taken, and return it.

    Raises:
        TableError: `chips_missing` where a stake cannot be paid.
        ValueError: a seat is empty.
    """
    match = create_match(table=table)
    table.seats.exclude(player__bot__gt="").update(agreed=False, substitute="")
    table.seats.update(turn=False)
    return match
