"""Django's SQLite backend with connections that are kept for the next request.

Under ASGI each request has a thread and so a connection of its own. Opening one, registering fifty
functions and reading the schema takes longer than most pages. PostgreSQL has the driver's pool for
that.
"""

from __future__ import annotations

import atexit
import os
import threading
from typing import Any, Final

from django.db.backends.sqlite3 import base

MAX_IDLE_CONNECTIONS: Final = 8
"""Maximum number of idle connections; others are closed."""
File = tuple[int, int]
"""Device and inode of a database file, which tell it from another one of the same name."""


class Waiting:
    """Idle connections of this process, by their file."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: list[tuple[File, Any]] = []
        self._process = os.getpid()

    def take(self, file: File | None) -> Any:
        """Return an idle connection to a file; None where there is none.

        Connections to other files, such as one that was replaced, are closed.
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
        """Keep a connection as idle; return False where MAX_IDLE_CONNECTIONS are kept already."""
        with self._lock:
            if self._process != os.getpid() or len(self._held) >= MAX_IDLE_CONNECTIONS:
                return False
            self._held.append((file, connection))
            return True

    def close(self) -> None:
        """Close all idle connections."""
        with self._lock:
            if self._process == os.getpid():
                for _file, connection in self._held:
                    connection.close()
            self._held = []


waiting = Waiting()
atexit.register(waiting.close)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's wrapper, with idle connections reused."""

    _file: File | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return an idle connection to the database, or a new one."""
        self._file = _file_of(str(conn_params["database"]))
        held = waiting.take(self._file)
        if held is not None:
            return held
        made = super().get_new_connection(conn_params)
        self._file = self._file or _file_of(str(conn_params["database"]))
        return made

    def _close(self) -> None:
        """Roll back, and keep the connection as idle where nothing failed."""
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
