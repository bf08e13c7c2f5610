"""The journal's statements, without the ORM: many rows in one round trip."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import orjson
from django.db import connection

from games.models import Action, Deadline, Match

if TYPE_CHECKING:
    from games.live.journal import ActionRow, DeadlineRow

_ACTION: Final = (
    ("match_id", "bigint"),
    ("seq", "integer"),
    ("sub", "smallint"),
    ("seat", "smallint"),
    ("client_id", "varchar"),
    ("payload", "text"),
    ("by", "varchar"),
    ("ms", "integer"),
    ("created_at", "timestamptz"),
)
_DEADLINE: Final = (
    ("match_id", "bigint"),
    ("for_seq", "integer"),
    ("kind", "varchar"),
    ("due_at", "timestamptz"),
)
_UPSERT: Final = (
    " ON CONFLICT (match_id) DO UPDATE SET for_seq = excluded.for_seq,"
    " kind = excluded.kind, due_at = excluded.due_at"
    f' WHERE excluded.for_seq >= "{Deadline._meta.db_table}".for_seq'
)


def insert_actions(rows: Sequence[ActionRow]) -> None:
    """Append action rows; IntegrityError where one is there already."""
    _insert(
        Action._meta.db_table,
        _ACTION,
        [
            (
                row.match,
                row.seq,
                row.sub,
                row.seat,
                row.client_id,
                row.payload,
                row.by,
                row.ms,
                _moment(row.at),
            )
            for row in rows
        ],
    )


def set_deadlines(rows: Sequence[DeadlineRow]) -> None:
    """Set the deadline of each match, in the place of the one before."""
    latest = {row.match: row for row in rows}
    _insert(
        Deadline._meta.db_table,
        _DEADLINE,
        [
            (row.match, row.for_seq, row.kind, _moment(row.due))
            for row in sorted(latest.values(), key=lambda row: row.match)
        ],
        _UPSERT,
    )


def lock(matches: Sequence[int]) -> None:
    """Keep other processes from writing to these matches until the transaction ends.

    SQLite has one writer at a time anyway.
    """
    if matches and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_advisory_xact_lock(m) FROM unnest(%s::bigint[]) AS m",
                [sorted(set(matches))],
            )


def overtaken(heads: Sequence[tuple[int, int, int]]) -> bool:
    """Whether the journal of any (match, seq, sub) has rows after that, or its match is over.

    The rows of a match that is over are gone, so they alone could not tell.
    """
    if not heads:
        return False
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            places = "unnest(%s::bigint[], %s::integer[], %s::integer[]) AS h(m, s, u)"
            cursor.execute(
                _overtaken(places), [list(column) for column in zip(*heads, strict=True)]
            )
        else:
            names = ", ".join(f"{_column(at)} AS {name}" for at, name in enumerate("msu"))
            places = f"(SELECT {names} FROM json_each(%s)) AS h"  # noqa: S608 - our own names
            cursor.execute(_overtaken(places), [_dump(heads)])
        return cursor.fetchone() is not None


@cache
def _overtaken(heads: str) -> str:
    action, match = Action._meta.db_table, Match._meta.db_table
    return (
        f"SELECT 1 FROM {heads} WHERE"  # noqa: S608 - our own names
        f' EXISTS (SELECT 1 FROM "{action}" a WHERE a.match_id = h.m'
        " AND (a.seq > h.s OR (a.seq = h.s AND a.sub > h.u)))"
        f" OR EXISTS (SELECT 1 FROM \"{match}\" g WHERE g.id = h.m AND g.status <> 'playing')"
        " LIMIT 1"
    )


def _insert(
    table: str, columns: tuple[tuple[str, str], ...], rows: list[tuple[Any, ...]], tail: str = ""
) -> None:
    """All rows by one statement.

    SQLite gives the interpreter's lock back at each step of a statement, and a thread that wants
    it again waits for the loop's: a statement a row would make a commit of fifty take a hundred
    such waits.
    """
    if not rows:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                _unnest(table, columns) + tail, [list(column) for column in zip(*rows, strict=True)]
            )
        else:
            cursor.execute(_from_json(table, columns) + tail, [_dump(rows)])


def _moment(at: float) -> datetime | str:
    """Seconds since the epoch as the database takes them.

    On SQLite as the text that Django writes, without the time zones that it goes through for it.
    """
    moment = datetime.fromtimestamp(at, UTC)
    return moment if connection.vendor == "postgresql" else str(moment).removesuffix("+00:00")


def _dump(rows: Sequence[Any]) -> str:
    return orjson.dumps(rows).decode()


def _column(at: int) -> str:
    return f"json_extract(value, '$[{at}]')"


@cache
def _names(columns: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f'"{name}"' for name, _ in columns)


@cache
def _from_json(table: str, columns: tuple[tuple[str, str], ...]) -> str:
    places = ", ".join(_column(at) for at in range(len(columns)))
    # without its WHERE, SQLite would take the ON of what follows for that of a join
    select = f"SELECT {places} FROM json_each(%s) WHERE true"  # noqa: S608 - our own names
    return f'INSERT INTO "{table}" ({_names(columns)}) {select}'


@cache
def _unnest(table: str, columns: tuple[tuple[str, str], ...]) -> str:
    places = ", ".join(f"%s::{kind}[]" for _, kind in columns)
    return f'INSERT INTO "{table}" ({_names(columns)}) SELECT * FROM unnest({places})'  # noqa: S608
