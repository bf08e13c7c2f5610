"""A server with the live path around it: started with the server, drained before it stops.

Daphne is the server; uvicorn is another that may be asked for (`serving_uvicorn`).
"""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Callable
from typing import Any, Final, Protocol

from games.live.core import metrics
from games.live.process.runtime import Runtime

log = logging.getLogger("games.live.server.lifecycle")

SERVER_MESSAGE_BYTES: Final = 16_384
"""The server drops a socket without a word at this size; our own limit, below it, answers."""
PING_EVERY: Final = 10
PING_WITHIN: Final = 10
"""Seconds; who has not answered a ping by then is gone."""
GARBAGE_AFTER: Final = (10_000, 5, 5)
"""Objects more than before, after which the youngest are looked through; and how often until those
that have stayed once, and until all."""
SWITCH_AFTER: Final = 0.0002
"""Seconds after which a thread that waits for the interpreter gets it."""
REQUESTS_WITHIN: Final = 5.0
"""Seconds that requests under way are given at the end."""


class Listener(Protocol):
    """What the life of a process needs of a server."""

    def listening(self) -> bool:
        """Whether it has something to listen on."""

    def deaf(self) -> None:
        """Take no new connections."""

    def stop(self) -> None:
        """End; `serve` returns soon after."""


class Life:
    """The life of the process from listening to the last write."""

    def __init__(self, announce: Callable[[], None], lead: float = 0.0) -> None:
        self.failed = False
        self.began = False
        """Whether it ever listened: Daphne ends without a word where it cannot."""
        self._announce = announce
        self._lead = lead
        self._listener: Listener
        self._runtime: Runtime | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._ending = False

    def begin(self, loop: asyncio.AbstractEventLoop, listener: Listener) -> None:
        """Start the live path and wait for the signal to end; `loop` need not run yet."""
        self._listener = listener
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._signalled, loop)
        self._spawn(loop, self._start())

    def _spawn(self, loop: asyncio.AbstractEventLoop, work: Any) -> None:
        task = loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start(self) -> None:
        try:
            self._runtime = await Runtime.current()
            if not self._listener.listening():
                raise OSError("nothing to listen on")
        except Exception:
            log.exception("the site cannot start")
            self.failed = True
            self._listener.stop()
        else:
            self.began = True
            _settle_in()
            self._announce()

    def _signalled(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._ending:
            self._ending = True
            self._spawn(loop, self._end())

    async def _end(self) -> None:
        """Not ready; no new sockets; everybody told; everything written; then stop."""
        try:
            if self._runtime is not None:
                self._runtime.draining = True
                await asyncio.sleep(self._lead)  # until whoever sends us visitors has noticed
            self._listener.deaf()
            if self._runtime is not None:
                await self._runtime.drain()
                await _requests_answered()
                await self._runtime.stop()
        except Exception:
            log.exception("the end was not clean")
            self.failed = True
        finally:
            self._listener.stop()


def _settle_in() -> None:
    """What is loaded now stays; look for garbage among the rest alone.

    A full look at all of Django takes longer than a hundred moves. And a thread that comes back
    from the database, as the journal's, must not wait 5 ms for the interpreter while the loop works.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_AFTER)
    sys.setswitchinterval(SWITCH_AFTER)


async def _requests_answered() -> None:
    loop = asyncio.get_running_loop()
    until = loop.time() + REQUESTS_WITHIN
    while metrics.open_requests() and loop.time() < until:  # noqa: ASYNC110 - they tell nobody
        await asyncio.sleep(0.05)


def serve(host: str, port: int, announce: Callable[[], None], lead: float = 0.0) -> None:
    """Serve with Daphne until SIGTERM or SIGINT.

    For `lead` seconds after that the process is not ready but serves. SystemExit(1) where the
    address cannot be listened on.
    """
    from daphne.endpoints import build_endpoint_description_strings
    from daphne.server import twisted_loop

    from brisca_site.asgi import application
    from games.live.server.daphne_read_timeout import ReadTimeoutServer

    life = Life(announce, lead)
    server: Any = ReadTimeoutServer(
        application=application,
        endpoints=build_endpoint_description_strings(host=host, port=port),
        signal_handlers=False,  # Twisted's would cancel the sockets before they are drained
        ready_callable=lambda: life.begin(twisted_loop, _Daphne(server)),
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
        _wind_up(twisted_loop)
    if life.failed or not life.began:
        raise SystemExit(1)


class _Daphne:
    """Daphne as a `Listener`."""

    def __init__(self, server: Any) -> None:
        self._server = server

    def listening(self) -> bool:
        """Whether an address could be listened on."""
        return bool(self._server.listening_addresses)

    def deaf(self) -> None:
        """Take no new connections."""
        for listener in self._server.listeners:
            listener.addCallback(lambda port: port.stopListening())

    def stop(self) -> None:
        """End the reactor."""
        self._server.stop()


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
