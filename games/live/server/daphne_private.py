"""The private parts of Daphne and Twisted that limit requests, with versions in `tested_versions`.

- What is streamed waits for its reader. Daphne would write every part of an answer into the
  connection's buffer, however full that is, and a long download would grow there to its whole size.
- Requests have a time limit. Twisted's own starts anew at each byte.

Sockets are served by Daphne's public interface, plain ASGI.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from daphne.server import Server
from twisted.internet.interfaces import IPushProducer
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel
from zope.interface import implementer  # type: ignore[import-untyped]  # zope has no types

from games.live.core.settings import load
from games.live.server.request_deadline import RequestDeadline

READ_TIMEOUT_S: Final = 60.0
"""Seconds for which a reader may take nothing at all; then the connection is closed."""


class LimitingServer(Server):  # type: ignore[misc]  # Daphne has no types
    """Daphne's server, with backpressure for streams and deadlines for requests."""

    def listen_success(self, port: Any) -> None:
        """Install our class for connections when the server begins to listen."""
        self.http_factory.protocol = DeadlineChannel
        super().listen_success(port)

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Send a message of the application, and return when the connection can take the next.

        Closes the connection when its reader takes nothing for READ_TIMEOUT_S seconds.
        """
        reader: ReaderState | None = getattr(protocol, "reader", None)
        streamed = message["type"] == "http.response.body"
        if streamed and message.get("more_body") and reader is None and _is_open(protocol):
            protocol.reader = reader = ReaderState()
            protocol.registerProducer(reader, True)
        elif streamed and not message.get("more_body") and reader and _is_open(protocol):
            protocol.unregisterProducer()
            reader = None
        await super().handle_reply(protocol, message)
        if reader is not None:
            try:
                await asyncio.wait_for(reader.ready.wait(), READ_TIMEOUT_S)
            except TimeoutError:
                if _is_open(protocol):
                    protocol.channel.forceAbortClient()


@implementer(IPushProducer)
class ReaderState:
    """State of a streamed response's reader, kept by Twisted's signals about its buffer.

    `ready` is an event that is set while more can be sent.
    """

    def __init__(self) -> None:
        self.ready = asyncio.Event()
        self.ready.set()

    def pauseProducing(self) -> None:  # noqa: N802 - Twisted's name
        """Note that the connection's send buffer is full."""
        self.ready.clear()

    def resumeProducing(self) -> None:  # noqa: N802 - Twisted's name
        """Note that the connection's send buffer has room again."""
        self.ready.set()

    def stopProducing(self) -> None:  # noqa: N802 - Twisted's name
        """Set `ready`, as the connection is gone, so that nobody waits for it."""
        self.ready.set()


def _is_open(protocol: Any) -> bool:
    return not protocol.finished and protocol.channel is not None


class DeadlineChannel(HTTPChannel):
    """Twisted's channel of one connection; it aborts connections whose requests take too long."""

    def connectionMade(self) -> None:  # noqa: N802 - Twisted's name
        """Start the time limit for sending the connection's first request."""
        super().connectionMade()  # type: ignore[no-untyped-call]  # Twisted has no type for it
        options = load()
        self._deadline = RequestDeadline(
            self.forceAbortClient,
            headers_within=options.headers_within,
            body_within=options.body_within,
        )
        self._deadline.headers_begin()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Start the time limit of the next request with its first byte."""
        if not self._handlingRequest:
            self._deadline.headers_begin()
        super().dataReceived(data)  # type: ignore[no-untyped-call]

    def allHeadersReceived(self) -> None:  # noqa: N802 - Twisted's name
        """Start the time limit of the request's body."""
        self._deadline.body_begins()
        super().allHeadersReceived()  # type: ignore[no-untyped-call]

    def allContentReceived(self) -> None:  # noqa: N802 - Twisted's name
        """Stop the time limit, as the request has been received completely."""
        self._deadline.request_ends()
        super().allContentReceived()  # type: ignore[no-untyped-call]

    def requestDone(self, request: Any) -> None:  # noqa: N802 - Twisted's name
        """Start the time limit of a next request whose first bytes have already arrived.

        Close the connection instead where the answer said so, as for a request whose framing is in
        doubt: Twisted goes on unless the request did.
        """
        if request.responseHeaders.getRawHeaders("connection") == ["close"]:
            self.persistent = 0
        elif any(self._dataBuffer):
            self._deadline.headers_begin()
        super().requestDone(request)  # type: ignore[no-untyped-call]

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - Twisted's name
        """Stop the time limit, as the connection is closed."""
        self._deadline.request_ends()
        super().connectionLost(reason)  # type: ignore[no-untyped-call]
