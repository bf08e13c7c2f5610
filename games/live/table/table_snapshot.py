"""The table message: the stored table with presence and countdowns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from games.live.match_state.match_state import Json

if TYPE_CHECKING:
    from games.live.table.room import Room


MOST_NAMED: Final = 60
"""Most names of spectators in the message."""


def read_tables(
    table_id: str, players: Iterable[int | None]
) -> tuple[dict[int | None, Json], dict[int, frozenset[int]]]:
    """Return player id -> the table's JSON, None for strangers, and player id -> hidden players.

    Empty if there is no such table. Runs in a database thread.
    """
    from games.models import Player
    from games.selectors.social import all_apart
    from games.selectors.tables import tables_json

    wanted = list(players)
    known = Player.objects.in_bulk([player for player in wanted if player is not None])
    viewers = [known.get(player) if player is not None else None for player in wanted]
    tables = dict(zip(wanted, tables_json(table_id, viewers), strict=False))
    return tables, all_apart(known)


def dress(table: Json, room: Room, unseen: frozenset[int] = frozenset()) -> Json:
    """Return the table's JSON with presence, readiness and the milliseconds of its countdowns.

    Spectators are counted, and named if they let it be seen and are not `unseen` (player ids).
    """
    now, presence = room.runtime.clock.now(), room.presence
    dressed = dict(table)
    dressed["seats"] = [
        {
            **seat,
            "connected": bool(seat["bot"]) or presence.connected(seat["seat"], now),
            "away": presence.away(seat["seat"], now),
            "ready": presence.is_ready(seat["seat"]),
        }
        for seat in table["seats"]
    ]
    dressed["watchers"] = room.watchers_here() + presence.watchers_elsewhere(now)
    named = room.named_here() | presence.named_elsewhere(now)
    names = sorted({one.name for one in named if one.player not in unseen}, key=str.casefold)
    dressed["watching"] = names[:MOST_NAMED]
    if table.get("starts_in_ms") is not None:
        passed = round((now - room.read_at) * 1000)
        dressed["starts_in_ms"] = max(0, table["starts_in_ms"] - passed)
    dressed["next_in_ms"] = _due_in(room, now, "next_deal")
    game = room.actor.game if room.actor is not None else None
    late = table["you"]["seat"] is None and (game is None or game.watched is not None)
    dressed["resumes_in_ms"] = None if late else _due_in(room, now, "pause")
    return dressed


def _due_in(room: Room, now: float, kind: str) -> int | None:
    """Return the milliseconds until a plan of this kind is due; None if no such plan is set."""
    plan = room.actor.plan if room.actor is not None and not room.actor.over else None
    if plan is None or plan.kind != kind:
        return None
    return max(0, round((plan.due - now) * 1000))
