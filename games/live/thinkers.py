"""Processes in which bots think that look ahead, so that the event loop never waits for them."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from games.bots import errands
from games.engine import Action, PlayerView
from games.live import metrics

log = logging.getLogger("games.live.thinkers")

LIMIT: Final = 0.25
"""Seconds for a thought; who asks does something else then."""
QUEUE: Final = 8
"""Thoughts that may wait for each process; further ones are not begun."""


class Thinkers:
    """The processes of one server, begun with the first thought and anew after a crash."""

    def __init__(self, limit: float = LIMIT, processes: int | None = None) -> None:
        self.limit = limit
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self.asked = 0
        """Thoughts under way."""
        self._pool: ProcessPoolExecutor | None = None

    def stop(self) -> None:
        """End the processes; the next thought would begin them anew."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def choose(
        self, level: str, view: PlayerView, seed: int, spent: float = 0.0
    ) -> Action | None:
        """What a bot of that level does; None where it did not answer in time, or not at all.

        `spent` are seconds of its time that are over.
        """
        if self.asked >= QUEUE * self.processes:
            metrics.BOT_GAVE_UP.labels("queue").inc()
            return None
        pool = self._pool = self._pool or self._begun()
        self.asked += 1
        try:
            thought = pool.submit(errands.run, errands.errand_for(level, view, seed))
            return await asyncio.wait_for(asyncio.wrap_future(thought), self.limit - spent)
        except TimeoutError:
            metrics.BOT_GAVE_UP.labels("time").inc()
        except (BrokenProcessPool, RuntimeError):
            log.warning("the bots' processes ended; they will be begun anew")
            metrics.BOT_GAVE_UP.labels("crash").inc()
            if self._pool is pool:
                self.stop()
        except Exception:
            log.exception("bot %s failed", level)
            metrics.BOT_GAVE_UP.labels("error").inc()
        finally:
            self.asked -= 1
        return None

    def _begun(self) -> ProcessPoolExecutor:
        # never fork: the server has threads
        return ProcessPoolExecutor(
            self.processes,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=errands.get_ready,
        )
