"""The site served by uvicorn: the same life, a quicker server. Wants requirements-uvicorn.txt."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from games.live.core import raw_frames
from games.live.server.lifecycle import (
    PING_EVERY,
    PING_WITHIN,
    REQUESTS_WITHIN,
    SERVER_MESSAGE_BYTES,
    Life,
)
from games.live.server.uvicorn_http import DeadlineProtocol


def serve(host: str, port: int, announce: Callable[[], None], lead: float = 0.0) -> None:
    """Serve with uvicorn until SIGTERM or SIGINT, as `games.live.server.lifecycle.serve` does."""
    from brisca_site.asgi import application

    life = Life(announce, lead)
    config = uvicorn.Config(
        application,
        host=host,
        port=port,
        loop="auto",  # uvloop where there is one
        http=DeadlineProtocol,
        ws=DirectProtocol,
        ws_max_size=SERVER_MESSAGE_BYTES,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PING_WITHIN,
        ws_per_message_deflate=False,  # costs 40 KiB a socket, and our messages are small
        lifespan="off",
        interface="asgi3",
        proxy_headers=False,  # NUM_PROXIES says whom to believe, once for the whole site
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=int(REQUESTS_WITHIN),
    )
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(_Server(config, life).serve())
    if life.failed or not life.began:
        raise SystemExit(1)


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's sockets with the short way of `games.live.core.raw_frames`; else they are as they were."""

    taker: Callable[[str], None] | None = None
    passed: raw_frames.Passed | None = None
    """What came after the handshake and went the long way."""

    def handle_connect(self, event: Request) -> None:
        """Offer the short way to the application, which begins after this."""
        super().handle_connect(event)
        self.passed = raw_frames.Passed()
        if hasattr(self, "scope"):
            cast("dict[str, Any]", self.scope)[raw_frames.KEY] = self

    def connection_lost(self, exc: Exception | None) -> None:
        """Lose itself out of sight: two rings would keep it until all garbage is looked for."""
        super().connection_lost(exc)
        if hasattr(self, "scope"):
            cast("dict[str, Any]", self.scope).pop(raw_frames.KEY, None)
        self.conn.parser.close()

    def data_received(self, data: bytes) -> None:
        """Hand a whole message over at once where nothing came before it that is not taken yet."""
        if (
            self.taker is not None
            and self._between()
            and (text := raw_frames.text_of(data)) is not None
        ):
            self.taker(text)
        else:
            if self.passed is not None:
                self.passed.note(data)
            super().data_received(data)

    def _between(self) -> bool:
        """Whether no message is under way: no part of one is kept, and none waits in the queue."""
        return (
            self.conn.state is State.OPEN
            and not self.close_sent
            and self.passed is not None
            and self.passed.whole
            and self.queue.empty()
        )

    def write(self, texts: Iterable[bytes]) -> bool:
        """Send text messages at once; False where they have to wait, or the connection ends."""
        if (
            self.conn.state is not State.OPEN
            or self.close_sent
            or self.disconnected
            or not self.writable.is_set()
        ):
            return False
        self.transport.write(raw_frames.framed(texts))
        return True


class _Server(uvicorn.Server):
    """uvicorn as a `Listener`; it leaves the signals to the life of the process."""

    def __init__(self, config: uvicorn.Config, life: Life) -> None:
        super().__init__(config)
        self._life = life

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Its own would close the sockets before they are drained."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then begin; SystemExit where the address cannot be listened on."""
        try:
            await super().startup(sockets)
        except SystemExit as error:  # it has said why
            raise SystemExit(1) from error
        self._life.begin(asyncio.get_running_loop(), self)

    def listening(self) -> bool:
        """Whether it has something to listen on."""
        return self.started

    def deaf(self) -> None:
        """Take no new connections."""
        for server in self.servers:
            server.close()

    def stop(self) -> None:
        """End at the next tick."""
        self.should_exit = True
