"""Reads of tables: one table as a viewer sees it, and the list of those that wait."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeAlias

from django.db.models import OuterRef, Q, QuerySet
from django.utils import timezone

from games.engine.seating import sides_for
from games.models import AbsenceVote, Match, Player, Rating, Table, TableSeat
from games.models.tables import OPEN, TableStatus
from games.selectors.absences import absences_json, opponents_among
from games.selectors.chips import pot_json
from games.selectors.conduct import cost_of_leaving, finished_percents
from games.selectors.declared_signs import declared_signs
from games.selectors.event_tables import event_tables
from games.selectors.faces import seat_faces
from games.selectors.held_seats import held_count, held_seats
from games.selectors.hosting import ban_json, banned_at, range_json
from games.selectors.match_ends import end_json, followable_seats
from games.selectors.partner_likes import likeable_seats
from games.selectors.player_notes import noted_seats
from games.selectors.rulesets import changes_of
from games.selectors.table_access import table_access
from games.selectors.table_details import SeatRow, TableDetails, details_of
from games.selectors.unrated import unrated_at
from games.stats.pools import pool_name
from games.stats.ratings import deviation

Json = dict[str, Any]
NO_RATING: Final[Json] = {"rating": None, "deviation": None}
"""Rating of a seat whose player has none in the table's kind of match, or keeps it private."""
FOLLOWED: Final = 40
"""Maximum number of a player's tables that an event stream follows at a time."""
LISTED_FIELDS: Final = (
    *("public_id", "name", "players", "turn_ms", "programs", "boards"),
    *("rating_within", "rating_low", "rating_high", "newcomers"),
    *("match", "ruleset", "ruleset__preset", "ruleset__options", "host", "host__name"),
)
"""Columns of a table that the lobby lists."""
LISTED: Final = 60
"""Maximum number of tables that the lobby lists."""
READ: Final = 200
"""Maximum number of waiting tables that are read for the lobby, which does not list them all."""
IsDeserted: TypeAlias = Callable[[str, float], bool]
"""A function that tells whether a table (public id) is deserted.

The second argument is when somebody sat down there last, in seconds since the epoch.
"""


def table_json(table_id: str, viewer: Player | None) -> Json | None:
    """Return the TABLE message for one viewer, without presence; None without such a table.

    `table_id` is a public id. Only the process that serves the table knows who is connected. Only
    players who sit there receive the invitations.
    """
    return tables_for(table_id, [viewer]).get(_row_id(viewer))


def own_table_of(player: Player, match: Match) -> str | None:
    """Return the public id of a match's table where a player still sits after it; None without one."""
    rows = TableSeat.objects.filter(
        player=player, table__match=match, table__status=TableStatus.FINISHED
    )
    return rows.values_list("table__public_id", flat=True).first()


def _row_id(viewer: Player | None) -> int | None:
    """Return the row id of a viewer; None for a stranger."""
    return None if viewer is None else viewer.pk


def tables_for(
    table_id: str,
    viewers: Sequence[Player | None],
    now: datetime | None = None,
    *,
    seated: bool = False,
) -> dict[int | None, Json]:
    """Return viewer (row id; None: a stranger) -> TABLE message, all built from one reading.

    Each is as by `table_json`. With `seated` the people at the table are viewers too. Empty without
    such a table (public id). Countdowns of absent players are as of `now`.
    """
    if not table_id.isalnum():
        return {}  # PostgreSQL takes no NUL
    rows = Table.objects.select_related("ruleset", "match", "host", "club")
    table = rows.filter(public_id=table_id).first()
    if table is None:
        return {}
    seats = list(table.seats.select_related("player").order_by("seat"))
    if seated:
        people = [seat.player for seat in seats if seat.player and not seat.player.bot]
        viewers = list({_row_id(viewer): viewer for viewer in (*viewers, *people)}.values())
    held = held_seats(table, now) if table.status == TableStatus.WAITING else {}
    shared = {**_shared_json(table, seats, held), "absences": absences_json(table, now)}
    over = table.status == TableStatus.FINISHED
    followable = followable_seats(seats, viewers) if over else {}
    likeable = likeable_seats(seats, shared["sides"], viewers) if over else {}
    banned = banned_at(table)
    access = table_access()
    members = access.members_among(table, viewers) if access.is_closed(table) else None
    noted = noted_seats(viewers, {seat.seat: seat.player_id for seat in seats if seat.player_id})
    return {
        _row_id(viewer): {
            **shared,
            "you": {
                **_you(table, seats, viewer, held, shared["absences"]),
                **ban_json(table, viewer, banned),
                **_members_json(table, seats, viewer, members),
                "may_follow": followable.get(viewer.pk, []) if viewer else [],
                "may_like": likeable.get(viewer.pk, []) if viewer else [],
                "noted": noted.get(viewer.pk, []) if viewer else [],
            },
        }
        for viewer in viewers
    }


