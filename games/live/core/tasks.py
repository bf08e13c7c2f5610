"""The background tasks of one process: each runs to its end, and its failure is logged."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

from games.live.core import eager_tasks

T = TypeVar("T")

log = logging.getLogger("games.live")


class Tasks:
    """Registry of the running background tasks of a process.

    `outcomes` are exceptions that count as results, not as failures.
    """

    def __init__(self, outcomes: tuple[type[Exception], ...]) -> None:
        self.running: set[asyncio.Task[Any]] = set()
        self.ending = False
        """True while the process ends its threads and connections, so that tasks may fail."""
        self._outcomes = outcomes

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run a coroutine to its end in a task, which starts in the next turn of the loop."""
        return self._keep(asyncio.get_running_loop().create_task(work))

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
        """Run a coroutine at once until it first waits, and the rest in a task, if there is a rest.

        Return that task, or None if the coroutine is done. See `games.live.core.eager_tasks`.

        Raises:
            Exception: whatever the coroutine raises before it first waits.
        """
        task = eager_tasks.begin(work)
        return None if task is None else self._keep(task)

    async def finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine to its end and wait for that; it goes on even if the caller is cancelled.

        Raises:
            Exception: whatever the coroutine raises.
        """
        task = self.begin(work)
        if task is not None:
            await asyncio.shield(task)

    async def wait(self, seconds: float) -> None:
        """Wait at most `seconds` until all tasks but the caller's own are done."""
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
