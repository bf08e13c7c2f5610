"""Django's SQLite backend, whose connections wait for the next request instead of being closed.

Under ASGI each request has a thread of its own and with it a connection of its own. To open one, to
tell it fifty functions and to have it read the schema takes longer than most pages take to be made.
PostgreSQL has the driver's pool for that.
"""

from __future__ import annotations

import atexit
import os
import threading
from typing import Any, Final

from django.db.backends.sqlite3 import base

MAX_IDLE_CONNECTIONS: Final = 8
"""Connections that wait at a time; others are closed."""
File = tuple[int, int]
"""What tells a database file from another that took its name."""


class Waiting:
    """Connections of this process that nobody uses now, by the file they are of."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: list[tuple[File, Any]] = []
        self._process = os.getpid()

    def take(self, file: File | None) -> Any:
        """Return a connection to that file; None where none waits.

        Connections to files that are gone are closed.
        """
        with self._lock:
            if self._process != os.getpid():  # a child has no part in what its parent opened
                self._held, self._process = [], os.getpid()
            found = None
            kept = []
            for other, connection in self._held:
                if found is None and other == file:
                    found = connection
                elif other == file:
                    kept.append((other, connection))
                else:
                    connection.close()
            self._held = kept
            return found

    def give(self, file: File, connection: Any) -> bool:
        """Let one wait; False where so many do already."""
        with self._lock:
            if self._process != os.getpid() or len(self._held) >= MAX_IDLE_CONNECTIONS:
                return False
            self._held.append((file, connection))
            return True

    def close(self) -> None:
        """Close all that wait."""
        with self._lock:
            if self._process == os.getpid():
                for _file, connection in self._held:
                    connection.close()
            self._held = []


waiting = Waiting()
atexit.register(waiting.close)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's, but for where connections come from and go to."""

    _file: File | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection that waits, or a new one."""
        self._file = _file_of(str(conn_params["database"]))
        held = waiting.take(self._file)
        if held is not None:
            return held
        made = super().get_new_connection(conn_params)
        self._file = self._file or _file_of(str(conn_params["database"]))
        return made

    def _close(self) -> None:
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
    """Return which file a name leads to now.

    None for a database in memory or one that is not there yet.
    """
    try:
        status = os.stat(name)
    except OSError:
        return None
    return status.st_dev, status.st_ino