def players_with_ids(players: Collection[int]) -> QuerySet[Player]:
    """Return a query of the players with these row ids."""
    return Player.objects.filter(id__in=players)


def _members_json(
    table: Table, seats: list[TableSeat], viewer: Player | None, members: frozenset[int] | None
) -> Json:
    """Return the viewer's part of the TABLE message at a table that is for a club's members.

    `members` are those of the viewers who are members of its club; None where the table is for
    everybody. A player who sits there or hosts stays when they leave the club.
    """
    own = None if viewer is None else viewer.pk
    if members is None or own in members:
        return {}
    if own is not None and own in {table.host_id, *(seat.player_id for seat in seats)}:
        return {}
    return {"members_only": True, "can_sit": False}


def _shared_json(table: Table, seats: list[TableSeat], held: Mapping[int, Player]) -> Json:
    """Return the part of the TABLE message that is equal for all viewers."""
    options = table.ruleset.options
    sides = sides_for(table.players, options["teams"])
    over = seats if table.status == TableStatus.FINISHED else []
    return {
        "id": table.public_id,
        "name": table.name,
        "status": table.status,
        "quick": table.quick,
        "preset": table.ruleset.preset,
        "rules": options,
        "rules_hash": table.ruleset.hash,
        "players": table.players,
        "sides": [list(side) for side in sides],
        "clock": None
        if table.turn_ms is None
        else {
            "turn_ms": table.turn_ms,
            "bank_ms": table.bank_ms,
            "increment_ms": table.increment_ms,
        },
        "visibility": table.visibility,
        "watch": table.watch,
        "delay": table.delay,
        "programs": table.programs,
        "boards": table.boards,
        "range": range_json(table),
        "host": next((s.seat for s in seats if s.player_id and s.player_id == table.host_id), None),
        "seats": _seats_json(table, seats, sides, held),
        "match": table.match.public_id if table.match else None,
        "unrated": unrated_at(table, seats, sides),
        "declared": declared_signs(options, seats, sides),
        "watchers": 0,
        "watching": [],
        "starts_in_ms": _starts_in(table),
        "next_in_ms": None,
        "resumes_in_ms": None,
        "rematch": [
            seat.seat for seat in over if seat.agreed and seat.player and not seat.player.bot
        ],
        "turn": [seat.seat for seat in over if seat.turn],
        "ended": end_json(table),
        **({} if (pot := pot_json(table)) is None else {"pot": pot}),
        **event_tables().table_part(table),
    }


def _seats_json(
    table: Table,
    seats: list[TableSeat],
    sides: Sequence[Sequence[int]],
    held: Mapping[int, Player],
) -> list[Json]:
    """Return the seats of the TABLE message, without who is connected."""
    side_of = {seat: index for index, side in enumerate(sides) for seat in side}
    players = [seat.player_id for seat in seats if seat.player_id]
    ratings = _ratings(table, players)
    finishes = finished_percents(players)
    faces = seat_faces(seats)
    return [
        {
            "seat": seat.seat,
            "side": side_of[seat.seat],
            "player": seat.player.name if seat.player else None,
            "face": faces.get(seat.seat),
            "kind": seat.player.kind if seat.player else None,
            "bot": (seat.player.bot or None) if seat.player else None,
            "connected": False,
            "away": False,
            "substitute": seat.substitute or None,
            "agreed": seat.agreed,
            **ratings.get(seat.player_id or 0, NO_RATING),
            "ready": False,
            **({"finishes": finishes[seat.player_id]} if seat.player_id in finishes else {}),
            **({"held_for": held[seat.seat].name} if seat.seat in held else {}),
        }
        for seat in seats
    ]


