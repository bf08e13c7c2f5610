"""A lock that threads get in the order in which they asked for it.

SQLite lets one connection write at a time, and one that waits looks again after 1, 2, 5, up to 100 ms.
A job that writes one transaction after another is always quicker than that, so the others come last.
"""

from __future__ import annotations

import threading
from collections import deque


class FifoLock:
    """A mutual exclusion lock which is handed to the thread that has waited longest.

    >>> lock = FifoLock()
    >>> lock.acquire(timeout=1.0), lock.acquire(timeout=0.0)
    (True, False)
    >>> lock.release()
    >>> lock.acquire(timeout=0.0)
    True
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._held = False
        self._waiting: deque[threading.Lock] = deque()

    def acquire(self, *, timeout: float) -> bool:
        """Wait for the lock for at most `timeout` seconds; return True if the caller holds it."""
        with self._guard:
            if not self._held:
                self._held = True
                return True
            turn = threading.Lock()
            turn.acquire()
            self._waiting.append(turn)
        if turn.acquire(timeout=timeout):
            return True
        with self._guard:
            if turn in self._waiting:
                self._waiting.remove(turn)
                return False
            return True  # it was handed over just now

    def release(self) -> None:
        """Hand the lock to the thread that has waited longest; any thread may call this.

        Raises:
            RuntimeError: nobody holds it.
        """
        with self._guard:
            if not self._held:
                raise RuntimeError("the lock is not held")
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._held = False
