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

from brisca_site.sqlite.fifo_lock import FifoLock

MAX_IDLE_CONNECTIONS: Final = 8
"""Maximum number of idle connections; others are closed."""
File = tuple[int, int]
"""Device and inode of a database file, which tell it from another one of the same name."""


class Waiting:
    """Pool of this process's idle connections to SQLite files, for the next request to reuse."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: list[tuple[File, Any]] = []
        self._process = os.getpid()

    def take(self, file: File | None) -> Any:
        """Take the idle connection to a file that was used last out of the pool; None without one.

        It has the pages and statements of the latest requests in its caches, and the processor may
        have them in its own. `file` is its device and inode. Connections to other files, such as one
        that was replaced, are closed.
        """
        with self._lock:
            if self._process != os.getpid():  # a child has no part in what its parent opened
                self._held, self._process = [], os.getpid()
            kept = []
            for other, connection in self._held:
                if other == file:
                    kept.append((other, connection))
                else:
                    connection.close()
            self._held = kept
            return kept.pop()[1] if kept else None

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


waiting = Waiting()
atexit.register(waiting.close)


class Writers:
    """Locks of this process, one for each SQLite file, by which its writers take turns."""

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
        held = waiting.take(self._file)
        if held is not None:
            return held
        made = super().get_new_connection(conn_params)
        self._file = self._file or _file_of(str(conn_params["database"]))
        return made

    def _start_transaction_under_autocommit(self) -> None:
        """Begin a transaction once the writers that came first have ended theirs."""
        if self._turn is None and self._file is not None:
            lock = writers.lock_of(self._file)
            # Who waits in vain goes on: SQLite's lock says whether somebody writes, ours only who is next.
            if lock.acquire(timeout=float(self.settings_dict["OPTIONS"].get("timeout", 5.0))):
                self._turn = lock
        parent: Any = super()  # whose types do not know these two methods
        try:
            parent._start_transaction_under_autocommit()
        except BaseException:
            self._end_turn()
            raise

    def _set_autocommit(self, autocommit: bool) -> None:
        """Note the end of a transaction, after which the next writer begins."""
        if autocommit:
            self._end_turn()
        parent: Any = super()
        parent._set_autocommit(autocommit)

    def _end_turn(self) -> None:
        """Let the next writer begin."""
        if self._turn is not None:
            turn, self._turn = self._turn, None
            turn.release()

    def _close(self) -> None:
        """Roll back, and keep the connection as idle where nothing failed."""
        try:
            self._keep_or_close()
        finally:
            self._end_turn()

    def _keep_or_close(self) -> None:
        connection = self.connection
        if connection is None:
            return
        with self.wrap_database_errors:
            if connection.in_transaction:
                connection.rollback()
            sound = not self.errors_occurred and self._file is not None
            if not (sound and self._file and waiting.give(self._file, connection)):
                connection.close()


def _file_of(name: str) -> File | None:
    """Return device and inode of the file with this name.

    None for a database in memory or one that does not exist yet.
    """
    try:
        status = os.stat(name)
    except OSError:
        return None
    return status.st_dev, status.st_ino
