"""Rows of counters, and how two of them are joined, in Python and in the database.

A row stands for a sequence of matches; joining the rows of two sequences, one after the other,
gives the row of both. Counters are added, the later moment is kept, and streaks keep both ends of
their sequence so that they can be joined. So one match and a thousand are written in the same way:
by one atomic statement, so that two processes lose nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final, TypeAlias

from django.db import connection, models, transaction

from games.models import (
    DayFigures,
    PlayerDay,
    PlayerFigures,
    PlayerOpening,
    PoolFigures,
    RivalFigures,
    RulesetFigures,
    SiteFigures,
    TeamFigures,
)

Value: TypeAlias = int | datetime | None
Row: TypeAlias = dict[str, Value]
"""Column -> value; missing columns are 0 or, for moments, NULL."""
Key: TypeAlias = tuple[int | str, ...]
"""Values of the key columns of a row."""

LAST: Final = "last_match_at"
"""The column of the moment at which the last match ended."""
RUN: Final = ("streak", "best_streak", "worst_streak", "opening_streak")
"""The columns of streaks."""
MANY: Final = 50
"""Number of rows from which on PostgreSQL gets them by COPY."""
SOME: Final = "some"
"""Prefix of the temporary table into which rows are copied."""
_RUN: Final = frozenset(RUN)


@dataclass(frozen=True, slots=True)
class Layout:
    """Layout of a database table of counters (statistics): its key columns and its others."""

    model: type[models.Model]
    table: str
    keys: tuple[str, ...]
    columns: tuple[str, ...]

    @property
    def runs(self) -> bool:
        """Return whether the table has columns for streaks of matches won or lost."""
        return RUN[0] in self.columns


def _layout(model: type[models.Model], *keys: str) -> Layout:
    """Return the layout of a model's table, whose rows these key columns identify."""
    names = [str(field.column) for field in model._meta.concrete_fields if not field.primary_key]
    columns = tuple(name for name in names if name not in keys)
    return Layout(model, model._meta.db_table, keys, columns)


PLAYERS: Final = _layout(PlayerFigures, "player_id", "pool", "month")
TEAMS: Final = _layout(TeamFigures, "team_id", "pool", "month")
OPENINGS: Final = _layout(PlayerOpening, "player_id", "pool", "key")
RIVALS: Final = _layout(RivalFigures, "player_id", "rival_id", "pool")
DAYS_OF_PLAYERS: Final = _layout(PlayerDay, "player_id", "day")
RULESETS: Final = _layout(RulesetFigures, "ruleset_id", "pool", "month")
POOLS: Final = _layout(PoolFigures, "pool", "month")
DAYS: Final = _layout(DayFigures, "day", "pool")
SITE: Final = _layout(SiteFigures, "pool", "topic", "key")
LAYOUTS: Final = (PLAYERS, TEAMS, OPENINGS, RIVALS, DAYS_OF_PLAYERS, RULESETS, POOLS, DAYS, SITE)
"""All layouts in the order in which they are written.

Rows in which every match counts come last, so that other transactions wait for them as briefly as
possible.
"""


def outcome(won: bool, lost: bool) -> Row:
    """Return the streak columns ("streak", "best_streak", ...) of a match won, lost or neither.

    >>> outcome(True, False)["streak"], outcome(False, True)["worst_streak"]
    (1, 1)
    """
    run = int(won) - int(lost)
    return {
        "streak": run,
        "opening_streak": run,
        "best_streak": int(run > 0),
        "worst_streak": int(run < 0),
    }


def join(layout: Layout, row: Row, more: Mapping[str, Value]) -> None:
    """Add to `row` the counters of `more`, whose matches followed those of `row`; in place."""
    if layout.runs:
        _join_runs(row, more)
    counts: dict[str, Any] = row  # hundreds of additions a match: nothing is looked up twice
    for name, value in more.items():
        if not value or name in _RUN:
            continue
        if name == LAST:
            counts[name] = max(counts.get(name) or value, value)
        else:
            counts[name] = counts.get(name, 0) + value


def _join_runs(row: Row, more: Mapping[str, Value]) -> None:
    """Join streaks in memory, exactly as `_RUN_SQL` does in the database."""
    held, added = _whole(row.get("streak")), _whole(more.get("streak"))
    first, opening = _whole(row.get("opening_streak")), _whole(more.get("opening_streak"))
    count, further = _whole(row.get("matches")), _whole(more.get("matches"))
    row["best_streak"] = max(
        _whole(row.get("best_streak")),
        _whole(more.get("best_streak")),
        max(held, 0) + max(opening, 0),
    )
    row["worst_streak"] = max(
        _whole(row.get("worst_streak")),
        _whole(more.get("worst_streak")),
        max(-held, 0) + max(-opening, 0),
    )
    row["streak"] = held + added if abs(opening) == further and held * added >= 0 else added
    whole = abs(first) == count and first * opening >= 0
    row["opening_streak"] = first + opening if whole else first