def may_watch(table: Json) -> bool:
    """Return whether the viewer of a table (a `table_json`) may be at the table at all.

    While the table waits, everybody who has its address may, as an address cannot be guessed; later
    those who play, the host, and others if the table allows it. Those whom the host has banned may
    not be at a table that only a link opens, nor others than members at a table of a club alone.
    """
    you = table["you"]
    if you.get("members_only"):
        return False
    if you["banned"] and table["visibility"] == Table.Visibility.LINK:
        return False
    if table["status"] == TableStatus.WAITING or table["watch"] != Table.Watch.NOBODY:
        return True
    return you["seat"] is not None or bool(you["host"])


def _invite_links(table: Table, seats: list[TableSeat], held: Collection[int]) -> list[str | None]:
    """Return for each seat the URL that invites to the seat; None where it is taken or kept."""
    return [
        None
        if seat.player_id or seat.seat in held
        else f"/t/{table.public_id}/?seat={seat.seat}&invite={seat.invite}"
        for seat in seats
    ]


def _you(
    table: Table,
    seats: list[TableSeat],
    viewer: Player | None,
    held: Mapping[int, Player],
    absences: Sequence[Json],
) -> Json:
    """Return the viewer's part of the TABLE message: their seat, and what they may do."""
    mine = next(
        (seat.seat for seat in seats if viewer is not None and seat.player_id == viewer.pk), None
    )
    waiting = table.status == TableStatus.WAITING
    closed = {seat for seat, invited in held.items() if viewer is None or invited.pk != viewer.pk}
    free = any(not seat.player_id and seat.seat not in closed for seat in seats)
    return {
        "seat": mine,
        "player": viewer.name if viewer else None,
        "host": bool(viewer and table.host_id == viewer.pk),
        "can_sit": waiting and mine is None and free,
        "can_act": mine is not None,
        "leaving": None if mine is None else _leaving(table, seats, mine, absences),
        "invite_links": _invite_links(table, seats, held) if waiting and mine is not None else [],
    }


def _ratings(table: Table, players: list[int]) -> dict[int, Json]:
    """Return player (id) -> public rating of these players in the table's pool.

    Ratings have the keys `rating` and `deviation`, in points.
    """
    pool = pool_name(table.players, table.ruleset.options)
    rows = Rating.objects.filter(pool=pool, player__in=players, player__figures_private=False)
    return {
        player: {"rating": shown, "deviation": deviation(sigma)}
        for player, shown, sigma in rows.values_list("player_id", "display", "sigma")
    }


def _starts_in(table: Table) -> int | None:
    """Return the ms until bots fill a waiting quick-play table; None for other tables."""
    if table.status != TableStatus.WAITING or table.fill_at is None:
        return None
    return max(0, round((table.fill_at - timezone.now()).total_seconds() * 1000))


def _with_people(_table: str, _sat_at: float) -> bool:
    """Return False, meaning the table is not deserted: the default of a callback."""
    return False


class WaitingTable(NamedTuple):
    """A public table that waits for players, as the lobby shows it."""

    table: Table
    held: int
    """Number of free seats of the table that are kept for a partner."""


def waiting_tables() -> list[WaitingTable]:
    """Return the waiting public tables as the lobby shows them, oldest first, at most READ."""
    tables = (
        Table.objects.filter(status=TableStatus.WAITING, visibility=Table.Visibility.PUBLIC)
        .filter(table_access().open_to_all())
        .annotate(held=held_count(OuterRef("pk")))
        .select_related("ruleset", "host")
        .only(*LISTED_FIELDS)
        .order_by("created_at")
    )
    return [WaitingTable(table, table.held) for table in tables[:READ]]


