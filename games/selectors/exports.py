"""Records of many matches, read in chunks for downloads and dumps.

Neither a row nor a transaction stays open between two chunks, so a download may take hours without
load on the database. Bodies are decompressed a few at a time and not parsed, so that their memory
is reused.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from games.models import Match
from games.selectors.match_filter import MatchFilter, cursor_at, fitting_matches

CHUNK_RECORDS: Final = 200
"""Number of records read at a time: about 1 MB, or 4 MB decompressed."""
SCAN_LIMIT_ROWS: Final = 5_000
"""Maximum number of matches examined for one chunk."""
Packed: TypeAlias = tuple[bytes, bytes | memoryview]
"""Beginning of a record's line, and the record compressed by zlib."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of an export of matches: compressed records, and the cursor of the next part.

    `next` is None after the last part.
    """

    records: list[Packed]
    next: str | None
    seen: int
    """Number of records before this chunk, counted by its cursor."""


def read_records(
    wanted: MatchFilter,
    cursor: str | None = None,
    limit: int = CHUNK_RECORDS,
    *,
    cursors: bool = True,
) -> Chunk:
    """Return a part of an export of records as NDJSON: one match a line, each with a cursor.

    A line's first key is the cursor that continues after the line; without `cursors` the lines are
    the records unchanged. A part may be short or empty and still have a `next`.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    page = fitting_matches(wanted, cursor=cursor, limit=limit, reach=SCAN_LIMIT_ROWS)
    ids = [row["match"] for row in page.rows]
    # by the key of the match: that of a relation is prepared value by value, which takes longer
    bodies = dict(Match.objects.filter(pk__in=ids).values_list("pk", "record__body"))
    records = []
    for place, row in enumerate(page.rows, page.seen + 1):
        body = bodies[row["match"]]
        if body is not None:
            head = b'{"cursor":"%b",' % cursor_at(row, place).encode() if cursors else b"{"
            records.append((head, body))
    return Chunk(records, page.next, page.seen)


def lines_of(records: Iterable[Packed]) -> bytes:
    """Decompress packed records one after another; yield them as lines of NDJSON."""
    parts: list[bytes | memoryview] = []
    for head, body in records:
        parts += (head, memoryview(zlib.decompress(body))[1:], b"\n")
    return b"".join(parts)
