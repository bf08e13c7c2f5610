"""The records of many matches, some at a time: for downloads and dumps.

Nothing is held open between two chunks, neither a row nor a transaction, so a download may take
hours without the database noticing. Bodies are unpacked as they are and never read.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Final

from games.models import Match
from games.selectors.match_filter import MatchFilter, cursor_at, fitting_matches

CHUNK: Final = 200
"""Records read at a time: about four million bytes."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some lines; `next` is the cursor of what follows, None where nothing does."""

    lines: list[bytes]
    next: str | None
    seen: int
    """Records before this chunk, by its cursor."""


def record_lines(
    wanted: MatchFilter, cursor: str | None = None, limit: int = CHUNK, *, cursors: bool = True
) -> Chunk:
    """Records as lines of NDJSON, each with the cursor of what comes after it as its first key.

    Without `cursors` the lines are the records as they are. A chunk may be short or empty and yet
    have a `next`. Raises BadCursorError.
    """
    page = fitting_matches(wanted, cursor=cursor, limit=limit)
    ids = [row["match"] for row in page.rows]
    # by the key of the match: that of a relation is prepared value by value, which takes longer
    bodies = dict(Match.objects.filter(pk__in=ids).values_list("pk", "record__body"))
    lines = []
    for place, row in enumerate(page.rows, page.seen + 1):
        body = bodies.pop(row["match"], None)
        if body is None:
            continue
        told = zlib.decompress(body)
        if cursors:
            head = b'{"cursor":"%b",' % cursor_at(row, place).encode()
            lines.append(b"".join((head, memoryview(told)[1:], b"\n")))
        else:
            lines.append(told + b"\n")
    return Chunk(lines, page.next, page.seen)
