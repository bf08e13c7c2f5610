"""The site served by Daphne's public interface; `daphne_private` adds limits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from channels.routing import get_default_application
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server, twisted_loop

from games.live.server import tested_versions
from games.live.server.lifecycle import (
    PING_EVERY,
    PING_WITHIN,
    SERVER_MESSAGE_BYTES,
    Lifecycle,
)


def serve(host: str, port: int, announce: Callable[[], None], lead: float = 0.0) -> None:
    """Serve the site with Daphne until SIGTERM or SIGINT; call `announce` once it listens.

    For `lead` seconds after the signal the process reports that it is not ready, but still serves.

    Raises:
        SystemExit: with 1 where the address cannot be listened on.
    """
    lifecycle = Lifecycle(announce, lead)
    server: Any = server_class()(
        application=get_default_application(),
        endpoints=build_endpoint_description_strings(host=host, port=port),
        signal_handlers=False,  # Twisted's would cancel the sockets before they are drained
        ready_callable=lambda: lifecycle.begin(twisted_loop, _DaphneListener(server)),
        ping_interval=PING_EVERY,
        ping_timeout=PING_WITHIN,
        websocket_max_message_size=SERVER_MESSAGE_BYTES,
        websocket_max_frame_size=SERVER_MESSAGE_BYTES,
        application_close_timeout=10,
        websocket_handshake_timeout=10,
        server_name="",
        verbosity=0,
    )
    try:
        server.run()
    finally:
        _close_loop(twisted_loop)
    if lifecycle.failed or not lifecycle.began:
        raise SystemExit(1)


def server_class() -> type[Server]:
    """Return Daphne's server class: ours with limits if the versions are tested ones."""
    if not tested_versions.private_parts_known(tested_versions.DAPHNE):
        return Server  # type: ignore[no-any-return]
    from games.live.server.daphne_private import LimitingServer

    return LimitingServer


class _DaphneListener:
    """Daphne as the `Listener` that a server process's lifecycle controls."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def is_listening(self) -> bool:
        """Return whether Daphne listens on an address already."""
        return bool(self._server.listening_addresses)

    def stop_listening(self) -> None:
        """Stop accepting new connections."""
        for listener in self._server.listeners:
            listener.addCallback(lambda port: port.stopListening())

    def stop(self) -> None:
        """Stop Daphne's reactor."""
        self._server.stop()


def _close_loop(loop: asyncio.AbstractEventLoop) -> None:
    """Cancel the tasks left on the event loop, then close the loop.

    Twisted leaves that to the end of the interpreter, which may crash over a task in a queue.
    """
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    loop.run_until_complete(asyncio.wait(tasks, timeout=5) if tasks else asyncio.sleep(0))
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()
