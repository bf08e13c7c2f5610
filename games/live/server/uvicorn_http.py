"""uvicorn's HTTP connections with a time limit for sending a request."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from games.live.core.settings import load
from games.live.server.request_deadline import RequestDeadline

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as HttpProtocol
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol as HttpProtocol


class DeadlineProtocol(HttpProtocol):
    """uvicorn's protocol of one connection; it aborts connections whose requests take too long.

    uvicorn itself waits for a request without an end.
    """

    _deadline: RequestDeadline

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the time for the first request."""
        super().connection_made(transport)  # type: ignore[arg-type]
        options = load()
        self._deadline = RequestDeadline(
            self._abort, headers_within=options.headers_within, body_within=options.body_within
        )
        self._deadline.headers_begin()

    def data_received(self, data: bytes) -> None:
        """Start the time for the next request with its first byte, and see which part has come."""
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

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the time, as the connection is closed."""
        self._deadline.request_ends()
        super().connection_lost(exc)

    def _abort(self) -> None:
        self.transport.abort()
