"""The event stream of one tournament: its state, and again whenever something in it changes.

While nothing changes, an empty line now and then keeps the connection open and shows that it is.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterable, AsyncIterator
from functools import partial
from typing import TYPE_CHECKING

import orjson

from games.live.http.event_stream import KEEP_ALIVE
from games.live.http.event_streams import EventStreams
from games.live.protocol.messages import Bye, ServerMessage, encode

if TYPE_CHECKING:
    from games.live.clients.visitor import Visitor
    from games.live.core.clock import Handle
    from games.live.process.runtime import Runtime


class TournamentStreams(EventStreams):
    """Factory of the event streams of tournaments, which API clients follow."""

    def stream(self, runtime: Runtime, visitor: Visitor, event: str) -> AsyncIterable[bytes]:
        """Return the event stream of a tournament (public id) for a visitor: lines of bytes."""
        return TournamentStream(runtime, visitor, event)


class TournamentStream:
    """Event stream of one tournament: a streaming HTTP response, counted like a socket."""

    def __init__(self, runtime: Runtime, visitor: Visitor, tournament: str) -> None:
        self.runtime = runtime
        self.visitor = visitor
        self.tournament = tournament
        self._changed = asyncio.Event()
        self._changed.set()
        self._closed: list[bytes] = []
        self._is_closed = False
        self._expiry: Handle | None = None
        self._loop = asyncio.get_running_loop()

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._lines()

    def role(self) -> str:
        """Return "streams", the name of these connections in metrics."""
        return "streams"

    def push(self, message: ServerMessage) -> None:
        """Queue a last message to the client; the stream ends after it."""
        self._closed.append(encode(message) + b"\n")
        self._changed.set()

    def show_alive(self) -> None:
        """Do nothing, as clients send nothing over an event stream."""

    def close(self, code: int = 0) -> None:
        """End the event stream; any thread may call this."""
        with contextlib.suppress(RuntimeError):  # the loop has ended before
            self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        """Unsubscribe from the tournament and free the connection's place; last lines still go."""
        self._is_closed = True
        self._changed.set()
        listeners = self.runtime.tournament_listeners
        if (own := listeners.get(self.tournament)) is not None:
            own.discard(self._wake)
            if not own:
                del listeners[self.tournament]
        if self._expiry is not None:
            self._expiry.cancel()
        self.runtime.connections.discard(self)

    def _wake(self) -> None:
        """Make the stream read the tournament again, as the tournament has changed."""
        self._changed.set()

    async def _lines(self) -> AsyncIterator[bytes]:
        """Yield the stream's lines until it is closed, the event is over or the client is gone."""
        runtime = self.runtime
        if not runtime.connections.add(self):
            yield encode(Bye("too_many", 60_000)) + b"\n"
            return
        runtime.tournament_listeners.setdefault(self.tournament, set()).add(self._wake)
        self._expiry = runtime.close_at(self.visitor.expires, self)
        latest = b""
        try:
            while not self._is_closed:
                if not await self._woken():
                    yield b"\n"
                self._changed.clear()
                line = await runtime.db.read(
                    partial(_line_of, self.tournament, self.visitor.player)
                )
                if line != latest:
                    latest = line
                    yield line + b"\n"
            for line in self._closed:
                yield line
        finally:
            self._end()

    async def _woken(self) -> bool:
        """Wait for a change of the tournament; return False if KEEP_ALIVE seconds pass first."""
        try:
            async with asyncio.timeout(KEEP_ALIVE):
                await self._changed.wait()
        except TimeoutError:
            return False
        return True


def _line_of(tournament: str, player: int | None) -> bytes:
    """Return a tournament's state as JSON, empty if it is gone; runs in a database thread."""
    from games.models import Player
    from games.tournaments.selectors import tournaments as selected

    row = selected.tournament_or_none(tournament)
    if row is None:
        return b""
    mine = Player.objects.filter(pk=player).first() if player is not None else None
    entry = selected.own_entry_json(row, mine) if mine else None
    return orjson.dumps({"event": selected.tournament_json(row), "entry": entry})
