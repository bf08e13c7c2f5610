"""The table message: the stored table with presence and countdowns."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from games.live.match_state.match_state import Json

if TYPE_CHECKING:
    from games.live.match.actor import MatchActor
    from games.live.table.table_state import TableState


MAX_SPECTATOR_NAMES: Final = 60
"""Most names of spectators in the message."""


def read_tables(
    table_id: str, players: Iterable[int | None], now: float
) -> tuple[dict[int | None, Json], dict[int, frozenset[int]]]:
    """Return the JSON of a table for each viewer, and the players hidden from each viewer.

    The viewers are `players` (row ids; None: strangers) and those who sit at the table, who are
    likely to come. The first is viewer -> JSON of the table, the second row id -> ids of the
    players in a block with that one. Empty if there is no such table (public id). `now` is in
    seconds since the epoch. Runs in a database thread.
    """
    from games.selectors.social import all_apart
    from games.selectors.tables import players_with_ids, tables_for

    moment = datetime.fromtimestamp(now, UTC)
    wanted = set(players)
    known = players_with_ids([player for player in wanted if player is not None])
    tables = tables_for(table_id, [None, *known], moment, seated=True)
    if tables:  # whose player is deleted sees what strangers see
        tables |= dict.fromkeys(wanted - tables.keys(), tables[None])
    return tables, all_apart([player for player in tables if player is not None])


def live_json(stored: Json, table: TableState, unseen: frozenset[int] = frozenset()) -> Json:
    """Return a table's JSON with live facts: who is connected and ready, and countdowns in ms.

    `stored` is the table as read from the database. Spectators are counted, and named if they let
    it be seen and are not `unseen` (player ids).
    """
    now, presence = table.runtime.clock.now(), table.presence
    live = dict(stored)
    live["seats"] = [
        {
            **seat,
            "connected": bool(seat["bot"]) or presence.connected(seat["seat"], now),
            "away": presence.away(seat["seat"], now),
            "ready": presence.is_ready(seat["seat"]),
        }
        for seat in stored["seats"]
    ]
    live["watchers"] = table.watchers_here() + presence.watchers_elsewhere(now)
    named = table.named_here() | presence.named_elsewhere(now)
    names = sorted(
        {spectator.name for spectator in named if spectator.player not in unseen}, key=str.casefold
    )
    live["watching"] = names[:MAX_SPECTATOR_NAMES]
    if stored.get("starts_in_ms") is not None:
        passed = round((now - table.read_at) * 1000)
        live["starts_in_ms"] = max(0, stored["starts_in_ms"] - passed)
    if stored["absences"]:
        passed = round((now - table.read_at) * 1000)
        live["absences"] = [
            {**absence, "ends_in_ms": max(0, absence["ends_in_ms"] - passed)}
            for absence in stored["absences"]
        ]
    live["next_in_ms"] = _due_in(table.actor, now, "next_deal")
    game = table.game
    late = stored["you"]["seat"] is None and (game is None or game.watched is not None)
    live["resumes_in_ms"] = None if late else _due_in(table.actor, now, "pause")
    return live


def _due_in(actor: MatchActor | None, now: float, kind: str) -> int | None:
    """Return the milliseconds until a deadline of this kind is due; None if none is set."""
    plan = actor.plan if actor is not None and not actor.over else None
    if plan is None or plan.kind != kind:
        return None
    return max(0, round((plan.due - now) * 1000))
