"""Queries by key that are written once: their rows come from the driver, past the ORM.

Compiling a query costs more than to run it, and the converters of fields more than to make JSON of
what they give; where fifty rows with all that belongs to them are read at a time, both show.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

import orjson
from django.db import connection, models

Row: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Any], Any]
ANY: Final = "IN (%s)"


class Prepared:
    """A query of `.values()` whose one `__in` takes other ids each time."""

    def __init__(self, rows: Callable[[Sequence[int]], models.QuerySet[Any, Any]]) -> None:
        """`rows` gives the query for ids; it is asked once for each kind of database."""
        self._rows = rows
        self._ready: dict[str, tuple[str, tuple[Any, ...], list[str], list[tuple[str, Change]]]] = {}

    def read(self, ids: Collection[int]) -> list[Row]:
        """The rows of these ids, of which there must be some, as the query would give them."""
        if connection.vendor not in self._ready:
            self._ready[connection.vendor] = self._compile()
        text, params, names, changes = self._ready[connection.vendor]
        text = text.replace(ANY, f"IN ({', '.join(str(int(one)) for one in ids)})")
        with connection.cursor() as cursor:
            cursor.execute(text, params)
            found = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
        for row in found:
            for name, change in changes:
                if row[name] is not None:
                    row[name] = change(row[name])
        return found

    def _compile(self) -> tuple[str, tuple[Any, ...], list[str], list[tuple[str, Change]]]:
        compiler = self._rows([0]).query.get_compiler(connection=connection)
        text, params = compiler.as_sql()
        if text.count(ANY) != 1 or params[-1] != 0:
            raise ValueError("such a query cannot be prepared: it is to end with the one IN")
        query = compiler.query
        names = [*query.extra_select, *query.values_select, *query.annotation_select]
        kinds = [expression.output_field for expression, _sql, _alias in compiler.select]
        changes = [
            (name, change)
            for name, kind in zip(names, kinds, strict=True)
            if (change := _change(kind)) is not None
        ]
        return text, tuple(params[:-1]), names, changes


def _change(kind: models.Field[Any, Any]) -> Change | None:
    """What makes a value of a field of what the driver gives; None where that is the value."""
    if isinstance(kind, models.JSONField):
        return _json
    if connection.vendor == "sqlite":
        if isinstance(kind, models.DateTimeField):
            return _moment
        if isinstance(kind, models.BooleanField):
            return bool
    return None


def _json(value: Any) -> Any:
    """A part of a JSON field that is text comes without its quotes from SQLite."""
    try:
        return orjson.loads(value) if isinstance(value, str) else value
    except orjson.JSONDecodeError:
        return value


def _moment(value: datetime) -> datetime:
    return value.replace(tzinfo=UTC)
