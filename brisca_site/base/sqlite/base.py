"""Django's SQLite backend with connections that are kept for the next request, and writers in turn.

Under ASGI each request has a thread and so a connection of its own. Opening one, registering fifty
functions and reading the schema takes longer than most pages. PostgreSQL has the driver's pool for
that.

Transactions of one process on one file begin in the order in which their threads asked: see
`fifo_lock`. SQLite's own lock still decides, between processes as well.
"""

from __future__ import annotations

import atexit
import os
import threading
from typing import Any, Final

from django.db.backends.sqlite3 import base
from django.utils.asyncio import async_unsafe

from brisca_site.base.sqlite.fifo_lock import FifoLock

MAX_IDLE_CONNECTIONS: Final = 8
"""Maximum number of idle connections; others are closed."""
File = tuple[int, int]
"""Device and inode of a database file, which tell it from another one of the same name."""


class IdleConnections:
    """Pool of this process's idle connections to SQLite files, for the next request to reuse."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: list[tuple[File, Any]] = []
        self._process = os.getpid()

    def take(self, file: File | None) -> Any:
        """Take the most recently used idle connection to a file out of the pool; None without one.

        The caches of that connection hold the pages and statements of the latest requests. `file`
        is its device and inode. Connections to other files, such as one that was replaced, are
        closed.
        """
        with self._lock:
            if self._process != os.getpid():  # a child has no part in what its parent opened
                self._held, self._process = [], os.getpid()
            of_this_file = []
            for other, connection in self._held:
                if other == file:
                    of_this_file.append((other, connection))
                else:
                    connection.close()
            self._held = of_this_file
            return of_this_file.pop()[1] if of_this_file else None

    def give(self, file: File, connection: Any) -> bool:
        """Put an idle connection into the pool; return True, or False if the pool is full."""
        with self._lock:
            if self._process != os.getpid() or len(self._held) >= MAX_IDLE_CONNECTIONS:
                return False
            self._held.append((file, connection))
            return True

    def close(self) -> None:
        """Close all idle connections of the pool."""
        with self._lock:
            if self._process == os.getpid():
                for _file, connection in self._held:
                    connection.close()
            self._held = []


idle_connections = IdleConnections()
atexit.register(idle_connections.close)


class Writers:
    """Locks of this process, one for each SQLite file, which its writers get in turn."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._locks: dict[File, FifoLock] = {}
        self._process = os.getpid()

    def lock_of(self, file: File) -> FifoLock:
        """Return the lock for the writers of a database file (device and inode)."""
        with self._guard:
            if self._process != os.getpid():  # a child does not wait for its parent's threads
                self._locks, self._process = {}, os.getpid()
            return self._locks.setdefault(file, FifoLock())


writers = Writers()


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's SQLite backend, which reuses idle connections and begins transactions in turn."""

    _file: File | None = None
    _turn: FifoLock | None = None
    """The lock that this connection holds while it has a transaction."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return an idle connection to the database, or else a new one."""
        self._file = _file_of(str(conn_params["database"]))
        idle = idle_connections.take(self._file)
        if idle is not None:
            return idle
        connection = super().get_new_connection(conn_params)
        self._file = self._file or _file_of(str(conn_params["database"]))
        return connection

    def set_autocommit(
        self, autocommit: bool, force_begin_transaction_with_broken_autocommit: bool = False
    ) -> None:
        """Begin a transaction after the writers that came first, or end a transaction."""
        self.validate_no_atomic_block()
        begins = force_begin_transaction_with_broken_autocommit and not autocommit
        if begins:
            self.ensure_connection()  # which says what file it is
            self._await_turn()
        elif autocommit:
            self._end_turn()
        try:
            super().set_autocommit(autocommit, force_begin_transaction_with_broken_autocommit)
        except BaseException:
            self._end_turn()
            raise

    def _await_turn(self) -> None:
        """Wait until the writers that came first have ended their transactions.

        A writer that waits in vain goes on without a turn: SQLite's lock says whether somebody
        writes, ours only who is next.
        """
        if self._turn is None and self._file is not None:
            lock = writers.lock_of(self._file)
            if lock.acquire(timeout=float(self.settings_dict["OPTIONS"].get("timeout", 5.0))):
                self._turn = lock

    def _end_turn(self) -> None:
        """Let the next writer begin its transaction."""
        if self._turn is not None:
            turn, self._turn = self._turn, None
            turn.release()

    @async_unsafe
    def close(self) -> None:
        """Roll back, and put the connection into the pool if nothing failed; else close it."""
        self.validate_thread_sharing()
        try:
            if self._is_kept():
                self.connection = None
            super().close()
        finally:
            self._end_turn()

    def _is_kept(self) -> bool:
        """Put the connection into the pool if it can be used again; return whether it is there."""
        connection = self.connection
        if connection is None or self._file is None or self.errors_occurred or self.in_atomic_block:
            return False
        with self.wrap_database_errors:
            if connection.in_transaction:
                connection.rollback()
        return idle_connections.give(self._file, connection)


def _file_of(name: str) -> File | None:
    """Return (device, inode) of the database file with this name.

    Return None for a database in memory or a file that does not exist yet.
    """
    try:
        status = os.stat(name)
    except OSError:
        return None
    return status.st_dev, status.st_ino
