"""Recognition of errors that mean: the database is away for a while, and the site is in order."""

from __future__ import annotations

import sqlite3
from typing import Final

from django.db import DatabaseError, InterfaceError, InternalError, OperationalError

READ_ONLY: Final = "25006"
"""SQLSTATE of a write on a server that is no primary any more."""


def is_database_away(error: BaseException | None) -> bool:
    """Return whether a request failed because the database was unreachable, locked, full or ending.

    A statement with a wrong table or column is a fault of the site, although SQLite reports both by
    one class.
    """
    while error is not None:
        if isinstance(error, DatabaseError | InterfaceError):
            return _is_away(error)
        error = error.__cause__ or error.__context__
    return False


def _is_away(error: DatabaseError | InterfaceError) -> bool:
    """Return whether an error of Django's database layer means that the database is away."""
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        return isinstance(error, OperationalError) and code != sqlite3.SQLITE_ERROR
    if isinstance(error, InternalError):
        return getattr(cause, "sqlstate", None) == READ_ONLY
    return isinstance(error, OperationalError | InterfaceError)
