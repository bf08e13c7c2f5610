"""Daphne with the live path around it: started with the server, drained before it stops."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable
from typing import Any

from games.live.runtime import Runtime

log = logging.getLogger("games.live.serving")

SERVER_MESSAGE_BYTES = 16_384
"""Daphne drops a socket without a word at this size; our own limit, below it, answers."""


def serve(host: str, port: int, announce: Callable[[], None]) -> None:
    """Serve until SIGTERM or SIGINT; SystemExit(1) where the address cannot be listened on."""
    from daphne.endpoints import build_endpoint_description_strings
    from daphne.server import Server, twisted_loop

    from brisca_site.asgi import application

    life = _Life(twisted_loop, announce)
    life.server = server = Server(
        application=application,
        endpoints=build_endpoint_description_strings(host=host, port=port),
        signal_handlers=False,  # Twisted's would cancel the sockets before they are drained
        ready_callable=life.begin,
        ping_interval=10,
        ping_timeout=10,
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
        _wind_up(twisted_loop)
    if life.failed or not life.began:
        raise SystemExit(1)


def _wind_up(loop: asyncio.AbstractEventLoop) -> None:
    """End what still waits on the loop, then the loop.

    Twisted leaves that to the end of the interpreter, which may crash over a task in a queue.
    """
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    loop.run_until_complete(asyncio.wait(tasks, timeout=5) if tasks else asyncio.sleep(0))
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()


class _Life:
    """The life of the process from listening to the last write."""

    def __init__(self, loop: asyncio.AbstractEventLoop, announce: Callable[[], None]) -> None:
        self.server: Any = None
        self.failed = False
        self.began = False
        """Whether it ever listened: Daphne ends without a word where it cannot."""
        self._loop = loop
        self._announce = announce
        self._runtime: Runtime | None = None
        self._ending: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Called by Daphne before its loop runs."""
        for number in (signal.SIGTERM, signal.SIGINT):
            self._loop.add_signal_handler(number, self._signalled)
        self._loop.create_task(self._start())

    async def _start(self) -> None:
        try:
            self._runtime = await Runtime.current()
            if not self.server.listening_addresses:
                raise OSError("nothing to listen on")
        except Exception:
            log.exception("the site cannot start")
            self.failed = True
            self.server.stop()
        else:
            self.began = True
            self._announce()

    def _signalled(self) -> None:
        if self._ending is None:
            self._ending = self._loop.create_task(self._end())

    async def _end(self) -> None:
        """No new sockets; everybody told; everything written; then stop."""
        try:
            for listener in self.server.listeners:
                listener.addCallback(lambda port: port.stopListening())
            if self._runtime is not None:
                await self._runtime.drain()
                await self._runtime.stop()
        except Exception:
            log.exception("the end was not clean")
            self.failed = True
        finally:
            self.server.stop()
