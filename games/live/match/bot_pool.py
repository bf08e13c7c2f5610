"""Processes in which bots think that look ahead, so that the event loop never waits for them."""

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
"""Seconds for a move; then a quicker bot plays."""
PATIENCE: Final = 30.0
"""Seconds for a hint: whoever asked for it can wait until a process has begun."""
QUEUE: Final = 8
"""Thoughts that may wait for each process; further ones are not begun."""
MOVES, HINTS = range(2)
"""What is thought over first. Reviews of matches come last: they have processes of their own, of the
lowest priority, and begin none while anything is thought over here."""


class Doors:
    """As many as there are processes; who may not enter waits, the more urgent in front."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._count = itertools.count()

    async def enter(self, urgency: int) -> None:
        """Wait for a door; the lower `urgency` goes first, of two alike who came first."""
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
        """Let the next one in."""
        while self._waiting:
            turn = heapq.heappop(self._waiting)[2]
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class Thinks(Protocol):
    """What thinks for the house."""

    asked: int
    """Thoughts under way."""

    async def choose(
        self, level: str, view: PlayerView, seed: int, spent: float = 0.0, /
    ) -> Action | None:
        """What a bot of that level does; None where it did not answer in time, or not at all.

        `spent` are seconds of its time that are over.
        """

    async def advise(self, view: PlayerView, seed: int, /) -> Advice | None:
        """What to tell who is to play; None as in `choose`. Moves of bots go before it."""

    def stop(self) -> None:
        """End what is under way; the next thought would begin anew."""


class BotPool:
    """The processes of one server, begun with the first thought and anew after a crash."""

    def __init__(self, limit: float = LIMIT, processes: int | None = None) -> None:
        self.limit = limit
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self.asked = 0
        self._pool: ProcessPoolExecutor | None = None
        self._doors = Doors(self.processes)

    def stop(self) -> None:
        """End the processes; the next thought would begin them anew."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def choose(
        self, level: str, view: PlayerView, seed: int, spent: float = 0.0
    ) -> Action | None:
        """What a bot of that level does, by one of the processes; see `Thinks`."""
        return await self._think(
            worker_tasks.run, worker_tasks.task_for(level, view, seed), MOVES, self.limit - spent
        )

    async def advise(self, view: PlayerView, seed: int) -> Advice | None:
        """What to tell who is to play, by one of the processes; see `Thinks`."""
        return await self._think(
            worker_tasks.advise, worker_tasks.task_for("expert", view, seed), HINTS, PATIENCE
        )

    async def _think(
        self, think: Callable[[BotTask], T], task: BotTask, urgency: int, limit: float
    ) -> T | None:
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
        """Begin a thought; its door is free when the process is, however long somebody waits."""
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
