"""What is told of tables: one table to one viewer, and the list of those that wait."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.db.models import Q
from django.utils import timezone

from accounts.faces import distinct_faces, face_of
from games.engine.seating import sides_for
from games.models import Player, Rating, Table, TableSeat
from games.models.tables import OPEN, TableStatus
from games.selectors.chips import pot_json
from games.selectors.match_ends import end_json, followable_seats
from games.selectors.rulesets import changes_of
from games.stats.pools import pool_name

Json = dict[str, Any]
FOLLOWED: Final = 40
"""Tables of one player that are followed at a time."""
LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)
"""Of seats that were taken before it was kept when."""
LISTED: Final = 60
"""Tables that the lobby lists at most."""


def table_json(table_id: str, viewer: Player | None) -> Json | None:
    """Return the TABLE message for one viewer, without what only the live path knows (presence).

    None where there is no such table. Invitations are told only to those who sit there.
    """
    shared = tables_json(table_id, [viewer])
    return shared[0] if shared else None


def tables_json(table_id: str, viewers: Sequence[Player | None]) -> list[Json]:
    """`table_json` for each of these viewers, read once; empty where there is no such table."""
    if not table_id.isalnum():
        return []  # PostgreSQL takes no NUL
    table = (
        Table.objects.select_related("ruleset", "match", "host").filter(public_id=table_id).first()
    )
    if table is None:
        return []
    seats = list(table.seats.select_related("player").order_by("seat"))
    shared = _shared_json(table, seats)
    over = table.status == TableStatus.FINISHED
    followable = followable_seats(seats, viewers) if over else {}
    return [
        {
            **shared,
            "you": {
                **_you(table, seats, viewer),
                "may_follow": followable.get(viewer.pk, []) if viewer else [],
            },
        }
        for viewer in viewers
    ]


def _shared_json(table: Table, seats: list[TableSeat]) -> Json:
    """Return what everybody at a table is told of it."""
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
        "seats": _seats_json(table, seats, sides),
        "match": table.match.public_id if table.match else None,
        "unrated": (table.match.unrated_reason or None) if table.match else None,
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
    }


def _seats_json(table: Table, seats: list[TableSeat], sides: Sequence[Sequence[int]]) -> list[Json]:
    side_of = {seat: index for index, side in enumerate(sides) for seat in side}
    ratings = _ratings(table, [seat.player_id for seat in seats if seat.player_id])
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
            "rating": ratings.get(seat.player_id or 0),
            "ready": False,
        }
        for seat in seats
    ]


def seat_faces(seats: Iterable[TableSeat]) -> dict[int, str]:
    """Return the face of whoever sits at each seat of one table, all of them different.

    People come before bots, and who sat down first before who came later, so that nobody's face
    changes when somebody sits down; who comes to a face that is taken has the next one.
    """
    taken = [(seat, seat.player) for seat in seats if seat.player is not None]
    taken.sort(key=lambda one: (bool(one[1].bot), one[0].sat_at or LONG_AGO, one[0].seat))
    chosen = chosen_faces([player.pk for _seat, player in taken])
    wanted = [chosen.get(player.pk) or face_of(player.name) for _seat, player in taken]
    seated = [seat.seat for seat, _player in taken]
    return dict(zip(seated, distinct_faces(wanted), strict=True))


def chosen_faces(players: Collection[int]) -> dict[int, str]:
    """Return the face of each of these players (ids) who has chosen one."""
    users = get_user_model().objects.filter(player__in=players).exclude(face="")
    return dict(users.values_list("player", "face"))


def chosen_faces_by_name(names: Iterable[str]) -> dict[str, str]:
    """Return the face of each of these players (names) who has chosen one, for a list of people."""
    users = get_user_model().objects.filter(player__name__in=set(names)).exclude(face="")
    return dict(users.values_list("player__name", "face"))


def match_faces(names: Sequence[str]) -> list[str]:
    """Return a face for each who played a match (names, by seat), all of them different."""
    chosen = chosen_faces_by_name(names)
    return distinct_faces(chosen.get(name) or face_of(name) for name in names)


def may_watch(table: Json) -> bool:
    """Return whether the viewer of this `table_json` may be at the table at all.

    While people still sit down, whoever has the address may, as it cannot be guessed; then those
    who play, who opened it, and others if the table lets them.
    """
    if table["status"] == TableStatus.WAITING or table["watch"] != Table.Watch.NOBODY:
        return True
    you = table["you"]
    return you["seat"] is not None or bool(you["host"])


def _you(table: Table, seats: list[TableSeat], viewer: Player | None) -> Json:
    """Return what this viewer is at the table, and may do there."""
    mine = next(
        (seat.seat for seat in seats if viewer is not None and seat.player_id == viewer.pk), None
    )
    waiting = table.status == TableStatus.WAITING
    links: list[str | None] = []
    if waiting and mine is not None:
        links = [
            None
            if seat.player_id
            else f"/t/{table.public_id}/?seat={seat.seat}&invite={seat.invite}"
            for seat in seats
        ]
    return {
        "seat": mine,
        "player": viewer.name if viewer else None,
        "host": bool(viewer and table.host_id == viewer.pk),
        "can_sit": waiting and mine is None and any(not seat.player_id for seat in seats),
        "can_act": mine is not None,
        "invite_links": links,
    }


def _ratings(table: Table, players: list[int]) -> dict[int, int]:
    """Return the rating each player has in matches of this kind, where there is one."""
    pool = pool_name(table.players, table.ruleset.options)
    rows = Rating.objects.filter(pool=pool, player_id__in=players)
    return dict(rows.values_list("player_id", "display"))


def _starts_in(table: Table) -> int | None:
    if table.status != TableStatus.WAITING or table.fill_at is None:
        return None
    return max(0, round((table.fill_at - timezone.now()).total_seconds() * 1000))


def lobby_rows(without: frozenset[int] = frozenset()) -> list[Json]:
    """Return the public tables that wait for players, the oldest first; in two queries.

    Not those at which one of the players `without` (ids) sits.
    """
    return rows_without(lobby_tables(), without)


def rows_without(tables: Sequence[tuple[Json, frozenset[int]]], away: frozenset[int]) -> list[Json]:
    """Return the rows of `lobby_tables` at which none of these players sits."""
    return [row for row, people in tables if not people & away]


def lobby_tables() -> list[tuple[Json, frozenset[int]]]:
    """Return each row of the lobby with the ids of the players who sit there."""
    tables = (
        Table.objects.filter(status=TableStatus.WAITING, visibility=Table.Visibility.PUBLIC)
        .select_related("ruleset", "host")
        .prefetch_related("seats__player")
        .order_by("created_at")
    )
    rows = []
    for table in tables[:LISTED]:
        seated = [seat.player.name for seat in table.seats.all() if seat.player]
        if not seated:
            continue
        people = frozenset(seat.player_id for seat in table.seats.all() if seat.player_id)
        rows.append(
            (
                {
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
                    "host": table.host.name if table.host else None,
                    "seated": seated,
                    "free": table.players - len(seated),
                    "url": f"/t/{table.public_id}/",
                },
                people,
            )
        )
    return rows


def tables_of(player: int, named: Collection[str] = ()) -> list[str]:
    """Public ids of the tables at which a player sits, that wait or play, and of those `named`."""
    mine = Table.objects.filter(seats__player=player)
    open_now = Q(status__in=OPEN)
    found = mine.filter(open_now | Q(public_id__in=list(named))).order_by("-updated_at")
    return list(found.values_list("public_id", flat=True)[:FOLLOWED])


def running_tables(player: Player) -> list[Table]:
    """Return tables at which this player's match runs, or for which it waits."""
    return list(
        Table.objects.filter(seats__player=player, status__in=OPEN)
        .select_related("ruleset", "match")
        .order_by("-updated_at")[:5]
    )
