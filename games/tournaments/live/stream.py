"""The event stream of one tournament: its state, and again whenever something in it changes.

While nothing changes, an empty line now and then keeps the connection open and shows that it is.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial
from typing import TYPE_CHECKING

import orjson

from games.live.http.event_stream import KEEP_ALIVE
from games.live.protocol.messages import Bye, ServerMessage, encode

if TYPE_CHECKING:
    from games.live.clients.visitor import Visitor
    from games.live.core.clock import Handle
    from games.live.process.runtime import Runtime


class TournamentStream:
    """Event stream of one tournament: one streaming HTTP response, which counts as a socket."""

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
        """Return "streams", the connection's purpose as metrics name it."""
        return "streams"

    def push(self, message: ServerMessage) -> None:
        """Queue a message, and end the stream after it."""
        self._closed.append(encode(message) + b"\n")
        self._changed.set()

    def show_alive(self) -> None:
        """Do nothing, as no message comes over a stream that would wait for an answer."""

    def close(self, code: int = 0) -> None:
        """End the stream; any thread may call this."""
        with contextlib.suppress(RuntimeError):  # the loop has ended before
            self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        """Release the stream's place; the last lines may still be sent."""
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
        """Read the tournament again, as it has changed."""
        self._changed.set()

    async def _lines(self) -> AsyncIterator[bytes]:
        """Yield lines until the stream is closed, the tournament is over, or its reader is gone."""
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
        """Wait for a change; return False after KEEP_ALIVE seconds without."""
        try:
            async with asyncio.timeout(KEEP_ALIVE):
                await self._changed.wait()
        except TimeoutError:
            return False
        return True


def _line_of(tournament: str, player: int | None) -> bytes:
    """Return the state of a tournament as JSON; empty where it is gone. Runs in a database thread."""
    from games.models import Player
    from games.selectors import tournaments as selected

    found = selected.tournament_or_none(tournament)
    if found is None:
        return b""
    mine = Player.objects.filter(pk=player).first() if player is not None else None
    entry = selected.own_entry_json(found, mine) if mine else None
    return orjson.dumps({"event": selected.tournament_json(found), "entry": entry})
