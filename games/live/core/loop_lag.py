"""Measurement of the event loop: how late it wakes, and when repeated jobs were last done."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Final

from games.live.core import metrics

EVERY: Final = 0.25
"""Seconds between two measurements of the event loop's delay."""
KEPT: Final = 40
"""Number of measurements that `lag` considers: ten seconds of them."""


class LoopLag:
    """Monitor of the event loop: how late it wakes, and when each repeated job last ended."""

    def __init__(self) -> None:
        self._late: deque[float] = deque(maxlen=KEPT)
        self._done: dict[str, float] = {}
        self._task: asyncio.Task[None] | None = None
        self.beat = asyncio.Event()
        """Set at each measurement, and cleared at once; waiters wake every EVERY seconds."""

    @property
    def lag(self) -> float:
        """Return the most seconds by which the event loop woke late in the last ten seconds."""
        return max(self._late, default=0.0)

    def done(self, job: str) -> None:
        """Note that a run of the repeated job with this name has just ended."""
        self._done[job] = time.monotonic()

    def since(self, job: str) -> float:
        """Return the seconds since a repeated job was last done, or since `start` if never."""
        return time.monotonic() - self._done.get(job, self._done[""])

    async def start(self) -> None:
        """Start the task that measures the delay of the event loop."""
        self.done("")
        self._task = asyncio.create_task(self._run(), name="brisca-pulse")

    async def stop(self) -> None:
        """Cancel the task that measures the event loop, and wait for its end."""
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
