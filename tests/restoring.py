"""Bring the database of a process back to the empty one, as after a test with transactions.

A flush empties each table, filled or not, and then makes all permissions and groups anew.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from functools import cache
from typing import Final

from django.db import connection, transaction

from tools.soak import empty

PATIENCE: Final = 20
"""Seconds to wait for another connection that has not ended its transaction."""
FIRST: Final = "at_first"
"""Schema with a copy of each table that has rows before any test."""


def restore_sqlite() -> None:
    """Make SQLite's file the empty one again, in a tenth of the time that a flush takes."""
    connection.ensure_connection()
    until = time.monotonic() + PATIENCE

    def wait(*_progress: int) -> None:
        assert time.monotonic() < until, "another connection has not ended its transaction"

    with contextlib.closing(sqlite3.connect(empty.sqlite())) as made:
        made.backup(connection.connection, progress=wait)


def keep_first_rows() -> None:
    """Copy the tables of PostgreSQL that have rows, for `restore_postgresql`."""
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE SCHEMA {FIRST}")
        for name in _filled():
            cursor.execute(f'CREATE TABLE {FIRST}."{name}" AS TABLE public."{name}"')


def restore_postgresql() -> None:
    """Empty the tables of PostgreSQL that have rows, and write those of the beginning again."""
    first = _first_tables()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}s'")
        cursor.execute("SET LOCAL session_replication_role = replica")  # in any order, without keys
        for name in {*_filled(), *first}:
            cursor.execute(f'DELETE FROM public."{name}"')
        for name in first:
            cursor.execute(f'INSERT INTO public."{name}" TABLE {FIRST}."{name}"')


def _filled() -> list[str]:
    """Return the names of the tables that have rows."""
    with connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(
                f"SELECT '{name}' WHERE EXISTS (TABLE public.\"{name}\")"
                for name in _tables("public")
            )
        )
        return [name for (name,) in cursor.fetchall()]


@cache
def _first_tables() -> list[str]:
    """Return the names of the tables of which there is a copy."""
    return _tables(FIRST)


@cache
def _tables(schema: str) -> list[str]:
    """Return the names of the tables of a schema."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", [schema])
        return [name for (name,) in cursor.fetchall()]
