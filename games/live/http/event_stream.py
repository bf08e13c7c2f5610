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
LINGERS: Final = 600.0
"""Seconds for which a table is followed after its match."""


class StreamMember(HttpMember):
    """Connection of an event stream to one of its tables; a member of the table's room."""

    over_since: float | None = None

    def __init__(self, stream: Stream, table_id: str) -> None:
        super().__init__(stream.runtime, stream.visitor, table_id, stream.language)
        self.stream = stream

    def push_frame(self, frame: Encoded) -> None:
        """Add a message of the table to the stream, as a line of JSON."""
        self.stream.add(self.line(frame))

    def line(self, frame: Encoded) -> Encoded:
        """Return a message as a line of JSON that begins with the table's public id (`at`)."""
        return b'{"at":"%b",%b' % (self.table_id.encode(), frame[1:])

    def close(self, code: int) -> None:
        """Stop following the table, which has ended or may not be watched; the stream goes on."""
        self.runtime.tasks.spawn(self.stream.forget(self))


class Lines:
    """The lines of an event stream as an async iterable for an HTTP response, with an end."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._loop = asyncio.get_running_loop()

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._stream.lines()

    def close(self) -> None:
        """End the stream, as the response has ended; any thread may call this."""
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
        """Yield bytes of whole lines, until the stream is closed or its reader is gone."""
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
        """Wait for something to send; return False after KEEP_ALIVE seconds without."""
        try:
            async with asyncio.timeout(KEEP_ALIVE):
                await self._ready.wait()
        except TimeoutError:
            return False
        self._ready.clear()
        return True

    def add(self, line: Encoded) -> None:
        """Queue an encoded line; end the stream, to be opened again, if too many are unread."""
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
        """Queue a message that belongs to no table, as a line of JSON."""
        if not self._closed:
            self._out.append(encode(message))
            self._ready.set()

    def show_alive(self) -> None:
        """Do nothing, as no message comes over a stream that would wait for an answer."""

    def close(self, code: int) -> None:
        """End the stream after its queued lines were sent; `code`, of WebSockets, is not sent."""
        if not self._closed:
            self._closed = True
            self._ready.set()
            metrics.CLOSES.labels(code).inc()

    def read(self) -> None:
        """Note that the player has made a request, so that all lines count as read."""
        self._unread = 0

    # -- the tables -------------------------------------------------------------------------------

    def refresh_tables(self) -> None:
        """Have the stream read again which tables the player sits at, as that may have changed."""
        self._look_again = True
        self._ready.set()

    async def _look(self) -> None:
        """Join the tables that are to be followed now, and leave those that ended long ago."""
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
            elif now - member.over_since > LINGERS:
                await self.forget(member)

    async def _follow(self, table_id: str) -> None:
        """Join a table and send its present state, unless it is followed already."""
        if table_id in self._members:
            return
        member = StreamMember(self, table_id)
        if await member.room.join(member) is not None:
            self.runtime.drop_idle(table_id)
            return
        self._members[table_id] = member
        await member.handle(Hello(PROTO, self._last_seqs.pop(table_id, None)))

    async def forget(self, member: StreamMember) -> None:
        """Stop to follow the table of this member, and say so in the stream."""
        if self._members.pop(member.table_id, None) is member:
            await member.leave()
            self.add(member.line(encode(Bye("over", 0))))

    def end(self) -> None:
        """Leave all rooms and stop counting as a socket, as nobody reads the stream any longer."""
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
    """Return the public ids of the tables to follow. Runs in a database thread."""
    from games.selectors.tables import tables_of

    return [] if player is None else tables_of(player, named)
