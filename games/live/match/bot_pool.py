"""Worker processes for bots that look ahead, so that the event loop never waits for them."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, Protocol, TypeVar

from games.bots import worker_tasks
from games.bots.evaluation.advice import Advice
from games.bots.worker_tasks import BotTask
from games.engine import Action, PlayerView
from games.live.core import metrics

T = TypeVar("T")

log = logging.getLogger("games.live.match.bot_pool")

LIMIT: Final = 0.25
"""Seconds for a move; after them a quicker bot plays."""
PATIENCE: Final = 30.0
"""Seconds for a hint, which may wait until a worker process has started."""
QUEUE: Final = 8
"""Tasks that may wait for each process; further ones are refused at once."""
MOVES, HINTS = range(2)
"""Urgency of tasks, the lower first. Analyses of matches come after both: they have processes of
their own, of the lowest priority, and begin none while a task runs here.
"""


class Doors:
    """A priority semaphore with as many permits as there are processes."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._count = itertools.count()

    async def enter(self, urgency: int) -> None:
        """Take a permit, waiting for one.

        The lower `urgency` goes first, then the earlier caller.
        """
        if self._free > 0:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (urgency, next(self._count), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()  # it was let in at that very moment
            raise

    def leave(self) -> None:
        """Release a permit, to the first caller that waits."""
        while self._waiting:
            turn = heapq.heappop(self._waiting)[2]
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class Thinks(Protocol):
    """A pool of workers in which bots choose and advise."""

    asked: int
    """Number of tasks that wait or run."""

    async def choose(
        self, level: str, view: PlayerView, seed: int, spent: float = 0.0, /
    ) -> Action | None:
        """Return the action of a bot of that level; None if it did not answer in time, or failed.

        `spent` are seconds of its time that are over.
        """

    async def advise(self, view: PlayerView, seed: int, /) -> Advice | None:
        """Return the advice for whoever is to play; None as in `choose`. Moves go before advice."""

    def stop(self) -> None:
        """Cancel the tasks; the next task starts the workers again."""


class BotPool:
    """The worker processes of one server, started by the first task and again after a crash."""

    def __init__(self, limit: float = LIMIT, processes: int | None = None) -> None:
        self.limit = limit
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self.asked = 0
        self._pool: ProcessPoolExecutor | None = None
        self._doors = Doors(self.processes)

    def stop(self) -> None:
        """End the processes without waiting; the next task starts them again."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def choose(
        self, level: str, view: PlayerView, seed: int, spent: float = 0.0
    ) -> Action | None:
        """Return the action of a bot of that level, from a worker process; see `Thinks`."""
        return await self._think(
            worker_tasks.run, worker_tasks.task_for(level, view, seed), MOVES, self.limit - spent
        )

    async def advise(self, view: PlayerView, seed: int) -> Advice | None:
        """Return the advice for whoever is to play, from a worker process; see `Thinks`."""
        return await self._think(
            worker_tasks.advise, worker_tasks.task_for("expert", view, seed), HINTS, PATIENCE
        )

    async def _think(
        self, think: Callable[[BotTask], T], task: BotTask, urgency: int, limit: float
    ) -> T | None:
        """Run a task in a worker process within `limit` seconds; return None if it fails."""
        if self.asked >= QUEUE * self.processes:
            metrics.BOT_GAVE_UP.labels("queue").inc()
            return None
        pool = self._pool = self._pool or self._begun()
        self.asked += 1
        try:
            async with asyncio.timeout(limit):
                await self._doors.enter(urgency)
                return await asyncio.wrap_future(self._submitted(pool, think, task))
        except TimeoutError:
            metrics.BOT_GAVE_UP.labels("time").inc()
        except (BrokenProcessPool, RuntimeError):
            log.warning("the bots' processes ended; they will be begun anew")
            metrics.BOT_GAVE_UP.labels("crash").inc()
            if self._pool is pool:
                self.stop()
        except Exception:
            log.exception("bot %s failed", task.level)
            metrics.BOT_GAVE_UP.labels("error").inc()
        finally:
            self.asked -= 1
        return None

    def _submitted(
        self, pool: ProcessPoolExecutor, think: Callable[[BotTask], T], task: BotTask
    ) -> Future[T]:
        """Submit a task; its permit is released when the process is free, also after a timeout."""
        loop = asyncio.get_running_loop()

        def left(_thought: Future[T]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._doors.leave)

        try:
            thought = pool.submit(think, task)
        except BaseException:
            self._doors.leave()
            raise
        thought.add_done_callback(left)
        return thought

    def _begun(self) -> ProcessPoolExecutor:
        # never fork: the server has threads
        return ProcessPoolExecutor(
            self.processes,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=worker_tasks.get_ready,
        )
