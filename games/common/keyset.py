"""Keyset pagination: pages of long lists that cost the same at any depth.

A cursor names the row after which a page begins. It is opaque to callers, and checked like any
other input. It also counts the rows before it, so that a ranking knows its places.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Generic, TypeVar

import orjson
from django.db import connections
from django.db.models import BooleanField, ExpressionWrapper, Func, Q, QuerySet, Subquery
from django.db.models.lookups import IsNull
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row")
LARGEST: Final = 2**63 - 1
"""Largest integer of the databases."""
MOST_SEEN: Final = 2**53
"""Maximum number of rows before a page, which a double represents exactly."""
MAX_CURSOR_LENGTH: Final = 400
"""Maximum number of characters of a cursor."""
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
LAST_TIME: Final = 253_000_000_000_000_000
"""Latest time of a cursor, in microseconds since EPOCH (year 9987)."""
SMALLEST_STEP: Final = timedelta(microseconds=1)
"""Resolution of times in cursors."""
SCAN_LIMIT_ROWS: Final = 1_000
"""Maximum number of rows examined for one page of a list that no index serves alone."""


class BadCursorError(ValueError):
    """Refusal of a cursor (place in a paged list) that this list has not given out."""


@dataclass(frozen=True, slots=True)
class Key:
    """A sort key of a paged list: field name, type and direction."""

    name: str
    kind: type
    """Type of the field's values: int, str or datetime."""
    falling: bool = True

    @property
    def order(self) -> str:
        """Return the key as an argument of `order_by`: the field's name, with "-" if it falls."""
        return f"-{self.name}" if self.falling else self.name


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """The rows of one page of a list; `next` is the cursor of the next page, None on the last."""

    rows: list[Row]
    next: str | None
    seen: int = 0
    """Number of rows on the pages before."""


@dataclass(frozen=True, slots=True)
class Span:
    """Bounds of a paged list by its first key; None: no bound."""

    low: Any = None
    """Lower bound, included."""
    high: Any = None
    """Upper bound, excluded."""


UNBOUNDED: Final = Span()
"""The whole list."""


@dataclass(frozen=True, slots=True)
class PostFilter:
    """A condition on the rows of a paged list that is checked row by row, as no index serves it."""

    fits: Q
    copies: int = 1
    """Maximum number of rows with equal keys; they count as one row, which fits where any fits."""
    cost: int = 1
    """Relative cost of examining one row; the scan limit is divided by it."""
    reach: int | None = None
    """Maximum number of rows examined for a page; None: SCAN_LIMIT_ROWS."""


