"""The monthly dumps of records, found by the note beside each file.

Files and notes are written by `games.management.dumps` and only read here.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

from django.conf import settings

DUMP_LICENCE: Final = "CC0-1.0"
LICENCE_FILE: Final = "LICENSE.txt"
CHECKSUMS_FILE: Final = "SHA256SUMS"
_NOTE: Final = re.compile(r"brisca-(\d{4})-(\d{2})\.json")


@dataclass(frozen=True, slots=True)
class Dump:
    """Monthly dump: a file for download with all matches that ended in a month ("2026-03").

    `bytes` is its size, `unpacked` the size of its content in bytes; `sha256` is in hex.
    """

    month: str
    file: str
    matches: int
    bytes: int
    unpacked: int
    sha256: str
    made_at: str
    licence: str = DUMP_LICENCE

    @property
    def first_day(self) -> date:
        """Return the first day of the month of the dump."""
        return date.fromisoformat(f"{self.month}-01")


def file_name(month: str) -> str:
    """Return the file name of a month's dump; months are written like 2026-03."""
    return f"brisca-{month}.ndjson.zst"


def note_name(month: str) -> str:
    """Return the file name of the note (JSON) beside a month's dump."""
    return f"brisca-{month}.json"


def note_json(dump: Dump) -> dict[str, Any]:
    """Return the content of the note beside a dump, as a JSON object."""
    return asdict(dump)


def dumps(folder: Path | None = None) -> list[Dump]:
    """Return all monthly dumps in a folder (None: the site's), newest first.

    Dumps whose notes cannot be read are left out.
    """
    folder = folder or settings.DATA_DIR
    assert folder is not None
    if not folder.is_dir():
        return []
    readable = []
    for path in folder.iterdir():
        if not _NOTE.fullmatch(path.name):
            continue
        try:
            dump = Dump(**json.loads(path.read_text(encoding="utf-8")))
            if (folder / dump.file).stat().st_size == dump.bytes:
                readable.append(dump)
        except (OSError, ValueError, TypeError):
            continue
    return sorted(readable, key=lambda dump: dump.month, reverse=True)


def dump_file(name: str) -> tuple[Path, str] | None:
    """Return the path and the ETag of a dump file that may be downloaded; None for other names."""
    folder: Path = settings.DATA_DIR
    for dump in dumps():
        if name == dump.file:
            return folder / name, dump.sha256
    path = folder / name
    if name in (CHECKSUMS_FILE, LICENCE_FILE) and path.is_file():
        status = path.stat()
        return path, f"{status.st_mtime_ns:x}-{status.st_size:x}"
    return None
