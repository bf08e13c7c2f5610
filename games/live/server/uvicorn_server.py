"""The site served by uvicorn's public interface; `uvicorn_private` adds the rest."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn
import websockets  # noqa: F401 - without it uvicorn would serve pages but no sockets
from channels.routing import get_default_application

from games.live.server import tested_versions
from games.live.server.lifecycle import (
    PING_EVERY,
    PING_WITHIN,
    REQUESTS_WITHIN,
    SERVER_MESSAGE_BYTES,
    Lifecycle,
)


def serve(host: str, port: int, announce: Callable[[], None], lead: float = 0.0) -> None:
    """Serve the site with uvicorn until SIGTERM or SIGINT; call `announce` once it listens.

    For `lead` seconds after the signal the process reports that it is not ready, but still serves.

    Raises:
        SystemExit: with 1 where the address cannot be listened on.
    """
    lifecycle = Lifecycle(announce, lead)
    config = uvicorn.Config(
        get_default_application(),
        host=host,
        port=port,
        loop="auto",  # uvloop where there is one
        **protocol_classes(),
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
        runner.run(_UvicornListener(config, lifecycle).serve())
    if lifecycle.failed or not lifecycle.began:
        raise SystemExit(1)


def protocol_classes() -> dict[str, Any]:
    """Return uvicorn's options `http` and `ws`: ours if the installed version is a tested one."""
    if not tested_versions.private_parts_known(tested_versions.UVICORN):
        return {"http": "auto", "ws": "auto"}
    from games.live.server.uvicorn_private import DeadlineProtocol, DirectProtocol

    return {"http": DeadlineProtocol, "ws": DirectProtocol}


class _UvicornListener(uvicorn.Server):
    """uvicorn as the `Listener` of a server process; it leaves signals to `Lifecycle`."""

    def __init__(self, config: uvicorn.Config, lifecycle: Lifecycle) -> None:
        super().__init__(config)
        self._lifecycle = lifecycle

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture no signals: uvicorn would close the sockets before they are drained."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen on the address, then start the lifecycle.

        Raises:
            SystemExit: with 1 where the address cannot be listened on.
        """
        try:
            await super().startup(sockets)
        except SystemExit as error:  # it has said why
            raise SystemExit(1) from error
        self._lifecycle.begin(asyncio.get_running_loop(), self)

    def is_listening(self) -> bool:
        """Return whether uvicorn listens on an address already."""
        return self.started

    def stop_listening(self) -> None:
        """Stop accepting new connections."""
        for server in self.servers:
            server.close()

    def stop(self) -> None:
        """Stop uvicorn at its next tick."""
        self.should_exit = True
