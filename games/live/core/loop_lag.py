"""Whether this process keeps up: how late its loop wakes, and when its jobs were last done."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Final

from games.live.core import metrics

EVERY: Final = 0.25
"""Seconds between two looks."""
KEPT: Final = 40
"""Looks that `lag` goes back: ten seconds."""


class LoopLag:
    """Measures the running event loop."""

    def __init__(self) -> None:
        self._late: deque[float] = deque(maxlen=KEPT)
        self._done: dict[str, float] = {}
        self._task: asyncio.Task[None] | None = None
        self.beat = asyncio.Event()
        """Set with each look, and cleared at once."""

    @property
    def lag(self) -> float:
        """Seconds the loop was late at worst in the last while."""
        return max(self._late, default=0.0)

    def done(self, job: str) -> None:
        """A repeated job has been done."""
        self._done[job] = time.monotonic()

    def since(self, job: str) -> float:
        """Seconds since a job was last done, or since the start."""
        return time.monotonic() - self._done.get(job, self._done[""])

    async def start(self) -> None:
        """Begin to measure."""
        self.done("")
        self._task = asyncio.create_task(self._run(), name="brisca-pulse")

    async def stop(self) -> None:
        """Measure no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + EVERY
            await asyncio.sleep(EVERY)
            late = max(0.0, loop.time() - due)
            self._late.append(late)
            metrics.LOOP_LAG.observe(late)
            self.beat.set()
            self.beat.clear()