def _whole(value: Value) -> int:
    """Return a counter's value as an int; 0 for a missing counter."""
    return value if isinstance(value, int) else 0


_RUN_SQL: Final = {
    "streak": (
        "CASE WHEN ABS(excluded.opening_streak) = excluded.matches"
        " AND t.streak * excluded.streak >= 0"
        " THEN t.streak + excluded.streak ELSE excluded.streak END"
    ),
    "opening_streak": (
        "CASE WHEN ABS(t.opening_streak) = t.matches"
        " AND t.opening_streak * excluded.opening_streak >= 0"
        " THEN t.opening_streak + excluded.opening_streak ELSE t.opening_streak END"
    ),
    "best_streak": (
        "{most}(t.best_streak, excluded.best_streak,"
        " {most}(t.streak, 0) + {most}(excluded.opening_streak, 0))"
    ),
    "worst_streak": (
        "{most}(t.worst_streak, excluded.worst_streak,"
        " {most}(-t.streak, 0) + {most}(-excluded.opening_streak, 0))"
    ),
    LAST: (
        "CASE WHEN t.last_match_at IS NULL OR excluded.last_match_at > t.last_match_at"
        " THEN excluded.last_match_at ELSE t.last_match_at END"
    ),
}
"""SQL of a column's new value; columns that are not here are added. `t` is the stored row."""


@cache
def _upsert_sql(layout: Layout, table: str, vendor: str, rows: str) -> str:
    """Return the statement that adds rows (`VALUES ...` or a SELECT) to those of a table."""
    most = "GREATEST" if vendor == "postgresql" else "MAX"
    names = ", ".join(f'"{name}"' for name in (*layout.keys, *layout.columns))
    sets = ", ".join(
        f'"{name}" = '
        + _RUN_SQL.get(name, f't."{name}" + excluded."{name}"').replace("{most}", most)
        for name in layout.columns
    )
    keys = ", ".join(f'"{name}"' for name in layout.keys)
    return f'INSERT INTO "{table}" AS t ({names}) {rows} ON CONFLICT ({keys}) DO UPDATE SET {sets}'


def write(layout: Layout, rows: Mapping[Key, Row], table: str | None = None) -> None:
    """Add rows (by key) to those of the layout's table, or of `table` with the same columns.

    Rows are written in the order of their keys, so that two matches that end at once with the same
    people wait for each other instead of causing a deadlock.
    """
    if not rows:
        return
    moment: Any = connection.ops.adapt_datetimefield_value
    nothing: Row = {name: None if name == LAST else 0 for name in layout.columns}
    values = []
    for key in sorted(rows, key=_order):
        row = {**nothing, **rows[key]}
        if LAST in nothing:
            row[LAST] = moment(row[LAST])
        values.append([*key, *row.values()])
    into = table or layout.table
    if connection.vendor == "postgresql" and len(values) >= MANY:
        _write_many(layout, into, values)
        return
    places = ", ".join(["%s"] * (len(layout.keys) + len(layout.columns)))
    with connection.cursor() as cursor:
        cursor.executemany(
            _upsert_sql(layout, into, connection.vendor, f"VALUES ({places})"), values
        )


def _write_many(layout: Layout, into: str, values: Sequence[Sequence[Any]]) -> None:
    """Write the rows through a temporary table by one statement, faster for many rows."""
    some = f"{SOME}_{into}"
    names = ", ".join(f'"{name}"' for name in (*layout.keys, *layout.columns))
    keys = ", ".join(f'"{name}"' for name in layout.keys)
    # a rebuilding writes outside of any transaction, where the table would be gone at once
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            f'CREATE TEMPORARY TABLE "{some}" ON COMMIT DROP AS'  # noqa: S608 - our own names
            f' SELECT {names} FROM "{into}" WITH NO DATA'
        )
        copying = cursor.copy(f'COPY "{some}" ({names}) FROM STDIN')
        with connection.wrap_database_errors, copying as copy:
            for line in values:
                copy.write_row(line)
        chosen = f'SELECT {names} FROM "{some}" ORDER BY {keys}'  # noqa: S608
        cursor.execute(_upsert_sql(layout, into, connection.vendor, chosen))
        cursor.execute(f'DROP TABLE "{some}"')


def _order(key: Key) -> Any:
    """Return a sort key for the key of a row; keys of one layout can be compared."""
    return key
