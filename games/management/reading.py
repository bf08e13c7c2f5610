"""Reads records back out of files: NDJSON as it is or packed, a record by itself, standard input."""

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
from types import TracebackType
from typing import Any, Final, Self, TypeAlias, cast

import django
import zstandard

from games.record.errors import RecordError
from games.record.shape import parse
from games.record.verify import verify_record
from games.services.outcomes import Kept, kept

LARGEST: Final = 64 * 1024 * 1024
"""Bytes of a line; a long match is a hundredth of it."""
CHUNK: Final = 20
"""Lines handed to a process at a time."""
AHEAD: Final = 4
"""Chunks for each process that may wait."""

Line: TypeAlias = tuple[int, bytes]


@dataclass(frozen=True, slots=True)
class End:
    """The last line of a download or a dump: how many records came before it, as it says."""

    count: int


@dataclass(frozen=True, slots=True)
class Read:
    """What a line holds: a match that may be stored, an end, or why it is refused."""

    number: int
    found: Kept | End | str


class Source:
    """A file of records (`-`: standard input), to be used in a `with`.

    What ends in `.zst` or `.gz` is unpacked, what ends in `.json` is one record. OSError where it
    cannot be read, also where the packing is broken.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.size = 0
        """Bytes of the file as it lies there; 0 where nobody knows."""
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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._raw is not None:
            self._text.close()
            self._raw.close()

    @property
    def place(self) -> int:
        """How many bytes of the file were read."""
        return 0 if self._raw is None else int(self._raw.tell())

    def lines(self) -> Iterator[Line]:
        """The lines that hold something, with their numbers from 1."""
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
        try:
            return bytes(self._text.readline(LARGEST + 1))
        except (EOFError, zstandard.ZstdError, zlib.error) as error:
            raise OSError(0, f"is packed wrongly after line {number}: {error}") from None


def end_of(parsed: Any) -> End | None:
    """Return what a line says that ends a download or a dump; None for any other line.

    >>> end_of({"end": True, "count": 40, "total": 40, "next": None})
    End(count=40)
    """
    if not isinstance(parsed, dict) or parsed.get("end") is not True or "format" in parsed:
        return None
    count = parsed.get("count")
    return End(count if isinstance(count, int) else -1)


def read_line(line: Line) -> Read:
    """The match of a line, verified; any process may do it."""
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
    """What all lines hold, in their order; several processes verify, and only so far ahead."""
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
    return [read_line(line) for line in lines]
