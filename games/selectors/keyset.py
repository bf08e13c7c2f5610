"""Pages of long lists by their keys: the same cost on page one and on page ten thousand.

A cursor says after which row to go on. It is opaque to callers, and what comes back is checked as
any other input. It also counts the rows before it, so that a ranking knows its places.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db.models import Q, QuerySet

LARGEST: Final = 2**63 - 1
LONGEST: Final = 400
"""Characters of a cursor."""
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
LAST_TIME: Final = 253_000_000_000_000_000
"""Microseconds, in the year 9987."""
TICK: Final = timedelta(microseconds=1)


class BadCursorError(ValueError):
    """A cursor that no list has given."""


@dataclass(frozen=True, slots=True)
class Key:
    """One field that a list is ordered by."""

    name: str
    kind: type
    """int, str or datetime."""
    falling: bool = True

    @property
    def order(self) -> str:
        """As `order_by` takes it."""
        return f"-{self.name}" if self.falling else self.name


@dataclass(frozen=True, slots=True)
class Page:
    """Rows of one page; `next` is the cursor of the page after it, None on the last one."""

    rows: list[dict[str, Any]]
    next: str | None
    seen: int = 0
    """Rows on the pages before."""


def read_page(
    rows: QuerySet[Any, Any], keys: Sequence[Key], cursor: str | None, limit: int
) -> Page:
    """The page after a cursor, the first without one, of a query of `.values()`.

    The values must hold the keys, of which the last tells all rows apart. One row more than
    `limit` is read to know whether there is another page. Raises BadCursorError.
    """
    seen = 0
    if cursor:
        *place, seen = _decode(cursor, keys)
        rows = rows.filter(_after(keys, place))
    found = list(rows.order_by(*(key.order for key in keys))[: limit + 1])
    more = len(found) > limit
    found = found[:limit]
    following = _encode(keys, found[-1], seen + limit) if more else None
    return Page(found, following, seen)


def _after(keys: Sequence[Key], place: Sequence[Any]) -> Q:
    """What comes after a place: beyond it by the first key, or level there and beyond it later."""
    (key, *later), (value, *rest) = keys, place
    beyond = Q(**{f"{key.name}__{'lt' if key.falling else 'gt'}": value})
    if not later:
        return beyond
    # said twice, so that the database enters its index at the first key
    reach = Q(**{f"{key.name}__{'lte' if key.falling else 'gte'}": value})
    return reach & (beyond | _after(later, rest))


def _encode(keys: Sequence[Key], row: dict[str, Any], seen: int) -> str:
    place = [_plain(row[key.name]) for key in keys]
    text = json.dumps([*place, seen], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _plain(value: Any) -> int | str:
    return (value - EPOCH) // TICK if isinstance(value, datetime) else value


def _decode(cursor: str, keys: Sequence[Key]) -> list[Any]:
    if len(cursor) > LONGEST:
        raise BadCursorError("too long")
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        place = json.loads(text)
    except (binascii.Error, ValueError, RecursionError) as error:
        raise BadCursorError("not a cursor") from error
    if not isinstance(place, list) or len(place) != len(keys) + 1:
        raise BadCursorError("not a cursor of this list")
    *values, seen = place
    return [
        *(_read(value, key.kind) for value, key in zip(values, keys, strict=True)),
        _read(seen, int),
    ]


def _is_text(value: str) -> bool:
    """Whether a database takes it; halves of surrogate pairs may come out of JSON."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _read(value: Any, kind: type) -> Any:
    if kind is str:
        if isinstance(value, str) and "\0" not in value and _is_text(value):
            return value
    elif isinstance(value, int) and not isinstance(value, bool):
        if kind is datetime and 0 <= value <= LAST_TIME:
            return EPOCH + value * TICK
        if kind is int and -LARGEST <= value <= LARGEST:
            return value
    raise BadCursorError("not a cursor of this list")
