"""The site served by uvicorn: the same life, a quicker server. Wants requirements-uvicorn.txt."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator

import uvicorn

from games.live.serving import (
    PING_EVERY,
    PING_WITHIN,
    REQUESTS_WITHIN,
    SERVER_MESSAGE_BYTES,
    Life,
)


def serve(host: str, port: int, announce: Callable[[], None], lead: float = 0.0) -> None:
    """Serve with uvicorn until SIGTERM or SIGINT, as `games.live.serving.serve` does."""
    from brisca_site.asgi import application

    life = Life(announce, lead)
    config = uvicorn.Config(
        application,
        host=host,
        port=port,
        loop="auto",  # uvloop where there is one
        http="auto",
        ws="websockets-sansio",
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
