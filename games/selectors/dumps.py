"""The monthly files of records: which there are, by the notes that stand beside them.

A file and its note are written by `games.management.dumps`; here they are only read.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

from django.conf import settings

LICENCE: Final = "CC0-1.0"
NOTICE: Final = "LICENSE.txt"
SUMS: Final = "SHA256SUMS"
_NOTE: Final = re.compile(r"brisca-(\d{4})-(\d{2})\.json")


@dataclass(frozen=True, slots=True)
class Dump:
    """One month: `bytes` of the file and `unpacked`, `sha256` of the file."""

    month: str
    file: str
    matches: int
    bytes: int
    unpacked: int
    sha256: str
    made_at: str
    licence: str = LICENCE

    @property
    def first_day(self) -> date:
        """Of the month."""
        return date.fromisoformat(f"{self.month}-01")


def file_name(month: str) -> str:
    """Return what the file of a month (`2026-03`) is called."""
    return f"brisca-{month}.ndjson.zst"


def note_name(month: str) -> str:
    """Return what the note beside it is called."""
    return f"brisca-{month}.json"


def note_json(dump: Dump) -> dict[str, Any]:
    """Return a dump as its note has it."""
    return asdict(dump)


def dumps(folder: Path | None = None) -> list[Dump]:
    """Return all that there are, the newest month first; what cannot be read is passed over."""
    folder = folder or settings.DATA_DIR
    assert folder is not None
    if not folder.is_dir():
        return []
    found = []
    for path in folder.iterdir():
        if not _NOTE.fullmatch(path.name):
            continue
        try:
            dump = Dump(**json.loads(path.read_text(encoding="utf-8")))
            if (folder / dump.file).stat().st_size == dump.bytes:
                found.append(dump)
        except (OSError, ValueError, TypeError):
            continue
    return sorted(found, key=lambda dump: dump.month, reverse=True)


def dump_file(name: str) -> tuple[Path, str] | None:
    """Return where a file that may be downloaded stands, and the tag of what is in it."""
    folder: Path = settings.DATA_DIR
    for dump in dumps():
        if name == dump.file:
            return folder / name, dump.sha256
    path = folder / name
    if name in (SUMS, NOTICE) and path.is_file():
        status = path.stat()
        return path, f"{status.st_mtime_ns:x}-{status.st_size:x}"
    return None