def read_page(
    rows: QuerySet[Any, Any],
    keys: Sequence[Key],
    cursor: str | None,
    limit: int,
    *,
    within: Span | None = None,
    sieve: PostFilter | None = None,
) -> Page[Any]:
    """Return the page after a cursor (None: the first page) of a `.values()` query.

    The values must hold the keys, the last of which is unique. One row more than `limit` is read to
    know whether there is another page.

    With `sieve`, a condition checked row by row, only as many rows are examined as it allows, so a
    page may be short or even empty: only a page without `next` is the last. The values must then be
    the keys alone.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows_before, place = 0, None
    if cursor:
        *place, rows_before = decode(cursor, keys)
    rows = rows.order_by(*(key.order for key in keys))
    if place is not None:
        rows = rows.filter(after(keys, place))
    rows = rows.filter(between(keys[0], None if place is None else place[0], within or UNBOUNDED))
    if sieve is None:
        page_rows = list(rows[: limit + 1])
    else:
        reach = max(1, (sieve.reach or SCAN_LIMIT_ROWS) // sieve.cost)
        # some more, so that all that are level with the edge have been looked at
        page_rows = _sifted(rows, keys, sieve, reach + sieve.copies - 1, limit + 1)
        if len(page_rows) <= limit and (edge := list(rows[reach - 1 : reach])):
            last = (
                page_rows[-1] if page_rows and _is_beyond(keys, page_rows[-1], edge[0]) else edge[0]
            )
            return Page(page_rows, _encode(keys, last, rows_before + len(page_rows)), rows_before)
    return page_of(page_rows, keys, limit, rows_before)


def page_of(
    found: Sequence[dict[str, Any]], keys: Sequence[Key], limit: int, seen: int = 0
) -> Page[Any]:
    """Return a page of the first `limit` rows of `found`; a further row means another page follows.

    `seen` is the number of rows on the pages before.
    """
    more, rows = len(found) > limit, list(found[:limit])
    return Page(rows, _encode(keys, rows[-1], seen + limit) if more else None, seen)


def _sifted(
    rows: QuerySet[Any, Any], keys: Sequence[Key], sieve: PostFilter, reach: int, count: int
) -> list[dict[str, Any]]:
    """Return the first `count` distinct rows that fit the filter, among the first `reach` rows.

    The examined rows are a subquery with a limit, from which an outer query takes those that fit.
    So every database goes through them in the order of their index and stops when there are enough.
    """
    names = [key.name for key in keys]
    fits = ExpressionWrapper(sieve.fits, BooleanField())
    looked = rows.annotate(fits=fits).values_list(*names, "fits")[:reach]
    compiler = looked.query.get_compiler(rows.db)
    sql, values = compiler.as_sql()
    places: dict[tuple[Any, ...], None] = {}
    # mostly there are no more than two that are level
    for most in sorted({count * min(sieve.copies, 2), count * sieve.copies}):
        with connections[rows.db].cursor() as cursor:
            cursor.execute(f"SELECT * FROM ({sql}) looked WHERE fits LIMIT {most}", values)  # noqa: S608
            fetched = cursor.fetchall()
        places = dict.fromkeys(tuple(row[:-1]) for row in compiler.results_iter([fetched]))
        if len(places) >= count or len(fetched) < most:
            break
    return [dict(zip(names, place, strict=True)) for place in places][:count]


def between(key: Key, start: Any, within: Span = UNBOUNDED) -> Q:
    """Return the query condition that keeps a key within a span and beyond the start of a page.

    `start` is the value of the key where a page begins, None for a first page.

    Each side gets one bound at most: of two SQLite may enter its index at the looser one.
    """
    first, last = (None, start) if key.falling else (start, None)
    bounds = Q()
    lows = [value for value in (within.low, first) if value is not None]
    if lows:
        bounds &= Q(**{f"{key.name}__gte": max(lows)})
    if within.high is not None and (last is None or within.high <= last):
        bounds &= Q(**{f"{key.name}__lt": within.high})
    elif last is not None:
        bounds &= Q(**{f"{key.name}__lte": last})
    return bounds


class plain(Func):  # noqa: N801 - it reads as a function of a query
    """SQL expression for a field that keeps the database from using an index on the field.

    SQLite does not count how often a value occurs, so it may prefer the index of a common value to
    the one that gives the order; a unary plus prevents that. PostgreSQL counts, but may combine the
    index of a common value with another one, and scan all of it for each outer row; adding zero
    prevents that.
    """

    template = "%(expressions)s"
    arity = 1

    def as_sqlite(self, compiler: SQLCompiler, connection: Any, **context: Any) -> Any:
        """Return the SQL for SQLite: the field with a unary plus."""
        return self.as_sql(compiler, connection, template="+%(expressions)s", **context)

    def as_postgresql(self, compiler: SQLCompiler, connection: Any, **context: Any) -> Any:
        """Return the SQL for PostgreSQL: the field with zero added."""
        return self.as_sql(compiler, connection, template="(%(expressions)s + 0)", **context)


def is_any(rows: QuerySet[Any, Any]) -> Q:
    """Return the query condition that the subquery `rows` is not empty, checked for each outer row.

    With a join the database may begin at the other end, and for EXISTS PostgreSQL may read all
    candidates before it looks for the first.
    """
    return Q(IsNull(Subquery(rows.values("pk")[:1]), False))


def _is_beyond(keys: Sequence[Key], row: Mapping[str, Any], edge: Mapping[str, Any]) -> bool:
    """Return whether a row comes after the row `edge` in the order of the keys."""
    for key in keys:
        if row[key.name] != edge[key.name]:
            return bool((row[key.name] < edge[key.name]) == key.falling)
    return False


def after(keys: Sequence[Key], place: Sequence[Any]) -> Q:
    """Return the query condition on rows that come after a place, given by the values of all keys.

    Such a row is beyond the place by the first key, or equal there and beyond it by a later key.
    """
    (key, *later), (value, *rest) = keys, place
    beyond = Q(**{f"{key.name}__{'lt' if key.falling else 'gt'}": value})
    if not later:
        return beyond
    return beyond | (Q(**{key.name: value}) & after(later, rest))


def encode(place: Sequence[Any], seen: int) -> str:
    """Return the cursor (text) after row `seen` of a list, which has these key values."""
    text = orjson.dumps([*map(_plain, place), seen])
    return base64.urlsafe_b64encode(text).decode().rstrip("=")


def _encode(keys: Sequence[Key], row: dict[str, Any], seen: int) -> str:
    """Return the cursor (text) after a row; `seen` rows come up to that row."""
    return encode([row[key.name] for key in keys], seen)


def _plain(value: Any) -> int | str:
    """Return a key value as JSON has it: a datetime as microseconds since EPOCH."""
    return (value - EPOCH) // SMALLEST_STEP if isinstance(value, datetime) else value


def decode(cursor: str, keys: Sequence[Key]) -> list[Any]:
    """Return the key values of a cursor, and last the number of rows before the page.

    Raises:
        BadCursorError: the cursor is not one of a list with these keys.
    """
    if len(cursor) > MAX_CURSOR_LENGTH:
        raise BadCursorError("too long")
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        place = json.loads(text)
    except (binascii.Error, ValueError, RecursionError) as error:
        raise BadCursorError("not a cursor") from error
    if not isinstance(place, list) or len(place) != len(keys) + 1:
        raise BadCursorError("not a cursor of this list")
    *values, count = place
    before = _read(count, int)
    if not 0 <= before <= MOST_SEEN:
        raise BadCursorError("so many rows are on no pages")
    return [*(_read(value, key.kind) for value, key in zip(values, keys, strict=True)), before]


def _is_text(value: str) -> bool:
    """Return whether a text can be stored; JSON may contain lone surrogates, which cannot."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _read(value: Any, kind: type) -> Any:
    """Return a cursor's value converted to the type of its key.

    Raises:
        BadCursorError: the value is not of this type, or out of range.
    """
    if kind is str:
        if isinstance(value, str) and "\0" not in value and _is_text(value):
            return value
    elif isinstance(value, int) and not isinstance(value, bool):
        if kind is datetime and 0 <= value <= LAST_TIME:
            return EPOCH + value * SMALLEST_STEP
        if kind is int and -LARGEST <= value <= LARGEST:
            return value
    raise BadCursorError("not a cursor of this list")
