"""Several SQL statements in one round trip, inside a transaction (synchronous)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import connection


class Statement(NamedTuple):
    """One SQL statement: its text, with a `%s` for each value, and the values."""

    sql: str
    values: list[Any]


def run(statements: Sequence[Statement]) -> list[int]:
    """Run SQL statements in order; return the number of rows that each found or changed.

    On PostgreSQL all statements go in one round trip; each sees what others committed before it
    began.
    """
    if not statements:
        return []
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            return [_one(cursor, statement) for statement in statements]
        values = [value for statement in statements for value in statement.values]
        cursor.execute("; ".join(statement.sql for statement in statements), values)
        counts = [cursor.rowcount]
        while cursor.nextset():
            counts.append(cursor.rowcount)
        return counts


def _one(cursor: Any, statement: Statement) -> int:
    """Run one SQL statement; return the number of rows that it found or changed."""
    cursor.execute(statement.sql, statement.values)
    return len(cursor.fetchall()) if cursor.description else int(cursor.rowcount)
