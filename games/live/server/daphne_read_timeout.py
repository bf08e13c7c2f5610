"""Daphne, but it waits for slow readers: what is streamed is never piled up in memory.

Daphne writes every part of an answer into the connection's buffer, however full that is. A long
download by somebody with a slow line would grow there to its whole size.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.interfaces import IPushProducer
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel
from zope.interface import implementer  # type: ignore[import-untyped]

from games.live.core import raw_frames
from games.live.server.daphne_http import DeadlineChannel
from games.live.server.daphne_prompt import prompt, send

PATIENCE: Final = 60.0
"""Seconds for which a reader may take nothing at all; then it is gone."""


@implementer(IPushProducer)
class Reader:
    """Whether the other side takes more now; Twisted tells."""

    def __init__(self) -> None:
        self.ready = asyncio.Event()
        self.ready.set()

    def pauseProducing(self) -> None:  # noqa: N802 - Twisted's name
        """The buffer is full."""
        self.ready.clear()

    def resumeProducing(self) -> None:  # noqa: N802 - Twisted's name
        """The buffer is empty."""
        self.ready.set()

    def stopProducing(self) -> None:  # noqa: N802 - Twisted's name
        """The connection is gone: nobody is to wait for it."""
        self.ready.set()


class DirectProtocol(WebSocketProtocol):  # type: ignore[misc]  # Daphne has no types
    """Daphne's sockets with the short way of `games.live.core.raw_frames`; else they are as they were."""

    taker: Callable[[str], None] | None = None

    def makeConnection(self, transport: Any) -> None:  # noqa: N802 - Twisted's name
        """It is taken over from HTTP, which is through with it at the loop's next turn."""
        super().makeConnection(transport)
        channel = getattr(transport, "producer", None)
        if isinstance(channel, HTTPChannel):
            asyncio.get_running_loop().call_soon(_without_request, transport, channel)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - Twisted's
        """Lose itself out of sight: what it has told its end to keeps it in a ring."""
        try:
            super().connectionLost(reason)
        finally:  # Daphne stumbles over one whose handshake was never understood
            self.is_closed.addCallback(_nothing)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Hand a whole message over at once where nothing came before it that is not taken yet."""
        if (
            self.taker is not None
            and self._between()
            and (text := raw_frames.text_of(data)) is not None
        ):
            self.last_ping = time.time()
            if self.autoPingTimeoutCall:
                self._cancelAutoPingTimeoutCall()
            self.taker(text)
        else:
            super().dataReceived(data)

    def _between(self) -> bool:
        """Whether no message is under way: no part of one is kept, and none waits in the queue."""
        return (
            self.state == self.STATE_OPEN
            and self.current_frame is None
            and not self.data
            and not self.inside_message
            and not self.muted
            and self.application_queue.empty()
        )

    def write(self, texts: Iterable[bytes]) -> bool:
        """Send text messages at once; False where the connection ends."""
        if self.state != self.STATE_OPEN or self.send_queue:
            return False
        send(self.transport, raw_frames.framed(texts))
        return True


class ReadTimeoutServer(Server):  # type: ignore[misc]  # Daphne has no types
    """Answers in parts wait until the part before has left; sockets are written to at once."""

    def listen_success(self, port: Any) -> None:
        """Before the first connection comes."""
        self.ws_factory.protocol = DirectProtocol
        self.http_factory.protocol = DeadlineChannel
        super().listen_success(port)

    def protocol_connected(self, protocol: Any) -> None:
        """A connection becomes one of Daphne's."""
        super().protocol_connected(protocol)
        if isinstance(protocol, WebSocketProtocol):
            prompt(protocol.transport)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Begin the application; to that of a socket the short way is offered."""
        if isinstance(protocol, DirectProtocol):
            scope = {**scope, raw_frames.KEY: protocol}
        return super().create_application(protocol, scope)

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Send a message; comes back when there is room for another."""
        reader: Reader | None = getattr(protocol, "reader", None)
        streamed = message["type"] == "http.response.body"
        if streamed and message.get("more_body") and reader is None and _open(protocol):
            protocol.reader = reader = Reader()
            protocol.registerProducer(reader, True)
        elif streamed and not message.get("more_body") and reader is not None and _open(protocol):
            protocol.unregisterProducer()
            reader = None
        await super().handle_reply(protocol, message)
        if reader is not None:
            try:
                await asyncio.wait_for(reader.ready.wait(), PATIENCE)
            except TimeoutError:
                if _open(protocol):
                    protocol.channel.forceAbortClient()


def _without_request(transport: Any, channel: HTTPChannel) -> None:
    """Let go of the request that a socket began as.

    Twisted would keep it for as long as the connection is there, and afterwards in a ring with its
    channel, some 10 KiB each, until there is a search for all garbage, which is rare.
    """
    if transport.producer is channel:
        transport.unregisterProducer()
    for request in channel.requests:
        request.channel = None
    channel.requests.clear()


def _nothing(_: object) -> None:
    """Take the place of a result that nobody asks for any more."""


def _open(protocol: Any) -> bool:
    return not protocol.finished and protocol.channel is not None
