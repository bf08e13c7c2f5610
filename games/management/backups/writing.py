"""Writes a backup: the whole file or none, with its manifest, readable by its owner only."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from games.management.backups import postgresql
from games.management.backups.encryption import Recipients, encrypt
from games.management.backups.errors import BackupError
from games.management.backups.manifest import (
    BLOCK,
    Contents,
    Manifest,
    manifest_path,
    manifest_text,
    read_contents,
)

NAMED: Final = re.compile(r"brisca-(\d{8}T\d{6}Z)\.(?:sqlite3|dump)(?:\.age)?")
"""Files that this module has named; no other is ever deleted."""
STAMP: Final = "%Y%m%dT%H%M%SZ"
SCRATCH: Final = "backup-"
SPARE: Final = 64 * 1024 * 1024
"""Bytes that the disk of `VAR_DIR` must have free besides the copy."""
SCRATCH_AGE: Final = timedelta(days=1)
"""What a backup that was killed left in `VAR_DIR` is deleted after so long."""


def name_for(folder: Path, *, encrypted: bool) -> Path:
    """Return the path of a backup that is made now in a folder."""
    kind = "sqlite3" if connection.vendor == "sqlite" else "dump"
    stamp = timezone.now().astimezone(UTC).strftime(STAMP)
    return folder / f"brisca-{stamp}.{kind}{'.age' if encrypted else ''}"


def write_backup(file: Path, recipients: Recipients) -> Manifest:
    """Write a backup of the database at one moment, encrypted where there are recipients.

    Raises BackupError where the file is there already, or the copy is not sound.
    """
    if file.exists():
        raise BackupError(f"{file} is there already.")
    created = timezone.now()
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    try:
        with _snapshot() as (contents, source), _private(part) as raw:
            hashing = _Hashing(raw)
            if recipients:
                encrypt(source, hashing, recipients)
            else:
                shutil.copyfileobj(source, hashing, BLOCK)
            raw.flush()
            os.fsync(raw.fileno())
        # Here pg_dump has ended well: its failure is known only then.
        manifest = Manifest(
            file=file.name,
            bytes=hashing.count,
            sha256=hashing.digest.hexdigest(),
            database=connection.vendor,
            encrypted=bool(recipients),
            created_at=created.astimezone(UTC).isoformat(timespec="seconds"),
            release=os.environ.get("RELEASE", "unknown"),
            migrations=contents.migrations,
            rows=contents.rows,
        )
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
    _write_text(manifest_path(file), manifest_text(manifest))
    return manifest


def prune(folder: Path, *, keep: int | None = None, younger: timedelta | None = None) -> list[Path]:
    """Delete older backups in a folder, with their manifests; return which.

    The newest `keep` stay, or those younger than `younger`, and the newest in any case. Files with
    other names are left alone.
    """
    found = _by_age(folder)
    oldest = "" if younger is None else (timezone.now() - younger).astimezone(UTC).strftime(STAMP)
    gone = [
        path
        for place, (stamp, path) in enumerate(found)
        if place > 0 and ((keep is not None and place >= keep) or stamp < oldest)
    ]
    for path in gone:
        path.unlink()
        manifest_path(path).unlink(missing_ok=True)
    return gone


def newest_backup(folder: Path) -> Path | None:
    """Return the newest backup in a folder, or None where it holds none."""
    return next((path for _stamp, path in _by_age(folder)), None)


def _by_age(folder: Path) -> list[tuple[str, Path]]:
    """Moments and paths of the backups in a folder, the newest first."""
    named = ((NAMED.fullmatch(path.name), path) for path in folder.iterdir())
    return sorted(((match[1], path) for match, path in named if match), reverse=True)


@contextmanager
def _snapshot() -> Iterator[tuple[Contents, IO[bytes]]]:
    """What the database holds at one moment, and the bytes of its copy of that moment."""
    vendor = connection.vendor
    if vendor == "sqlite":
        with _sqlite_snapshot() as snapshot:
            yield snapshot
    elif vendor == "postgresql":
        with _postgresql_snapshot() as snapshot:
            yield snapshot
    else:
        raise BackupError(f"there are no backups of {vendor} here")


@contextmanager
def _sqlite_snapshot() -> Iterator[tuple[Contents, IO[bytes]]]:
    """The copy stands in `VAR_DIR`, as private as the database, until it has been read."""
    folder = Path(settings.VAR_DIR)
    _remove_scratch(folder)
    _check_space(folder)
    with tempfile.TemporaryDirectory(prefix=SCRATCH, dir=folder) as scratch:
        path = Path(scratch) / "copy.sqlite3"
        contents = _copy_sqlite(path)
        with path.open("rb") as source:
            yield contents, source


def _check_space(folder: Path) -> None:
    """Raises BackupError where the copy would leave the running site no room to write."""
    name = Path(connection.settings_dict["NAME"])
    needed = SPARE + sum(path.stat().st_size for path in name.parent.glob(f"{name.name}*"))
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise BackupError(f"the disk of {folder} has {free} bytes free, the copy needs {needed}")


def _copy_sqlite(path: Path) -> Contents:
    connection.ensure_connection()
    with contextlib.closing(sqlite3.connect(path)) as copy:
        connection.connection.backup(copy)  # one moment of the WAL; nobody waits for it
        copy.execute("PRAGMA journal_mode=DELETE")
        check_sqlite(copy)
        return read_contents(lambda statement: copy.execute(statement).fetchall())


def check_sqlite(database: sqlite3.Connection) -> None:
    """Raises BackupError where a database is damaged, or a row refers to none."""
    try:
        verdict = database.execute("PRAGMA integrity_check").fetchone()[0]
        orphan = database.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.DatabaseError as error:
        raise BackupError(f"the copy is not sound: {error}") from None
    if verdict != "ok" or orphan is not None:
        raise BackupError(f"the copy is not sound: {verdict}, {orphan}")


@contextmanager
def _postgresql_snapshot() -> Iterator[tuple[Contents, IO[bytes]]]:
    """The rows are counted, and the dump is made, in the same snapshot."""

    def query(statement: str) -> list[tuple[Any, ...]]:
        cursor.execute(statement)
        return cursor.fetchall()

    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        snapshot = query("SELECT pg_export_snapshot()")[0][0]
        contents = read_contents(query)
        name = connection.settings_dict["NAME"]
        with postgresql.dump(settings.DATABASE_URL, name, snapshot) as source:
            yield contents, source


def _remove_scratch(folder: Path) -> None:
    oldest = time.time() - SCRATCH_AGE.total_seconds()
    for path in folder.glob(f"{SCRATCH}*"):
        if path.is_dir() and path.stat().st_mtime < oldest:
            shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _private(path: Path) -> Iterator[IO[bytes]]:
    """A new file that its owner alone may read."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise BackupError(f"{path}: {error.strerror}") from None
    with os.fdopen(handle, "wb") as file:
        yield file


def _write_text(path: Path, text: str) -> None:
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    with _private(part) as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())
    part.rename(path)


class _Hashing:
    """Writes on, and counts and hashes what it writes."""

    def __init__(self, target: IO[bytes]) -> None:
        self._target = target
        self.digest = hashlib.sha256()
        self.count = 0

    def write(self, block: bytes) -> int:
        self.digest.update(block)
        self.count += len(block)
        return self._target.write(block)

    def flush(self) -> None:
        self._target.flush()


def age_of(manifest: Manifest) -> timedelta:
    """Return how long ago a backup was made: what came since would be lost."""
    return timezone.now() - datetime.fromisoformat(manifest.created_at)
