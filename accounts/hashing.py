"""Password hashing in a pool of its own, so that sign-ups and sign-ins do not stop tables.

Argon2 takes 100 MiB and all cores for a tenth of a second, on purpose. The pool hashes few passwords
at once, in threads of low priority, which Argon2's own threads inherit. Its parameters stay
Django's: with others, accounts whose password was hashed before would answer at another speed than
accounts that do not exist.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore
from typing import Any, Final, TypeVar

from django.contrib.auth.hashers import Argon2PasswordHasher

Result = TypeVar("Result")

MAX_AT_ONCE: Final = max(1, (os.cpu_count() or 1) // 2)
"""Number of passwords that are hashed at the same time."""
MAX_WAITING: Final = 8
"""Number of requests that hash a password or wait to; others are refused at once.

It is half of the threads of pages, so that pages are answered meanwhile.
"""
MAX_WAIT_S: Final = 10.0
"""Seconds for which a request waits for its hash."""
RETRY_AFTER_S: Final = 5
"""Seconds after which a refused visitor may try again."""
LOW_PRIORITY: Final = 12
"""The `nice` value of the pool's threads: behind moves (0) and pages (10), but never starved."""


class HashingBusyError(Exception):
    """Refusal to hash a password now, as too many wait; the middleware answers 503."""


class HashingPool:
    """Thread pool for slow functions, with limits on waiting callers and on their waiting time."""

    def __init__(self, threads: int, waiting: int, wait_s: float) -> None:
        self._wait_s = wait_s
        self._places = BoundedSemaphore(waiting)
        self._threads = ThreadPoolExecutor(threads, "password-hashing", _give_way)

    def run(self, call: Callable[..., Result], *arguments: Any) -> Result:
        """Run a function in a thread of the pool, and return its result.

        Raises:
            HashingBusyError: too many calls wait already, or this one has waited too long.
        """
        if not self._places.acquire(blocking=False):
            raise HashingBusyError
        try:
            future = self._threads.submit(call, *arguments)
            try:
                return future.result(timeout=self._wait_s)
            except TimeoutError:
                future.cancel()
                raise HashingBusyError from None
        finally:
            self._places.release()


class PooledArgon2PasswordHasher(Argon2PasswordHasher):
    """Django's Argon2 hasher, which hashes in the pool of this process."""

    def encode(self, password: str, salt: str) -> str:
        """Return the hash of a password.

        Raises:
            HashingBusyError: too many passwords are being hashed.
        """
        return pool().run(super().encode, password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Return True if a password has this hash.

        Raises:
            HashingBusyError: too many passwords are being hashed.
        """
        return pool().run(super().verify, password, encoded)


_pools: Final[dict[int, HashingPool]] = {}
"""Number of a process -> its pool; a forked process has none of its parent's threads."""


def pool() -> HashingPool:
    """Return the pool of threads that hash passwords in this process."""
    number = os.getpid()
    if number not in _pools:
        _pools[number] = HashingPool(MAX_AT_ONCE, MAX_WAITING, MAX_WAIT_S)
    return _pools[number]


def _give_way() -> None:
    """Lower the priority of this thread and of threads that it starts (on Linux only)."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, 0, LOW_PRIORITY)
