"""Database threads of the live path, each with one connection that stays open.

Channels' `database_sync_to_async` shares one thread with all else in the process and may open a
connection anew for each call, which costs more than the query. While one of these connections is
open on SQLite, closing others does not force a checkpoint. On PostgreSQL they do not come from the
connection pool of the pages: a move never waits for a connection that a page holds.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.utils import Error, InterfaceError, OperationalError

from games.live.core import metrics

T = TypeVar("T")

PATIENCE: Final = 20.0
"""Seconds to keep trying a database that takes no connections, as while a standby is promoted."""


class DbThreads:
    """Pool of `size` threads with database connections, which run functions that use the ORM."""

    def __init__(self, name: str, size: int = 1) -> None:
        self._size = size
        self._pool = ThreadPoolExecutor(
            size, thread_name_prefix=f"brisca-{name}", initializer=_beside_the_pool
        )
        self.waiting = 0
        """Calls that have been submitted and are not done."""

    async def run(self, call: Callable[[], T]) -> T:
        """Run `call` in one of the database threads, and return its result.

        Raises:
            Exception: whatever `call` raises; database errors are counted in the metrics.
        """
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, _soundly, call)
        except Error as error:
            metrics.DATABASE_ERRORS.labels(type(error).__name__).inc()
            raise
        finally:
            self.waiting -= 1

    async def read(self, call: Callable[[], T]) -> T:
        """Run a function that only reads, again if its connection is lost, and return its result.

        Raises:
            Exception: whatever `call` raises; database errors are counted in the metrics.
        """
        return await self.run(partial(_read_soundly, call))

    def stop(self) -> None:
        """Finish the submitted calls, close the connections and end the threads (blocking)."""
        together = threading.Barrier(self._size)

        def close() -> None:
            with contextlib.suppress(threading.BrokenBarrierError):
                together.wait(timeout=10)  # so that each thread takes exactly one of these
            connection.close()

        for _ in range(self._size):
            self._pool.submit(close)
        self._pool.shutdown(wait=True)


def _beside_the_pool() -> None:
    """Give this thread its own database connection, outside the pool that the pages share."""
    shared = connections[DEFAULT_DB_ALIAS]
    options = dict(shared.settings_dict["OPTIONS"])
    if options.pop("pool", None):
        own = {**shared.settings_dict, "OPTIONS": options}
        connections[DEFAULT_DB_ALIAS] = type(shared)(own, DEFAULT_DB_ALIAS)


def _soundly(call: Callable[[], T]) -> T:
    """Run a function with a usable database connection, reopened first if it has failed.

    A connection that has failed is closed, so that Django opens a new one.
    """
    if connection.connection is not None and connection.errors_occurred:
        if _usable():
            connection.errors_occurred = False
        else:
            connection.close()
    if connection.connection is None and connection.vendor == "postgresql":
        _connect()
    return call()


def _read_soundly(call: Callable[[], T]) -> T:
    """Run a function that only reads the database, again if the connection is lost meanwhile."""
    try:
        return call()
    except (InterfaceError, OperationalError):
        if not reopen_lost_connection():
            raise
        return call()


def reopen_lost_connection() -> bool:
    """Reopen this thread's database connection if the server has ended it; return whether it had.

    A transaction of the lost connection may have been committed or not: whoever repeats it needs
    constraints that refuse it the second time. Does nothing within a transaction and on SQLite.

    Raises:
        OperationalError: the database takes no connection for PATIENCE seconds.
    """
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        return False
    if connection.connection is not None and _usable():
        return False
    connection.close()
    _connect()
    return True


def _connect() -> None:
    """Open this thread's database connection, trying for PATIENCE seconds while it is refused."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.ensure_connection()
        except OperationalError:
            if time.monotonic() >= until:
                raise
            time.sleep(0.1)
        else:
            return


def _usable() -> bool:
    """Return whether this thread's database connection still works."""
    try:
        return bool(connection.is_usable())
    except Error:
        return False


def keep_in_wal() -> None:
    """Switch an SQLite file to write-ahead logging, which it keeps.

    Do nothing on other databases.
    """
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        if cursor.fetchone()[0] not in ("wal", "memory"):
            cursor.execute("PRAGMA journal_mode=WAL")
