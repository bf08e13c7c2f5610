"""Monthly files of records, compressed, each with a note and checksums beside it.

A file appears whole or not at all: it is written under another name, flushed to disk, and renamed.
Memory holds one chunk of records at a time, however many a month has.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final, cast

import zstandard
from django.utils import timezone

from games.record.record import rfc3339
from games.selectors.dumps import (
    CHECKSUMS_FILE,
    DUMP_LICENCE,
    LICENCE_FILE,
    Dump,
    dumps,
    file_name,
    note_json,
    note_name,
)
from games.selectors.exports import lines_of, read_records
from games.selectors.match_filter import MatchFilter

COMPRESSION_LEVEL: Final = 9
"""Compression level of Zstandard."""
CHUNK: Final = 500
"""Records read at a time."""
PARTIAL: Final = ".partial"
"""Suffix of a file while it is written."""
NOTICE_TEXT: Final = """\
Records of Brisca matches, one a line (brisca-record/1), packed with Zstandard.

To the extent possible under law, those who run this site have waived all copyright and related or
neighbouring rights to these files: CC0 1.0 Universal, public domain dedication.
https://creativecommons.org/publicdomain/zero/1.0/

    sha256sum --check SHA256SUMS
    zstd -dc brisca-2026-03.ndjson.zst | head -n 1
"""


def month_of(moment: datetime) -> str:
    """Return the month of a time in UTC, as `2026-03`."""
    return moment.astimezone(UTC).strftime("%Y-%m")


def bounds(month: str) -> tuple[datetime, datetime]:
    """Return (begin, end) of a month (`2026-03`) as times in UTC.

    Raises:
        ValueError: where the text is not a month in this form.
    """
    first = datetime.strptime(month, "%Y-%m").replace(tzinfo=UTC)
    if month != month_of(first):
        raise ValueError(month)
    year, following = divmod(first.year * 12 + first.month, 12)
    return first, datetime(year, following + 1, 1, tzinfo=UTC)


def write_dump(month: str, folder: Path, step: Callable[[int], None]) -> Dump:
    """Write the file of a month's (`2026-03`) match records into `folder`; return its description.

    An existing file is replaced. The oldest match is first, so that importers count matches in
    their order. `step` is called with the number of records of each chunk.

    Raises:
        ValueError: where the month is written wrongly.
        OSError: where a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    since, until = bounds(month)
    wanted = MatchFilter(since=since, until=until, oldest_first=True)
    path = folder / file_name(month)
    partial = path.with_name(path.name + PARTIAL)
    count = unpacked = 0
    try:
        with partial.open("wb") as raw:
            hashing = _Hashing(raw)
            packer = zstandard.ZstdCompressor(level=COMPRESSION_LEVEL, write_checksum=True)
            with packer.stream_writer(cast("IO[bytes]", hashing), closefd=False) as out:
                cursor = None
                while True:
                    chunk = read_records(wanted, cursor, CHUNK, cursors=False)
                    for record in chunk.records:
                        line = lines_of([record])
                        out.write(line)
                        unpacked += len(line)
                    count += len(chunk.records)
                    step(len(chunk.records))
                    cursor = chunk.next
                    if cursor is None:
                        break
                end = {"end": True, "count": count, "month": month, "licence": DUMP_LICENCE}
                unpacked += out.write(json.dumps(end).encode() + b"\n")
            raw.flush()
            os.fsync(raw.fileno())
            size = raw.tell()
        dump = Dump(
            month=month,
            file=path.name,
            matches=count,
            bytes=size,
            unpacked=unpacked,
            sha256=hashing.digest.hexdigest(),
            made_at=rfc3339(timezone.now()),
        )
        partial.replace(path)
    finally:
        with suppress(FileNotFoundError):
            partial.unlink()
    _write(folder / note_name(month), json.dumps(note_json(dump), indent=2) + "\n")
    _write(folder / LICENCE_FILE, NOTICE_TEXT)
    sums = [f"{dump.sha256}  {dump.file}\n" for dump in reversed(dumps(folder))]
    _write(folder / CHECKSUMS_FILE, "".join(sums))
    return dump


class _Hashing:
    """Writer that passes bytes on to a file and hashes them."""

    def __init__(self, raw: Any) -> None:
        self.raw = raw
        self.digest = hashlib.sha256()

    def write(self, part: bytes) -> int:
        """Write bytes to the file and add them to the hash; return their number."""
        self.digest.update(part)
        return int(self.raw.write(part))

    def flush(self) -> None:
        """Do nothing, as nothing is buffered here."""


def _write(path: Path, text: str) -> None:
    """Write a small text file, which appears whole or not at all."""
    partial = path.with_name(path.name + PARTIAL)
    with partial.open("w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    partial.replace(path)
