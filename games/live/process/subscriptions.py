"""The handling of messages that other processes publish."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from games.live.table.presence import NamedSpectator, RemotePresence

if TYPE_CHECKING:
    from games.live.process.ports import SubscriptionsContext
    from games.live.table.room import Room

Message: TypeAlias = Mapping[str, Any]


async def receive(runtime: SubscriptionsContext, message: Message) -> None:
    """Handle a message that another process has published; ignore one of an unknown kind."""
    if "table" in message:
        runtime.remote_tables.receive(message, runtime.clock.now())
        if message.get("what") == "presence" and message["seats"]:
            runtime.occupancy.note(message["table"], runtime.clock.now())
            runtime.lobby.check_deserted(message["table"])
    room = runtime.rooms.get(message.get("table", ""))
    if room is not None:
        await _receive_at_table(room, message)
    match message.get("what"):
        case "table":
            await runtime.table_changed(message["table"], publish=False)
        case "lobby":
            runtime.lobby.receive(message["from"], message)
        case "review" if (shared := runtime.reviews.get(message["review"])) is not None:
            shared.receive(message["from"], dict(message))
        case "logout":
            runtime.log_out(message["session"])
        case "token":
            runtime.revoke(message["token"])
        case "seated":
            runtime.seated(message["player"])
        case "tournament":
            runtime.tournament_changed(message["tournament"], publish=False)
        case "notified":
            await runtime.lobby.show_unread(message["players"])
        case "account":
            await runtime.close_ended(message["user"])
        case _:
            pass


async def _receive_at_table(room: Room, message: Message) -> None:
    """Handle another process's message about a table that has a room in this process."""
    actor = room.actor
    match message.get("what"):
        case "head" if actor is not None and actor.match_id == message["match"]:
            head = (message["seq"], message.get("sub", 0))
            if actor.game is None or head > actor.game.head:
                await actor.catch_up()
        case "dealing" if actor is not None and actor.match_id == message["match"]:
            await actor.dealer.reload()
        case "chat":
            await room.chat.receive(message["line"])
        case "presence":
            room.receive_presence(message["from"], _remote_presence(room, message))
        case "who" if room.table.members:
            room.presence_changed()
        case _:
            pass


def _remote_presence(room: Room, message: Message) -> RemotePresence:
    return RemotePresence(
        frozenset(message["seats"]),
        frozenset(message["ready"]),
        message["watchers"],
        frozenset(NamedSpectator(*spectator) for spectator in message["named"]),
        room.runtime.clock.now(),
    )
