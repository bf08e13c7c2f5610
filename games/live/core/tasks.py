"""The tasks of one process: each runs to its end, whoever asked for it, and its failure is logged."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

from games.live.core import eager_tasks

T = TypeVar("T")

log = logging.getLogger("games.live")


class Tasks:
    """Keeps tasks until they are done. `outcomes` are exceptions that are no failures."""

    def __init__(self, outcomes: tuple[type[Exception], ...]) -> None:
        self.running: set[asyncio.Task[Any]] = set()
        self.ending = False
        """Whether threads and connections end, so that tasks may fail for it."""
        self._outcomes = outcomes

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run a coroutine to its end; it begins at the loop's next turn."""
        return self._keep(asyncio.get_running_loop().create_task(work))

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
        """Run a coroutine up to where it waits, now; return the task of the rest, if there is one.

        Raises what the coroutine raises before it waits. See `games.live.core.eager_tasks`.
        """
        task = eager_tasks.begin(work)
        return None if task is None else self._keep(task)

    async def finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine to its end, even when the caller is cancelled; raises what it raises."""
        task = self.begin(work)
        if task is not None:
            await asyncio.shield(task)

    async def wait(self, seconds: float) -> None:
        """Wait for all tasks but the caller's own, at most so many seconds."""
        pending = [task for task in self.running if task is not asyncio.current_task()]
        if pending:
            await asyncio.wait(pending, timeout=seconds)

    def _keep(self, task: asyncio.Task[T]) -> asyncio.Task[T]:
        self.running.add(task)
        task.add_done_callback(self._on_done)
        return task

    def _on_done(self, task: asyncio.Task[Any]) -> None:
        self.running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is None or isinstance(error, self._outcomes):
            return
        if self.ending:
            log.info("a task was cut short by the end: %s", type(error).__name__)
        else:
            log.error("a task of the live path failed", exc_info=error)
