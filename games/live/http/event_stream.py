"""The event stream of one player's tables: what a socket would be sent, as lines of one answer.

A line is a message of the table's protocol with `at` before it, the table that it is of. While
there is no message, an empty line now and then keeps the connection open and shows that it is.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from games.live.core import metrics
from games.live.http.http_member import HttpMember
from games.live.protocol.messages import Bye, Closing, Encoded, ServerMessage, encode
from games.live.protocol.requests import PROTO, Hello

if TYPE_CHECKING:
    from games.live.clients.visitor import Visitor
    from games.live.core.clock import Handle
    from games.live.process.runtime import Runtime

KEEP_ALIVE: Final = 7.0
"""Seconds without a message after which an empty line is sent, and the tables are read again."""
FOLLOW_AFTER_MATCH_S: Final = 600.0
"""Seconds for which a table is followed after its match."""


class StreamMember(HttpMember):
    """Connection of an event stream to one of its tables; a member of the table's room."""

    over_since: float | None = None

    def __init__(self, stream: Stream, table_id: str) -> None:
        super().__init__(stream.runtime, stream.visitor, table_id, stream.language)
        self.stream = stream

    def push_frame(self, frame: Encoded) -> None:
        """Add an encoded message of the table to the event stream, as a line of JSON."""
        self.stream.add(self.line(frame))

    def line(self, frame: Encoded) -> Encoded:
        """Return an encoded message as a line of JSON that begins with the table's id (`at`)."""
        return b'{"at":"%b",%b' % (self.table_id.encode(), frame[1:])

    def close(self, code: int) -> None:
        """Stop following a table that ended or may not be watched; the event stream goes on."""
        self.runtime.tasks.spawn(self.stream.forget(self))


class Lines:
    """The lines of an event stream as an async iterable for an HTTP response, with an end."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._loop = asyncio.get_running_loop()

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._stream.lines()

    def close(self) -> None:
        """End the event stream, as the HTTP response has ended; any thread may call this."""
        with contextlib.suppress(RuntimeError):  # the loop has ended before
            self._loop.call_soon_threadsafe(self._stream.end)


class Stream:
    """Event stream of a player's tables: one streaming HTTP response, which counts as a socket."""

    def __init__(
        self,
        runtime: Runtime,
        visitor: Visitor,
        table: str | None,
        last_seqs: Mapping[str, int],
        language: str,
    ) -> None:
        self.runtime = runtime
        self.visitor = visitor
        self.language = language
        self._only = table
        self._last_seqs = dict(last_seqs)
        self._members: dict[str, StreamMember] = {}
        self._out: deque[Encoded] = deque()
        self._ready = asyncio.Event()
        self._look_again = False
        self._closed = False
        self._unread = 0
        self._expiry: Handle | None = None

    def role(self) -> str:
        """Return "streams", the connection's purpose as metrics name it."""
        return "streams"

    # -- out --------------------------------------------------------------------------------------

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield whole lines of the event stream (bytes), until it closes or its reader is gone."""
        if not self.runtime.connections.add(self):
            yield _line(encode(Bye("too_many", 60_000)))
            return
        try:
            self.runtime.streams.add(self)
            self._expiry = self.runtime.close_at(self.visitor.expires, self)
            await self._look()
            while True:
                if self._look_again:
                    self._look_again = False
                    await self._look()
                if self._out:
                    chunk = b"".join(map(_line, self._out))
                    self._out.clear()
                    yield chunk
                elif self._closed:
                    return
                elif not await self._woken():
                    for member in self._members.values():
                        member.on_received()
                    self._look_again = True
                    yield b"\n"
        finally:
            self.end()

    async def _woken(self) -> bool:
        """Wait until the event stream has lines to send; return False after KEEP_ALIVE seconds."""
        try:
            async with asyncio.timeout(KEEP_ALIVE):
                await self._ready.wait()
        except TimeoutError:
            return False
        self._ready.clear()
        return True

    def add(self, line: Encoded) -> None:
        """Queue an encoded line of the event stream; end the stream if too many are unread."""
        if self._closed:
            return
        self._out.append(line)
        self._unread += len(line)
        if self._unread > self.runtime.options.unread_bytes:
            metrics.SLOW_READERS.inc()
            self.push(Bye("again", 0))
            self.close(Closing.TOO_BIG)
        self._ready.set()

    def push(self, message: ServerMessage) -> None:
        """Queue a message that belongs to no table for the event stream, as a line of JSON."""
        if not self._closed:
            self._out.append(encode(message))
            self._ready.set()

    def show_alive(self) -> None:
        """Do nothing: nothing is sent over an event stream that would wait for an answer."""

    def close(self, code: int) -> None:
        """End the event stream after its queued lines; `code`, for WebSockets, is not sent."""
        if not self._closed:
            self._closed = True
            self._ready.set()
            metrics.CLOSES.labels(code).inc()

    def read(self) -> None:
        """Reset the count of unread lines, as the player has just made a request."""
        self._unread = 0

    # -- the tables -------------------------------------------------------------------------------

    def refresh_tables(self) -> None:
        """Have the event stream read again at which tables the player sits, after a change."""
        self._look_again = True
        self._ready.set()

    async def _look(self) -> None:
        """Join the tables that the player's event stream is to follow; leave those long over."""
        if self._only is not None:
            await self._follow(self._only)
            return
        named = tuple(self._last_seqs)
        wanted = await self.runtime.db.read(partial(_tables_of, self.visitor.player, named))
        for table_id in wanted:
            await self._follow(table_id)
        now = self.runtime.clock.now()
        for table_id, member in tuple(self._members.items()):
            if table_id in wanted:
                member.over_since = None
            elif member.over_since is None:
                member.over_since = now
            elif now - member.over_since > FOLLOW_AFTER_MATCH_S:
                await self.forget(member)

    async def _follow(self, table_id: str) -> None:
        """Add a table to the event stream and send its state, unless it is already followed."""
        if table_id in self._members:
            return
        member = StreamMember(self, table_id)
        if await member.room.join(member) is not None:
            self.runtime.drop_idle(table_id)
            return
        self._members[table_id] = member
        await member.handle(Hello(PROTO, self._last_seqs.pop(table_id, None)))

    async def forget(self, member: StreamMember) -> None:
        """Stop following a member's table, and tell the client so in the event stream."""
        if self._members.pop(member.table_id, None) is member:
            await member.leave()
            self.add(member.line(encode(Bye("over", 0))))

    def end(self) -> None:
        """Leave all tables and the connection limit, as the client has closed the event stream."""
        self._closed = True
        self._ready.set()
        if self._expiry is not None:
            self._expiry.cancel()
        for member in self._members.values():
            member.room.leave(member)
        self._members.clear()
        self.runtime.streams.discard(self)
        self.runtime.connections.discard(self)


def _line(frame: Encoded) -> bytes:
    return frame + b"\n"


def _tables_of(player: int | None, named: tuple[str, ...]) -> list[str]:
    """Return the public ids of the tables that a player's event stream follows."""
    from games.selectors.tables import tables_of

    return [] if player is None else tables_of(player, named)
