"""Readers of record files: NDJSON, plain or compressed, single records, standard input."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, Self, TypeAlias, cast

import django
import zstandard

from games.record.errors import RecordError
from games.record.json_reading import parse
from games.record.verify import verify_record
from games.services.outcomes import Kept, kept

LARGEST: Final = 64 * 1024 * 1024
"""Bytes of a line at most; a long match has a hundredth of that."""
CHUNK: Final = 20
"""Lines handed to a process at a time."""
AHEAD: Final = 4
"""Chunks that may wait for each process."""

Line: TypeAlias = tuple[int, bytes]
"""A line's number from 1, and its bytes."""


@dataclass(frozen=True, slots=True)
class End:
    """The last line of a file of match records, which states how many records come before it."""

    count: int
    """The number that the line states; -1 where it states none."""


@dataclass(frozen=True, slots=True)
class Read:
    """Result of reading a line of a file of records: a match to store, an end line, a refusal."""

    number: int
    content: Kept | End | str


class Source:
    """A file of match records, as a context manager; the name `-` is standard input.

    Files named `.zst` or `.gz` are decompressed; files named `.json` hold one record.

    Raises:
        OSError: on entering and while reading, where the file cannot be read or decompressed.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.size = 0
        """Bytes of the file as stored; 0 where unknown."""
        self._raw: Any = None
        self._text: Any = None

    def __enter__(self) -> Self:
        if self.name == "-":
            self._text = getattr(sys.stdin, "buffer", sys.stdin)
            return self
        path = Path(self.name)
        self._raw = self._text = path.open("rb")
        self.size = path.stat().st_size
        if self.name.endswith(".gz"):
            self._text = gzip.GzipFile(fileobj=self._raw)
        elif self.name.endswith(".zst"):
            reader = zstandard.ZstdDecompressor().stream_reader(self._raw, read_across_frames=True)
            self._text = io.BufferedReader(cast("Any", reader))
        return self

    def __exit__(self, *about: object) -> None:
        if self._raw is not None:
            self._text.close()
            self._raw.close()

    @property
    def place(self) -> int:
        """Return the number of bytes read from the file so far."""
        return 0 if self._raw is None else int(self._raw.tell())

    def lines(self) -> Iterator[Line]:
        """Yield the lines that are not blank, with their numbers from 1.

        A line longer than LARGEST is cut to LARGEST + 1 bytes.

        Raises:
            OSError: where the file cannot be read or decompressed.
        """
        if self.name.endswith(".json"):
            yield 1, self._text.read(LARGEST + 1)
            return
        number = 0
        while line := self._line(number):
            number += 1
            if line.strip():
                yield number, line
            while len(line) > LARGEST and not line.endswith(b"\n"):
                line = self._line(number)

    def _line(self, number: int) -> bytes:
        """Return the file's next line, up to LARGEST + 1 bytes; raise OSError on damaged data."""
        try:
            return bytes(self._text.readline(LARGEST + 1))
        except (EOFError, zstandard.ZstdError, zlib.error) as error:
            raise OSError(0, f"is packed wrongly after line {number}: {error}") from None


def end_of(parsed: Any) -> End | None:
    """Return the count in a parsed end line of a download or monthly file; None for other lines.

    >>> end_of({"end": True, "count": 40, "total": 40, "next": None})
    End(count=40)
    """
    if not isinstance(parsed, dict) or parsed.get("end") is not True or "format" in parsed:
        return None
    count = parsed.get("count")
    return End(count if isinstance(count, int) else -1)


def read_line(line: Line) -> Read:
    """Parse and verify one line of a file of match records; safe to call in any process.

    Raises no RecordError: for a line that is refused the result holds the reason as text.
    """
    number, text = line
    try:
        if len(text) > LARGEST:
            raise RecordError("line", "is too long for a record")
        record = parse(text)
        if (end := end_of(record)) is not None:
            return Read(number, end)
        if isinstance(record, dict):
            record.pop("cursor", None)
        verify_record(record)
        return Read(number, kept(record))
    except RecordError as error:
        return Read(number, str(error))


def read_all(lines: Iterator[Line], workers: int) -> Iterator[Read]:
    """Verify lines of a file of match records in `workers` processes; yield results in order.

    At most AHEAD chunks for each process are read in advance. With fewer than 2 workers the lines
    are checked in this process.
    """
    if workers < 2:
        yield from map(read_line, lines)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=django.setup) as pool:
        waiting: deque[Future[list[Read]]] = deque()
        while True:
            while len(waiting) < workers * AHEAD and (some := list(islice(lines, CHUNK))):
                waiting.append(pool.submit(_read_some, some))
            if not waiting:
                return
            yield from waiting.popleft().result()


def _read_some(lines: list[Line]) -> list[Read]:
    """Return the results of `read_line` for some lines."""
    return [read_line(line) for line in lines]
