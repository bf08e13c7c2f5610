"""Tables: opening, sitting, agreeing, beginning, and rematches.

Most functions lock the table's row, so that two people never take one seat; each raises TableError
with a stable code where it refuses.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.common.errors import TableError
from games.common.house_bots import LEVELS
from games.engine import Ruleset as EngineRuleset
from games.engine import build_ruleset
from games.models import Match, Player, Table, TableSeat
from games.models.tables import TableStatus
from games.selectors.event_tables import event_tables
from games.services import stakes
from games.services.addresses import (
    forget_ban_addresses,
    forget_play_addresses,
    note_play_address,
)
from games.services.chat import tidy
from games.services.conduct import require_no_pause
from games.services.due_tables import STALE_AFTER, fill_due_tables, sweep_tables
from games.services.held_seats import FILL_AFTER, accept_hold, keep_no_seat
from games.services.opened_tables import announce_table
from games.services.partner_seating import seat_liked_partners
from games.services.rating_range import ANY_RATING, RatingRange, require_in_range
from games.services.rulesets import ruleset_row
from games.services.seating import (
    all_agreed,
    begin_match,
    fill,
    free_seat,
    leave_finished,
    lock,
    numbered_free_seat,
    pass_on_host,
    rematch,
    rematch_if_possible,
    require_host,
    require_hosting_time,
    require_member,
    require_not_banned,
    require_peace,
    require_time,
    require_waiting,
    require_welcome,
    same_side,
    seat_bot,
    seat_of,
    take_seat,
    vacate,
)

__all__ = [
    "STALE_AFTER", "TableError", "TableOptions", "add_bot", "begin", "close_table", "fill_due_tables", "get_or_none", "open_table",
    "rematch_without", "remove_bot", "replace_host", "request_rematch", "set_agreed",
    "sit", "stand", "sweep_tables", "withdraw_rematch",
]  # fmt: skip


def get_or_none(*, public_id: str) -> Table | None:
    """Return the table with this public id, or None."""
    return Table.objects.filter(public_id=public_id).first()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """Settings of a new table, as its host chooses them; times in ms."""

    preset: str
    players: int
    options: Mapping[str, Any] | None = None
    """Options of the ruleset that differ from the preset's."""
    turn_ms: int | None = 30_000
    bank_ms: int = 60_000
    increment_ms: int = 0
    visibility: str = Table.Visibility.PUBLIC
    watch: str = Table.Watch.ANYONE
    delay: int = Table.Delay.TRICK
    programs: str = Table.Programs.NONE
    name: str = ""
    quick: bool = False
    rating: RatingRange = ANY_RATING
    """Ratings of the people who may sit down at a public table."""


@transaction.atomic
def open_table(*, host: Player, chosen: TableOptions, address: str = "") -> Table:
    """Open a new table, with its host at seat 0; return the table.

    `address` is the host's network address; a digest of it is kept until the match is decided.

    Raises:
        RulesetError: the rules cannot be played.
        TableError: `too_many_tables`, `not_enough_chips` for the stake, `no_programs` for a program
            at a table without programs, `bad_range` for a range of ratings that the table cannot
            have, `paused_player` for a public table.
    """
    chosen.rating.check(chosen.visibility)
    ruleset = _ruleset_of(chosen)
    require_welcome(chosen.programs, host)
    require_hosting_time(host)
    require_time(host)
    if chosen.visibility == Table.Visibility.PUBLIC:
        require_no_pause(player=host)
    stakes.check_means(player=host, rules=ruleset.rules)
    table = _insert_table(host, chosen, ruleset)
    note_play_address(table=table, player=host, address=address)
    if table.visibility == Table.Visibility.PUBLIC and not table.quick:
        announce_table(table=table, host=host)
    return table


def _ruleset_of(chosen: TableOptions) -> EngineRuleset:
    """Return the ruleset chosen for a new table. Raises RulesetError."""
    ruleset = build_ruleset(chosen.preset, chosen.players, chosen.options)
    _ = ruleset.rules  # refuses what is not built yet
    return ruleset


def _insert_table(host: Player, chosen: TableOptions, ruleset: EngineRuleset) -> Table:
    """Insert a table and its seats, the first of them the host's."""
    now = timezone.now()
    table = Table.objects.create(
        name=tidy(chosen.name),
        host=host,
        ruleset=ruleset_row(ruleset),
        players=chosen.players,
        turn_ms=chosen.turn_ms,
        bank_ms=chosen.bank_ms,
        increment_ms=chosen.increment_ms,
        visibility=chosen.visibility,
        watch=chosen.watch,
        delay=chosen.delay,
        programs=chosen.programs,
        quick=chosen.quick,
        rating_within=chosen.rating.within,
        rating_low=chosen.rating.low,
        rating_high=chosen.rating.high,
        newcomers=chosen.rating.newcomers,
        fill_at=now + FILL_AFTER if chosen.quick else None,
    )
    TableSeat.objects.create(table=table, seat=0, player=host, agreed=True, sat_at=now)
    for seat in range(1, chosen.players):
        TableSeat.objects.create(table=table, seat=seat)
    return table


