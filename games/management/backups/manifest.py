"""The manifest beside a backup: the file's size and hash, and how many rows it holds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from django.contrib.auth import get_user_model

from games.management.backups.errors import BackupError
from games.models import (
    ChipEntry,
    ChipTransfer,
    Deal,
    Match,
    MatchRecord,
    Player,
    Seat,
    Table,
    Team,
    Trick,
)

FORMAT: Final = "brisca-backup/1"
BLOCK: Final = 1 << 20
"""Bytes read at a time."""
LARGEST: Final = 1 << 20
"""Bytes read of a manifest at most."""

Query = Callable[[str], list[tuple[Any, ...]]]
"""A function that runs one SELECT on the database backed up or restored, and returns its rows."""


@dataclass(frozen=True, slots=True)
class Contents:
    """Summary of a database's contents: last migration of each app, row counts of main tables."""

    migrations: dict[str, str]
    """The last migration of each app."""
    rows: dict[str, int]
    """The number of rows of each main table."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """Description of one backup file, stored beside it as JSON: size, checksum and contents."""

    file: str
    bytes: int
    sha256: str
    """SHA-256 of the file as it is stored, encrypted or not (hexadecimal)."""
    database: str
    """`sqlite` or `postgresql`."""
    encrypted: bool
    created_at: str
    release: str
    migrations: dict[str, str]
    rows: dict[str, int]
    format: str = FORMAT


def manifest_path(file: Path) -> Path:
    """Return the path of the manifest that belongs to a backup file."""
    return file.with_name(f"{file.name}.json")


def manifest_text(manifest: Manifest) -> str:
    """Return a manifest as JSON text, as it is stored in its file."""
    return json.dumps(asdict(manifest), indent=2, sort_keys=True) + "\n"


def read_manifest(file: Path) -> Manifest:
    """Return the manifest stored beside a backup file.

    Raises:
        BackupError: where there is no manifest, or it is not in this format.
    """
    path = manifest_path(file)
    try:
        with path.open("rb") as source:
            data = json.loads(source.read(LARGEST))
        names = {field.name for field in fields(Manifest)}
        manifest = Manifest(**{name: value for name, value in data.items() if name in names})
    except OSError as error:
        raise BackupError(f"{path.name}, the manifest: {error.strerror}") from None
    except (ValueError, TypeError, AttributeError):
        raise BackupError(f"{path.name} is no manifest of a backup") from None
    if manifest.format != FORMAT:
        raise BackupError(f"{path.name} is no manifest of the format {FORMAT}")
    return manifest


def check_file(file: Path, manifest: Manifest) -> None:
    """Check that a backup file has the size and the SHA-256 in its manifest.

    Raises:
        BackupError: where the file is not the one that the manifest describes.
    """
    size = file.stat().st_size
    if size != manifest.bytes:
        raise BackupError(f"{file.name} has {size} bytes, its manifest says {manifest.bytes}")
    digest = hashlib.sha256()
    with file.open("rb") as source:
        while block := source.read(BLOCK):
            digest.update(block)
    if digest.hexdigest() != manifest.sha256:
        raise BackupError(f"{file.name} is not what its manifest describes: SHA-256 differs")


def read_contents(query: Query) -> Contents:
    """Return a summary of a database's contents; `query` runs SQL, always in one transaction."""
    last = query("SELECT app, max(name) FROM django_migrations GROUP BY app ORDER BY app")
    rows = {
        name: query(f'SELECT count(*) FROM "{name}"')[0][0]  # noqa: S608 - names of our own
        for name in _main_tables()
    }
    return Contents(dict(last), rows)


def _main_tables() -> list[str]:
    """Return the names of the main tables, whose rows a manifest counts."""
    models = (
        *(get_user_model(), Player, Team, Table, Match, MatchRecord, Seat, Deal, Trick),
        *(ChipTransfer, ChipEntry),
    )
    return [model._meta.db_table for model in models]


def difference(manifest: Manifest, contents: Contents) -> str:
    """Return the first difference between a backup's manifest and the database restored from it.

    The difference is text for people; "" if there is none.
    """
    for name, count in manifest.rows.items():
        if contents.rows.get(name) != count:
            return f"{name} has {contents.rows.get(name)} rows, the manifest says {count}"
    for app, migration in manifest.migrations.items():
        if contents.migrations.get(app) != migration:
            return f"{app} is at {contents.migrations.get(app)}, the manifest says {migration}"
    return ""
