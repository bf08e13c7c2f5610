"""The tables of one player, line by line: what a socket would be sent, in one HTTP answer.

A line is a frame of the table's protocol with `at` before it, the table that it is of. Where there
is nothing to tell, an empty line now and then keeps the connection open and shows that it is.
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
"""Seconds after which an empty line is sent, and one's tables are looked up again."""
LINGERS: Final = 600.0
"""Seconds for which a table is followed after its match."""


class StreamMember(HttpMember):
    """One table of a stream: a member of its room as a socket would be."""

    over_since: float | None = None

    def __init__(self, stream: Stream, table_id: str) -> None:
        super().__init__(stream.runtime, stream.visitor, table_id, stream.language)
        self.stream = stream

    def push_frame(self, frame: Encoded) -> None:
        """Add a line."""
        self.stream.add(self.line(frame))

    def line(self, frame: Encoded) -> Encoded:
        """A frame with the table that it is of."""
        return b'{"at":"%b",%b' % (self.table_id.encode(), frame[1:])

    def close(self, code: int) -> None:
        """The room lets it in no more: this table is over, the stream goes on."""
        self.runtime.tasks.spawn(self.stream.forget(self))


class Lines:
    """A stream as what answers HTTP takes it: lines, and a way to say that nobody reads them."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._loop = asyncio.get_running_loop()

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._stream.lines()

    def close(self) -> None:
        """The answer has ended, whichever way; from any thread."""
        with contextlib.suppress(RuntimeError):  # the loop has ended before
            self._loop.call_soon_threadsafe(self._stream.end)


class Stream:
    """One answer that goes on. Counts as a socket of its player."""

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
        """What it is for."""
        return "streams"

    # -- out --------------------------------------------------------------------------------------

    async def lines(self) -> AsyncIterator[bytes]:
        """The lines, each with its end, until either side goes."""
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
        """Wait for something to tell; False where there was nothing for long."""
        try:
            async with asyncio.timeout(KEEP_ALIVE):
                await self._ready.wait()
        except TimeoutError:
            return False
        self._ready.clear()
        return True

    def add(self, line: Encoded) -> None:
        """Send a line soon; who has read nothing for so long is sent to come again."""
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
        """Send a message that is of no table."""
        if not self._closed:
            self._out.append(encode(message))
            self._ready.set()

    def close(self, code: int) -> None:
        """End after what is queued went out."""
        if not self._closed:
            self._closed = True
            self._ready.set()
            metrics.CLOSES.labels(code).inc()

    def read(self) -> None:
        """The player has answered, so it reads."""
        self._unread = 0

    # -- the tables -------------------------------------------------------------------------------

    def look_soon(self) -> None:
        """The player may sit elsewhere now."""
        self._look_again = True
        self._ready.set()

    async def _look(self) -> None:
        """Follow what is to be followed now."""
        if self._only is not None:
            await self._follow(self._only)
            return
        named = tuple(self._last_seqs)
        wanted = await self.runtime.db.run(partial(_tables_of, self.visitor.player, named))
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
        if table_id in self._members:
            return
        member = StreamMember(self, table_id)
        if await member.room.join(member) is not None:
            self.runtime.drop_idle(table_id)
            return
        self._members[table_id] = member
        await member.handle(Hello(PROTO, self._last_seqs.pop(table_id, None)))

    async def forget(self, member: StreamMember) -> None:
        """Follow a table no more."""
        if self._members.pop(member.table_id, None) is member:
            await member.leave()
            self.add(member.line(encode(Bye("over", 0))))

    def end(self) -> None:
        """Nobody reads any more: leave every room."""
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
    """Public ids of the tables to follow. Runs in a database thread."""
    from games.selectors.tables import tables_of

    return [] if player is None else tables_of(player, named)