@transaction.atomic
def sit(
    *,
    table: Table,
    player: Player,
    seat: int | None,
    invite: str | None = None,
    agreed: bool = False,
    address: str = "",
) -> None:
    """Seat a player at an empty seat of a table: the named, else the invitation's, else the first.

    A player who sits at the table already moves to the named seat. `agreed`: the player has read
    and accepts the rules; the match begins when all have agreed and no seat is empty. Sitting down
    at a table of quick play is agreeing. `invite` is an invitation's token. `address` is the
    player's network address; a digest of it is kept until the match is decided.

    Raises:
        TableError: `not_waiting`, `already_seated`, `no_such_seat`, `seat_taken`, `table_full`,
            `no_programs`, `banned`, `members_only`, `not_welcome`, `rating_range`,
            `too_many_tables`, `not_enough_chips`, `chips_missing`, or `paused_player` at a
            public table.
    """
    table = lock(table)
    require_waiting(table)
    own = table.seats.filter(player=player).first()
    if own is not None:
        _change_seats(table, own, seat)
        return
    place = free_seat(table, seat, invite, player)
    require_welcome(table.programs, player)
    require_not_banned(table, player, address)
    require_member(table, player)
    require_peace(table, player)
    require_in_range(table, player)
    require_time(player)
    if table.visibility == Table.Visibility.PUBLIC:
        require_no_pause(player=player)
    stakes.check_table_means(player=player, table=table)
    take_seat(place, player, agreed=agreed or table.quick)
    note_play_address(table=table, player=player, address=address)
    accept_hold(table, player)
    _begin_if_ready(table)


def _begin_if_ready(table: Table) -> None:
    """Begin a table's match if no seat is free and everybody has agreed to the rules."""
    if not table.seats.filter(player=None).exists() and all_agreed(table):
        seat_liked_partners(table)
        begin_match(table)


def _change_seats(table: Table, own: TableSeat, seat: int | None) -> None:
    """Move a player to another seat of the table, keeping their agreement and time of sitting.

    Raises TableError `already_seated` for their own seat, `no_such_seat` and `seat_taken`.
    """
    if seat is None or seat == own.seat:
        raise TableError("already_seated")
    other = numbered_free_seat(table, seat, own.player)
    player, own.player = own.player, None
    assert player is not None, "somebody moves"
    if not same_side(table, own.seat, other.seat):
        keep_no_seat(table, player)
    other.player, other.agreed, other.sat_at = player, own.agreed, own.sat_at
    own.agreed, own.sat_at = False, None
    for place in (own, other):  # nobody sits at two seats meanwhile
        place.save(update_fields=["player", "agreed", "sat_at"])


@transaction.atomic
def stand(*, table: Table, player: Player) -> None:
    """Remove a player from a waiting table; delete a table that no person is left at.

    After a match a bot has the seat from the rematch on, which begins if it waited for nobody else.

    Raises:
        TableError: `not_seated`, or `not_waiting` while a match runs.
    """
    table = lock(table)
    if table.status == TableStatus.FINISHED:
        leave_finished(table, player)
        stakes.return_left(table=table)
        rematch_if_possible(table)
        return
    require_waiting(table)
    place = seat_of(table, player)
    vacate(table, place, player)
    if table.seats.filter(player__bot="").exists():
        pass_on_host(table)
    else:
        table.delete()


@transaction.atomic
def set_agreed(*, table: Table, player: Player, on: bool) -> None:
    """Set whether a player agrees to the rules of a table; begin the match when all have agreed.

    Raises:
        TableError: `not_waiting`, `not_seated`, `not_enough_chips` or `chips_missing`.
    """
    table = lock(table)
    require_waiting(table)
    place = seat_of(table, player)
    if on:
        stakes.check_table_means(player=player, table=table)
    place.agreed = on
    place.save(update_fields=["agreed"])
    if on:
        _begin_if_ready(table)


