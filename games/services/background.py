"""Work that nobody waits for, such as notifications: a few threads beside the one that asks."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Final

from django.db import close_old_connections

from games.common.pacing import rest

log = logging.getLogger("games.background")

BACKGROUND_THREADS: Final = 2
WORK_SHARE: Final = 0.25
"""Share of the time in which a thread works: hundreds of tasks at once do not hold up moves."""
_lock: Final = Lock()
_pools: Final[list[ThreadPoolExecutor]] = []
"""The threads of this process: one pool once there was a task, or none."""


def in_background(task: Callable[[], object]) -> Future[None]:
    """Run `task` in a thread with its own database connection; a failure is only logged.

    Keep tasks short: those that have not begun as the process ends are dropped.
    """
    with _lock:
        if not _pools:
            _pools.append(ThreadPoolExecutor(BACKGROUND_THREADS, thread_name_prefix="background"))
        return _pools[0].submit(_do, task)


def drop_waiting() -> None:
    """Drop background tasks that have not begun, so the process can end; later ones still run."""
    with _lock:
        for pool in _pools:
            pool.shutdown(wait=False, cancel_futures=True)
        _pools.clear()


def _do(task: Callable[[], object]) -> None:
    """Run a background task, log its failure, and pause in proportion to its duration."""
    close_old_connections()
    began = time.monotonic()
    try:
        task()
    except Exception as error:  # noqa: BLE001 - nothing depends on it
        log.warning("a task in the background failed: %s", type(error).__name__)
    finally:
        close_old_connections()
        rest(began=began, work_share=WORK_SHARE)
