"""The lifecycle of a server process: start the live path, drain it, then stop.

The server is Daphne (`daphne_server`), or uvicorn where it is asked for (`uvicorn_server`).
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

SERVER_MESSAGE_BYTES: Final = 128 * 1024
"""Message size above which the server ends a socket before the application sees the message.

Our own limit, which answers and closes with 4009, is lower. This one bounds what the sockets of an
address can hold in memory.
"""
PING_EVERY: Final = 10
PING_WITHIN: Final = 10
"""Seconds in which a client has to answer a ping."""
GARBAGE_AFTER: Final = (10_000, 5, 5)
"""Thresholds of the garbage collector: new objects before a search of the youngest, and how many
searches come before one of the middle, and of the oldest, generation.
"""
SWITCH_AFTER: Final = 0.0002
"""Seconds after which a thread that waits for the interpreter's lock gets it."""
REQUESTS_WITHIN: Final = 5.0
"""Seconds that open requests may still take at the end."""


class Listener(Protocol):
    """Interface of the HTTP server (Daphne, uvicorn) to the lifecycle of its process."""

    def is_listening(self) -> bool:
        """Return whether the HTTP server listens on an address already."""

    def stop_listening(self) -> None:
        """Stop accepting new connections."""

    def stop(self) -> None:
        """Stop the HTTP server; its `serve` returns soon after."""


class Lifecycle:
    """Start and orderly end of a server process, from listening to the last write."""

    def __init__(self, announce: Callable[[], None], lead: float = 0.0) -> None:
        self.failed = False
        self.began = False
        """Whether the server ever listened: Daphne ends silently if it cannot."""
        self._announce = announce
        self._lead = lead
        self._listener: Listener
        self._runtime: Runtime | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._ending = False

    def begin(self, loop: asyncio.AbstractEventLoop, listener: Listener) -> None:
        """Start serving tables, and handle SIGTERM and SIGINT; `loop` need not run yet."""
        self._listener = listener
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._on_signal, loop)
        self._spawn(loop, self._start())

    def _spawn(self, loop: asyncio.AbstractEventLoop, work: Any) -> None:
        task = loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start(self) -> None:
        """Start the runtime and announce the server, or stop it if that fails."""
        try:
            self._runtime = await Runtime.current()
            if not self._listener.is_listening():
                raise OSError("nothing to listen on")
        except Exception:
            log.exception("the site cannot start")
            self.failed = True
            self._listener.stop()
        else:
            self.began = True
            _tune_interpreter()
            self._announce()

    def _on_signal(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._ending:
            self._ending = True
            self._spawn(loop, self._end())

    async def _end(self) -> None:
        """Report the process as not ready, drain the sockets, write all actions, then stop."""
        try:
            if self._runtime is not None:
                self._runtime.draining = True
                await asyncio.sleep(self._lead)  # until the load balancer has noticed
            self._listener.stop_listening()
            if self._runtime is not None:
                await self._runtime.drain()
                await _wait_for_requests()
                await self._runtime.stop()
        except Exception:
            log.exception("the end was not clean")
            self.failed = True
        finally:
            self._listener.stop()


def _tune_interpreter() -> None:
    """Tune garbage collection and thread switching of the Python interpreter for short delays.

    All present objects are excluded from collection, as a full search of all of Django takes longer
    than a hundred moves. Threads switch sooner, as a thread that comes back from the database, as
    the journal's, must not wait 5 ms for the interpreter while the loop works.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_AFTER)
    sys.setswitchinterval(SWITCH_AFTER)


async def _wait_for_requests() -> None:
    """Wait until all open requests are answered, at most REQUESTS_WITHIN seconds."""
    loop = asyncio.get_running_loop()
    until = loop.time() + REQUESTS_WITHIN
    while metrics.open_requests() and loop.time() < until:  # noqa: ASYNC110 - they tell nobody
        await asyncio.sleep(0.05)
