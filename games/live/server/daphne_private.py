"""The private parts of Daphne and Twisted that the site uses, with versions in `tested_versions`.

- A socket gets and sends whole messages past ASGI's queue (`games.live.core.raw_frames`), and what
  is sent goes out at once where there is room. Twisted would wait until its selector has said that
  there is room, which takes a turn of the loop and two calls of the kernel for every message.
- What is streamed waits for its reader. Daphne would write every part of an answer into the
  connection's buffer, however full that is, and a long download would grow there to its whole size.
- Requests have a time limit. Twisted's own starts anew at each byte.
- A closed socket leaves no reference cycles, which would wait for a search for all garbage.
"""

from __future__ import annotations

import asyncio
import time
import weakref
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.interfaces import IPushProducer
from twisted.internet.protocol import connectionDone
from twisted.internet.tcp import Connection
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel
from zope.interface import implementer  # type: ignore[import-untyped]  # zope has no types

from games.live.core import raw_frames
from games.live.core.settings import load
from games.live.server.request_deadline import RequestDeadline

READ_TIMEOUT_S: Final = 60.0
"""Seconds for which a reader may take nothing at all; then the connection is closed."""


class DirectServer(Server):  # type: ignore[misc]  # Daphne has no types
    """Daphne's server, with sockets past ASGI, backpressure for streams, and request deadlines."""

    def listen_success(self, port: Any) -> None:
        """Set our classes for connections when the server listens, before the first one comes."""
        self.ws_factory.protocol = DirectProtocol
        self.http_factory.protocol = DeadlineChannel
        super().listen_success(port)

    def protocol_connected(self, protocol: Any) -> None:
        """Make a new socket write without waiting for the selector."""
        super().protocol_connected(protocol)
        if isinstance(protocol, WebSocketProtocol):
            write_at_once(protocol.transport)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Start the application of a request; that of a socket may send and receive past ASGI."""
        if isinstance(protocol, DirectProtocol):
            scope = {**scope, raw_frames.KEY: protocol}
        return super().create_application(protocol, scope)

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Send a message of the application, and return when there is room for the next.

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
        """Note that the connection's buffer is full."""
        self.ready.clear()

    def resumeProducing(self) -> None:  # noqa: N802 - Twisted's name
        """Note that the connection's buffer is empty."""
        self.ready.set()

    def stopProducing(self) -> None:  # noqa: N802 - Twisted's name
        """Set `ready`, so that nobody waits for a connection that is gone."""
        self.ready.set()


def _is_open(protocol: Any) -> bool:
    return not protocol.finished and protocol.channel is not None


class DirectProtocol(WebSocketProtocol):  # type: ignore[misc]  # Daphne has no types
    """Daphne's socket protocol, by which text messages also come and go past ASGI.

    It is a `games.live.core.raw_frames.DirectSocket`.
    """

    on_text: Callable[[str], None] | None = None

    def makeConnection(self, transport: Any) -> None:  # noqa: N802 - Twisted's name
        """Take a socket's connection over from HTTP, and release its request in the next loop turn."""
        super().makeConnection(transport)
        channel = getattr(transport, "producer", None)
        if isinstance(channel, HTTPChannel):
            asyncio.get_running_loop().call_soon(_release_request, transport, channel)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - Twisted's
        """Drop the result of `is_closed`, which is this protocol: a reference cycle."""
        try:
            super().connectionLost(reason)
        finally:  # Daphne stumbles over one whose handshake was never understood
            self.is_closed.addCallback(_drop_result)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Pass a whole message to `on_text`, if no part of an earlier message is pending."""
        if (
            self.on_text is not None
            and self._between_messages()
            and (text := raw_frames.text_of(data)) is not None
        ):
            self.last_ping = time.time()
            if self.autoPingTimeoutCall:
                self._cancelAutoPingTimeoutCall()
            self.on_text(text)
        else:
            super().dataReceived(data)

    def _between_messages(self) -> bool:
        """Return whether no part of a message is kept and no message waits in the queue."""
        return (
            self.state == self.STATE_OPEN
            and self.current_frame is None
            and not self.data
            and not self.inside_message
            and not self.muted
            and self.application_queue.empty()
        )

    def write(self, texts: Iterable[bytes]) -> bool:
        """Send text messages at once; return False if the connection is closing."""
        if self.state != self.STATE_OPEN or self.send_queue:
            return False
        send_at_once(self.transport, raw_frames.framed(texts))
        return True


def _release_request(transport: Any, channel: HTTPChannel) -> None:
    """Release the HTTP request that a socket began as.

    Twisted would keep it for as long as the connection is there, and afterwards in a cycle with its
    channel, some 10 KiB each, until there is a search for all garbage, which is rare.
    """
    if transport.producer is channel:
        transport.unregisterProducer()
    for request in channel.requests:
        request.channel = None
    channel.requests.clear()


def _drop_result(_: object) -> None:
    """Return None in the place of a result that is no longer needed."""


def write_at_once(transport: Any) -> None:
    """Make a TCP connection write before it waits for the selector; leave others as they are."""
    if isinstance(transport, Connection):
        vars(transport)["startWriting"] = partial(_start_writing, weakref.ref(transport))


def _start_writing(of: weakref.ref[Any]) -> None:
    """Write what has just come, and have the selector wait for room for the rest.

    Takes the place of Twisted's `startWriting`. A connection that turns out to be gone is left to
    the selector, as is one that is to close.
    """
    transport = of()
    if transport is None:
        return
    waits = len(transport.dataBuffer) > transport.offset
    if waits or not transport._tempDataLen or transport.doWrite() or transport.dataBuffer:
        Connection.startWriting(transport)  # type: ignore[no-untyped-call]  # nor has Twisted here


def send_at_once(transport: Any, data: bytes) -> None:
    """Write to a connection directly if its buffer is empty, else by Twisted."""
    sent = 0
    if (
        isinstance(transport, Connection)
        and transport.connected
        and not transport.disconnecting
        and not transport._tempDataLen
        and len(transport.dataBuffer) == transport.offset
    ):
        try:
            sent = transport.socket.send(data)
        except OSError:  # no room, or nobody there: Twisted sees which
            sent = 0
    if sent < len(data):
        transport.write(data[sent:])


class DeadlineChannel(HTTPChannel):
    """Twisted's channel of one connection; it aborts connections whose requests take too long."""

    def connectionMade(self) -> None:  # noqa: N802 - Twisted's name
        """Start the time limit of the first request."""
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
        """Stop the time limit, as the request is complete."""
        self._deadline.request_ends()
        super().allContentReceived()  # type: ignore[no-untyped-call]

    def requestDone(self, request: Any) -> None:  # noqa: N802 - Twisted's name
        """Start the time limit of a next request whose first bytes have come already.

        Close the connection instead where the answer said so, as for a request whose framing is
        in doubt: Twisted goes on unless the request did.
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
