"""The records of many matches, some at a time: for downloads and dumps.

Nothing is held open between two chunks, neither a row nor a transaction, so a download may take
hours without the database noticing. Bodies are unpacked as they are and never read, few at a time:
memory that was just given back is used again.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from games.models import Match
from games.selectors.match_filter import MatchFilter, cursor_at, fitting_matches

CHUNK: Final = 200
"""Records read at a time: about a million bytes, four when they are unpacked."""
SCAN_LIMIT_ROWS: Final = 5_000
"""Matches looked at for each chunk: a download is in less of a hurry than a page."""
Packed: TypeAlias = tuple[bytes, bytes | memoryview]
"""How the line of a record begins, and the zlib of the record."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some records; `next` is the cursor of what follows, None where nothing does."""

    records: list[Packed]
    next: str | None
    seen: int
    """Records before this chunk, by its cursor."""


def read_records(
    wanted: MatchFilter, cursor: str | None = None, limit: int = CHUNK, *, cursors: bool = True
) -> Chunk:
    """Records for lines of NDJSON, each with the cursor of what comes after it as its first key.

    Without `cursors` the lines are the records as they are. A chunk may be short or empty and yet
    have a `next`. Raises BadCursorError.
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
    """Records as lines, unpacked one after another."""
    parts: list[bytes | memoryview] = []
    for head, body in records:
        parts += (head, memoryview(zlib.decompress(body))[1:], b"\n")
    return b"".join(parts)
