"""A client without a socket: one message in, one answer out, at a table in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import orjson

from games.live.clients.visitor import Visitor
from games.live.core.errors import Refused
from games.live.protocol.messages import Closing, Encoded
from games.live.protocol.requests import ClientMessage
from games.live.sockets.consumers import TableConsumer

if TYPE_CHECKING:
    from games.live.match_state.match_state import Json
    from games.live.process.runtime import Runtime


async def _nothing(*_args: Any) -> Any:
    """Do nothing; stands in for ASGI's `receive` and `send`, which a request does not have."""


class HttpMember(TableConsumer):
    """Base class of table clients without a socket; subclasses define where messages go."""

    shows_chat: ClassVar[bool] = False

    def __init__(self, runtime: Runtime, visitor: Visitor, table_id: str, language: str) -> None:
        route = {"kwargs": {"public_id": table_id}}
        super().__init__({"url_route": route, "cookies": {}}, _nothing, _nothing)
        self.language = language
        self.runtime = runtime
        self.visitor = visitor
        self.table_id = table_id
        self.room = runtime.room(table_id)

    def read_up_to(self, seq: int | None) -> None:
        """Do nothing: a request has no unread messages to count."""

    async def arrive(self) -> None:
        """Check that the table exists and may be watched, and set the seat of the visitor's player.

        Raises:
            Refused: where there is no such table, or the visitor may not watch it.
        """
        if not await self.room.admits(self.player):
            self.runtime.drop_idle(self.table_id)
            raise Refused("no_such_table")
        self.room.table.assign_seat(self)


class SingleRequest(HttpMember):
    """Client that makes one HTTP request to a table; `frames` are the messages that answer it."""

    def __init__(self, runtime: Runtime, visitor: Visitor, table_id: str, language: str) -> None:
        super().__init__(runtime, visitor, table_id, language)
        self.frames: list[Json] = []

    def push_frame(self, frame: Encoded) -> None:
        """Store a message to the client in `frames`."""
        self.frames.append(orjson.loads(frame))

    def close(self, code: int = Closing.NORMAL) -> None:
        """Do nothing: there is no connection to close."""

    @property
    def player(self) -> int | None:
        """Return the player's row id, even if the API key may not see the hand: none is shown."""
        return self.visitor.player

    async def take(self, message: ClientMessage) -> None:
        """Handle the request's message to the table; its room stays in memory meanwhile."""
        with self.room.held():
            await self.handle(message)

    async def see(self, last_seq: int | None) -> Json:
        """Return the table as this visitor may see it: {"table", "state", "fair"}.

        `state` has the events after journal entry `last_seq`; it and `fair` (the shuffle's proof)
        are None where there is no match.
        """
        with self.room.held():
            await self.catch_up(last_seq)
        self.room.broadcast.show_table(self)
        self.room.broadcast.show_all(self, last_seq)
        by_tag = {frame.pop("t"): frame for frame in self.frames}
        return {
            "table": by_tag["table"]["table"],
            "state": by_tag.get("state"),
            "fair": by_tag.get("fair"),
        }