def rows_without(tables: Sequence[tuple[Json, frozenset[int]]], away: frozenset[int]) -> list[Json]:
    """Return those lines of `lobby_tables` at whose tables none of these players sits.

    `away` are row ids of players.
    """
    return [row for row, people in tables if not people & away]


def lobby_tables(is_deserted: IsDeserted = _with_people) -> list[tuple[Json, frozenset[int]]]:
    """Return the open public tables with a free seat whose people are not gone.

    Each is (line for the lobby, ids of those who sit there).
    """
    waiting = waiting_tables()
    details = details_of(entry.table for entry in waiting)
    return listed_tables(waiting, details, is_deserted)


def listed_tables(
    waiting: Iterable[WaitingTable], details: TableDetails, is_deserted: IsDeserted = _with_people
) -> list[tuple[Json, frozenset[int]]]:
    """Return the lines of `lobby_tables` for these tables, at most LISTED.

    `details` are those of the tables, by `details_of`.
    """
    lines = []
    for table, held in waiting:
        seated = [seat for seat in details.seats[table.pk] if seat.player is not None]
        free = table.players - len(seated) - held
        if not seated or free <= 0 or is_deserted(table.public_id, _latest_arrival(seated)):
            continue
        people = frozenset(seat.player for seat in seated if seat.player is not None)
        lines.append((_line(table, [seat.name for seat in seated], free), people))
    return lines[:LISTED]


def _line(table: Table, seated: list[str], free: int) -> Json:
    """Return a waiting table's line in the lobby, given its seated players and free seats."""
    return {
        "id": table.public_id,
        "name": table.name,
        "preset": table.ruleset.preset,
        "players": table.players,
        "teams": table.ruleset.options["teams"],
        "target": table.ruleset.options["match.target"],
        "stake": table.ruleset.options["pot.stake"],
        "changes": len(changes_of(table.ruleset.preset, table.ruleset.options)),
        "turn_ms": table.turn_ms,
        "programs": table.programs,
        "boards": table.boards,
        "range": range_json(table),
        "host": table.host.name if table.host else None,
        "seated": seated,
        "free": free,
        "url": f"/t/{table.public_id}/",
    }


def _latest_arrival(taken: Iterable[SeatRow]) -> float:
    """Return when somebody last sat down at a table, in seconds since the epoch; 0 if unknown."""
    return max((seat.sat_at.timestamp() for seat in taken if seat.sat_at), default=0.0)


def _leaving(
    table: Table, seats: list[TableSeat], own_seat: int, absences: Sequence[Json]
) -> str | None:
    """Return the cost of leaving the match for the person at `own_seat`; None where none runs."""
    if table.status != TableStatus.PLAYING or table.match is None:
        return None
    people = sum(1 for seat in seats if seat.player is not None and not seat.player.bot)
    absent = {vote["seat"] for vote in absences if vote["kind"] == AbsenceVote.Kind.TURN}
    opponents = opponents_among(seats, table.match, own_seat, absent=absent)
    return cost_of_leaving(table.match, table, people, opponents=len(opponents))


def tables_of(player: int, named: Collection[str] = ()) -> list[str]:
    """Return public ids of the tables at which a player (row id) waits or plays, latest first.

    Those in `named` are returned too where the player has a seat, even if they are over.
    """
    mine = Table.objects.filter(seats__player=player)
    open_now = Q(status__in=OPEN)
    tables = mine.filter(open_now | Q(public_id__in=list(named))).order_by("-updated_at")
    return list(tables.values_list("public_id", flat=True)[:FOLLOWED])


def running_tables(player: Player) -> list[Table]:
    """Return up to five tables where a player's match is running or about to begin."""
    tables = Table.objects.filter(seats__player=player, status__in=OPEN)
    return list(tables.select_related("ruleset", "match").order_by("-updated_at")[:5])
