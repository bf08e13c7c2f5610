"""The journal's SQL statements, without the ORM: one statement writes many rows.

On SQLite the interpreter's lock is released at each step of a statement, and a thread that wants it
again waits for the loop's: a statement a row would make a commit of fifty take a hundred such
waits. On PostgreSQL it is released at each round trip, so there all statements go in one.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import orjson
from django.db import IntegrityError, connection

from games.live.core.sql_batch import Statement, run
from games.live.storage import deal_sql
from games.models import Action, Deadline, Match

if TYPE_CHECKING:
    from games.live.match_state.rows import ActionRow, DeadlineRow, SeatCommitmentRow

Head: TypeAlias = tuple[int, int, int]
"""(match, seq, sub) of the latest entry of a match."""

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


def write(
    *,
    guarded: Sequence[int] = (),
    heads: Sequence[Head] = (),
    rows: Sequence[ActionRow] = (),
    deadlines: Sequence[DeadlineRow] = (),
    commitments: Sequence[SeatCommitmentRow] = (),
) -> None:
    """Append journal rows, set deadlines and store commits, if no other process has gone ahead.

    Runs in the caller's transaction, which must be rolled back on an error; `guarded` are row ids
    of matches to which no other process writes meanwhile, `heads` the latest entries they must
    have.

    Raises:
        IntegrityError: where a row is there already, the journal has more than these heads, or a
            deal has gone on without a browser's commit or nonce.
    """
    ahead, stored = _ahead(heads), deal_sql.commitment_statements(commitments)
    before = [*_locks(guarded), *ahead]
    counts = run([*before, *_actions(rows), *_deadlines(deadlines), *stored])
    if ahead and counts[len(before) - 1]:
        raise IntegrityError("the journal is ahead")
    if sum(counts[len(counts) - len(stored) :]) < len(commitments):
        raise IntegrityError("a deal has gone on")


def lock(matches: Sequence[int]) -> None:
    """Lock matches (row ids) against writing by other processes until the transaction ends."""
    run(_locks(matches))


def _locks(matches: Sequence[int]) -> list[Statement]:
    """Return the SQL statements that lock matches.

    None on SQLite, which has one writer at a time anyway.
    """
    if not matches or connection.vendor != "postgresql":
        return []
    sql = "SELECT pg_advisory_xact_lock(m) FROM unnest(%s::bigint[]) AS m"
    return [Statement(sql, [sorted(set(matches))])]


def _ahead(heads: Sequence[Head]) -> list[Statement]:
    """Return a query for a journal that has rows after the expected head, or a match that is over.

    The query finds a row in these cases. The journal of a finished match is deleted, so its status
    is read too.
    """
    if not heads:
        return []
    if connection.vendor == "postgresql":
        places = "unnest(%s::bigint[], %s::integer[], %s::integer[]) AS h(m, s, u)"
        return [
            Statement(_overtaken(places), [list(column) for column in zip(*heads, strict=True)])
        ]
    names = ", ".join(f"{_column(at)} AS {name}" for at, name in enumerate("msu"))
    places = f"(SELECT {names} FROM json_each(%s)) AS h"  # noqa: S608 - our own names
    return [Statement(_overtaken(places), [_dump(heads)])]


def _actions(rows: Sequence[ActionRow]) -> list[Statement]:
    values = [
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
    ]
    return _insert(Action._meta.db_table, _ACTION, values)


def _deadlines(rows: Sequence[DeadlineRow]) -> list[Statement]:
    """Return the SQL statement that replaces the deadline of each match."""
    latest = {row.match: row for row in rows}
    values = [
        (row.match, row.for_seq, row.kind, _moment(row.due))
        for row in sorted(latest.values(), key=lambda row: row.match)
    ]
    return _insert(Deadline._meta.db_table, _DEADLINE, values, _UPSERT)


@cache
def _overtaken(heads: str) -> str:
    """Return the SQL of the query in `_ahead`, given the SQL of a table of heads."""
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
) -> list[Statement]:
    """Return one SQL statement that inserts all these rows, ending with `tail`."""
    if not rows:
        return []
    if connection.vendor == "postgresql":
        values: list[Any] = [list(column) for column in zip(*rows, strict=True)]
        return [Statement(_unnest(table, columns) + tail, values)]
    return [Statement(_from_json(table, columns) + tail, [_dump(rows)])]


def _moment(at: float) -> datetime | str:
    """Return a time (seconds since the epoch) in the form that the database takes.

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
    """Return the SQL of an insert that reads its rows from JSON (SQLite)."""
    places = ", ".join(_column(at) for at in range(len(columns)))
    # without its WHERE, SQLite would take the ON of what follows for that of a join
    select = f"SELECT {places} FROM json_each(%s) WHERE true"  # noqa: S608 - our own names
    return f'INSERT INTO "{table}" ({_names(columns)}) {select}'


@cache
def _unnest(table: str, columns: tuple[tuple[str, str], ...]) -> str:
    """Return the SQL of an insert from one array for each column (PostgreSQL)."""
    places = ", ".join(f"%s::{kind}[]" for _, kind in columns)
    return f'INSERT INTO "{table}" ({_names(columns)}) SELECT * FROM unnest({places})'  # noqa: S608
