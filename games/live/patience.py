"""Daphne, but it waits for slow readers: what is streamed is never piled up in memory.

Daphne writes every part of an answer into the connection's buffer, however full that is. A long
download by somebody with a slow line would grow there to its whole size.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer  # type: ignore[import-untyped]

from games.live.prompt import prompt

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


class PatientServer(Server):  # type: ignore[misc]
    """Answers in parts wait until the part before has left; sockets are written to at once."""

    def protocol_connected(self, protocol: Any) -> None:
        """A connection becomes one of Daphne's."""
        super().protocol_connected(protocol)
        if isinstance(protocol, WebSocketProtocol):
            prompt(protocol.transport)

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


def _open(protocol: Any) -> bool:
    return not protocol.finished and protocol.channel is not None
