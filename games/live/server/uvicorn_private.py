"""The private parts of uvicorn and websockets that the site uses, with versions in `tested_versions`.

- A socket gets and sends whole messages past ASGI's queue (`games.live.core.raw_frames`).
- Requests have a time limit. uvicorn itself waits for a request without an end.
- A closed socket leaves no reference cycles, which would wait for a search for all garbage.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from games.live.core import raw_frames
from games.live.core.settings import load
from games.live.server.request_deadline import RequestDeadline

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as HttpProtocol
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol as HttpProtocol


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's socket protocol, by which text messages also come and go past ASGI.

    It is a `games.live.core.raw_frames.DirectSocket`.
    """

    on_text: Callable[[str], None] | None = None
    boundary: raw_frames.MessageBoundary | None = None
    """The message boundaries in the bytes that went through uvicorn since the handshake."""

    def handle_connect(self, event: Request) -> None:
        """Let the application send and receive past ASGI, before the application is started."""
        super().handle_connect(event)
        self.boundary = raw_frames.MessageBoundary()
        if hasattr(self, "scope"):
            cast("dict[str, Any]", self.scope)[raw_frames.KEY] = self

    def connection_lost(self, exc: Exception | None) -> None:
        """Break two reference cycles through this protocol, as its connection is closed."""
        super().connection_lost(exc)
        if hasattr(self, "scope"):
            cast("dict[str, Any]", self.scope).pop(raw_frames.KEY, None)
        self.conn.parser.close()

    def data_received(self, data: bytes) -> None:
        """Pass a whole text message to `on_text`, if no part of an earlier message is pending."""
        if (
            self.on_text is not None
            and self._between_messages()
            and (text := raw_frames.text_of(data)) is not None
        ):
            self.on_text(text)
        else:
            if self.boundary is not None:
                self.boundary.note(data)
            super().data_received(data)

    def _between_messages(self) -> bool:
        """Return whether no partial message is stored and no message waits in the queue."""
        return (
            self.conn.state is State.OPEN
            and not self.close_sent
            and self.boundary is not None
            and self.boundary.whole
            and self.queue.empty()
        )

    def write(self, texts: Iterable[bytes]) -> bool:
        """Send text messages at once; return False if they have to wait or the client is gone."""
        if (
            self.conn.state is not State.OPEN
            or self.close_sent
            or self.disconnected
            or not self.writable.is_set()
        ):
            return False
        self.transport.write(raw_frames.framed(texts))
        return True


class DeadlineProtocol(HttpProtocol):
    """uvicorn's protocol of one connection; it aborts connections whose requests take too long."""

    _deadline: RequestDeadline

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the time limit for sending the connection's first request."""
        super().connection_made(transport)  # type: ignore[arg-type]
        options = load()
        self._deadline = RequestDeadline(
            self._abort, headers_within=options.headers_within, body_within=options.body_within
        )
        self._deadline.headers_begin()

    def data_received(self, data: bytes) -> None:
        """Start and stop the time limits as these bytes end parts of a request."""
        before: Any = self.cycle
        if before is None or before.response_complete:
            self._deadline.headers_begin()
        super().data_received(data)
        cycle: Any = self.cycle
        if self.transport.get_protocol() is not self:  # it has become a socket
            self._deadline.request_ends()
        elif cycle is not None and (cycle is not before or not cycle.response_complete):
            if cycle.more_body:
                self._deadline.body_begins()
            else:
                self._deadline.request_ends()

    def send_400_response(self, msg: str) -> None:
        """Refuse a malformed request; a response that is under way has no connection any more."""
        cycle: Any = self.cycle
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()
        super().send_400_response(msg)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the time limit, as the connection is closed."""
        self._deadline.request_ends()
        super().connection_lost(exc)

    def _abort(self) -> None:
        self.transport.abort()