@transaction.atomic
def add_bot(*, table: Table, player: Player, seat: int | None, level: str) -> None:
    """Seat one of the site's bots of a level at an empty seat, for the host.

    Raises:
        TableError: `not_waiting`, `not_host`, `no_such_bot`, `no_such_seat`, `seat_taken`,
            `table_full` or `chips_missing`.
    """
    table = lock(table)
    require_waiting(table)
    require_host(table, player)
    if level not in LEVELS:
        raise TableError("no_such_bot")
    seat_bot(table, free_seat(table, seat, None, None), level)
    _begin_if_ready(table)


@transaction.atomic
def remove_bot(*, table: Table, player: Player, seat: int | None) -> None:
    """Remove one of the site's bots from its seat at a table, for the host.

    Raises:
        TableError: `not_waiting`, `not_host`, or `no_such_bot` where no bot has the seat.
    """
    table = lock(table)
    require_waiting(table)
    require_host(table, player)
    bots = table.seats.filter(player__bot__gt="")
    place = None if seat is None else bots.filter(seat=seat).first()
    if place is None:
        raise TableError("no_such_bot")
    place.player, place.agreed = None, False
    place.save(update_fields=["player", "agreed"])


@transaction.atomic
def begin(*, table: Table, player: Player, level: str = "rules") -> Match:
    """Begin a table's match now, for the host, with bots on the empty seats.

    Raises:
        TableError: `not_waiting`, `not_host`, `no_such_bot`, `not_agreed` or `chips_missing`.
    """
    table = lock(table)
    require_waiting(table)
    require_host(table, player)
    if level not in LEVELS:
        raise TableError("no_such_bot")
    if not all_agreed(table):
        raise TableError("not_agreed")
    fill(table, level)
    return begin_match(table)


@transaction.atomic
def request_rematch(
    *,
    table: Table,
    player: Player,
    gone: Collection[int] = (),
    turn: bool = False,
    address: str = "",
) -> Match | None:
    """Ask for a rematch; begin and return the match when all people at the table want it.

    The seats are turned where all who asked want that (`turn`): everybody but the first moves on by
    one seat, so that partners change. Bots take the seats of people who left, were played for by a
    bot at the end, or sit at one of the seats `gone`.

    Raises:
        TableError: `no_match`, also at the table of a tournament, `not_seated`, `banned`,
            `not_enough_chips` or `chips_missing`.
    """
    table = lock(table)
    if table.status != TableStatus.FINISHED or event_tables().is_event_table(table):
        raise TableError("no_match")
    place = seat_of(table, player)
    require_not_banned(table, player)
    stakes.check_table_means(player=player, table=table)
    place.agreed, place.substitute, place.turn = True, "", turn
    place.save(update_fields=["agreed", "substitute", "turn"])
    note_play_address(table=table, player=player, address=address)
    return rematch(table, gone)


@transaction.atomic
def withdraw_rematch(*, table_id: str, seat: int) -> bool:
    """Withdraw a seat's wish for a rematch at a table (public id); return whether there was one."""
    finished = Table.objects.filter(public_id=table_id, status=TableStatus.FINISHED)
    table = finished.select_for_update().first()
    if table is None:
        return False
    people = table.seats.filter(seat=seat, agreed=True, player__bot="")
    return bool(people.update(agreed=False, turn=False))


@transaction.atomic
def rematch_without(*, table_id: str, gone: Collection[int]) -> Match | None:
    """Begin the rematch asked for at a table (public id), if it waits only for the seats `gone`."""
    over = Table.objects.filter(public_id=table_id, status=TableStatus.FINISHED)
    table = over.select_for_update().first()
    return None if table is None else rematch_if_possible(table, gone)


@transaction.atomic
def replace_host(*, table_id: str, seats: Collection[int]) -> bool:
    """Make the first person at one of `seats` the host of a waiting public table (public id).

    The host is gone, and those at `seats` are there. Return False where the host sits among them or
    nobody can be the host.
    """
    waiting = Table.objects.filter(public_id=table_id, status=TableStatus.WAITING)
    table = waiting.filter(visibility=Table.Visibility.PUBLIC).select_for_update().first()
    if table is None:
        return False
    people = table.seats.filter(seat__in=seats, player__bot="").order_by("seat")
    first = people.select_related("player").first()
    if first is None or people.filter(player=table.host_id).exists():
        return False
    table.host = first.player
    table.save(update_fields=["host", "updated_at"])
    return True


@transaction.atomic
def close_table(*, table: Table, player: Player) -> None:
    """Close a table that waits for players, for its host.

    Raises:
        TableError: `not_waiting` or `not_host`.
    """
    table = lock(table)
    require_waiting(table)
    require_host(table, player)
    table.status = TableStatus.CLOSED
    table.save(update_fields=["status", "updated_at"])
    forget_play_addresses(table=table)
    forget_ban_addresses(table=table)
