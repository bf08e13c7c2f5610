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

MOVE_LIMIT_S: Final = 0.25
"""Seconds for a move, after which a quicker bot plays."""
HINT_LIMIT_S: Final = 30.0
"""Seconds for a hint, which may wait until a worker process has started."""
MAX_QUEUED: Final = 8
"""Tasks that may wait for each process; further ones are refused at once."""
MOVES, HINTS = range(2)
"""Urgency of tasks, the lower first. Analyses of matches come after both: they have processes of
their own, of the lowest priority, and begin none while a task runs here.
"""


class PrioritySemaphore:
    """Semaphore whose permits, one for each worker process, go to the most urgent waiter first."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._count = itertools.count()

    async def acquire(self, urgency: int) -> None:
        """Take a permit of the semaphore, waiting until one is free.

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
                self.release()  # its permit came at the moment of the cancellation
            raise

    def release(self) -> None:
        """Return a permit to the semaphore, for the first caller that waits."""
        while self._waiting:
            turn = heapq.heappop(self._waiting)[2]
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class ThinkingPool(Protocol):
    """Interface of a pool of workers in which bots choose actions and give advice."""

    pending: int
    """Number of tasks that wait or run."""

    async def choose(
        self, level: str, view: PlayerView, seed: int, spent: float = 0.0, /
    ) -> Action | None:
        """Return the action that a bot of this level chooses; None if it failed or took too long.

        `seed` decides the bot's random choices; `spent` are seconds of its time that are over.
        """

    async def advise(self, view: PlayerView, seed: int, /) -> Advice | None:
        """Return the expert bot's advice for the turn to play; None if it failed or was too slow.

        Tasks of `choose` go first.
        """

    def stop(self) -> None:
        """Cancel all tasks of the pool; the next task starts the workers again."""


class BotPool:
    """Pool of the bots' worker processes, started by the first task and again after a crash."""

    def __init__(self, limit: float = MOVE_LIMIT_S, processes: int | None = None) -> None:
        self.limit = limit
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self.pending = 0
        self._pool: ProcessPoolExecutor | None = None
        self._permits = PrioritySemaphore(self.processes)

    def stop(self) -> None:
        """End the worker processes without waiting; the next task starts them again."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def choose(
        self, level: str, view: PlayerView, seed: int, spent: float = 0.0
    ) -> Action | None:
        """Return the action that a bot of this level chooses in a worker; None if it took too long.

        `seed` decides its random choices; `spent` are seconds of its time that are over.
        """
        return await self._run(
            worker_tasks.run, worker_tasks.task_for(level, view, seed), MOVES, self.limit - spent
        )

    async def advise(self, view: PlayerView, seed: int) -> Advice | None:
        """Return the expert bot's advice for the turn to play; None if it took too long."""
        return await self._run(
            worker_tasks.advise, worker_tasks.task_for("expert", view, seed), HINTS, HINT_LIMIT_S
        )

    async def _run(
        self, work: Callable[[BotTask], T], task: BotTask, urgency: int, limit: float
    ) -> T | None:
        """Run a task in a worker process within `limit` seconds; return None if it fails."""
        if self.pending >= MAX_QUEUED * self.processes:
            metrics.BOT_GAVE_UP.labels("queue").inc()
            return None
        pool = self._pool = self._pool or self._new_pool()
        self.pending += 1
        try:
            async with asyncio.timeout(limit):
                await self._permits.acquire(urgency)
                return await asyncio.wrap_future(self._submit(pool, work, task))
        except TimeoutError:
            metrics.BOT_GAVE_UP.labels("time").inc()
        except (BrokenProcessPool, RuntimeError):
            log.warning("the worker processes of the bots ended and will be started again")
            metrics.BOT_GAVE_UP.labels("crash").inc()
            if self._pool is pool:
                self.stop()
        except Exception:
            log.exception("bot %s failed", task.level)
            metrics.BOT_GAVE_UP.labels("error").inc()
        finally:
            self.pending -= 1
        return None

    def _submit(
        self, pool: ProcessPoolExecutor, work: Callable[[BotTask], T], task: BotTask
    ) -> Future[T]:
        """Submit a task; its permit is released when its process is free, also after a timeout."""
        loop = asyncio.get_running_loop()

        def release(_result: Future[T]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._permits.release)

        try:
            result = pool.submit(work, task)
        except BaseException:
            self._permits.release()
            raise
        result.add_done_callback(release)
        return result

    def _new_pool(self) -> ProcessPoolExecutor:
        """Return a new pool of worker processes for bots."""
        # never fork: the server has threads
        return ProcessPoolExecutor(
            self.processes,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=worker_tasks.get_ready,
        )
