"""Writing of backups: the whole file or none, with its manifest, readable by its owner only."""

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

from brisca_site.base.release import release_name
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
"""Names that `name_for` gives; no other file is ever deleted."""
STAMP: Final = "%Y%m%dT%H%M%SZ"
"""Format of the moment (UTC) in the name of a backup."""
SCRATCH: Final = "backup-"
"""Prefix of the folders in `VAR_DIR` that hold a copy while a backup is written."""
SPARE_BYTES: Final = 64 * 1024 * 1024
"""Bytes that the disk of `VAR_DIR` must have free besides the copy."""
SCRATCH_AGE: Final = timedelta(days=1)
"""Age at which folders that a killed backup left in `VAR_DIR` are deleted."""


def name_for(folder: Path, *, encrypted: bool) -> Path:
    """Return the path in `folder` of a backup file made now; `.age` is added if `encrypted`."""
    kind = "sqlite3" if connection.vendor == "sqlite" else "dump"
    stamp = timezone.now().astimezone(UTC).strftime(STAMP)
    return folder / f"brisca-{stamp}.{kind}{'.age' if encrypted else ''}"


def write_backup(file: Path, recipients: Recipients) -> Manifest:
    """Write a backup of the database at one moment, encrypted where there are recipients.

    The file and its manifest appear only when they are complete.

    Raises:
        BackupError: where the file exists already, cannot be written, or the copy is damaged.
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
            release=release_name(),
            migrations=contents.migrations,
            rows=contents.rows,
        )
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
    _write_text(manifest_path(file), manifest_text(manifest))
    return manifest


def prune(folder: Path, *, keep: int | None = None, younger: timedelta | None = None) -> list[Path]:
    """Delete old backups in a folder, with their manifests; return the deleted paths.

    The newest `keep` backups stay, or with `younger` the backups made within that time; the newest
    always stays. Files with other names are left alone.
    """
    backups = _by_age(folder)
    oldest = "" if younger is None else (timezone.now() - younger).astimezone(UTC).strftime(STAMP)
    outdated = [
        path
        for place, (stamp, path) in enumerate(backups)
        if place > 0 and ((keep is not None and place >= keep) or stamp < oldest)
    ]
    for path in outdated:
        path.unlink()
        manifest_path(path).unlink(missing_ok=True)
    return outdated


def newest_backup(folder: Path) -> Path | None:
    """Return the newest backup in a folder, or None where the folder holds none."""
    return next((path for _stamp, path in _by_age(folder)), None)


def _by_age(folder: Path) -> list[tuple[str, Path]]:
    """Return pairs (moment as text, path) of the backups in a folder, the newest first."""
    named = ((NAMED.fullmatch(path.name), path) for path in folder.iterdir())
    return sorted(((match[1], path) for match, path in named if match), reverse=True)


@contextmanager
def _snapshot() -> Iterator[tuple[Contents, IO[bytes]]]:
    """Yield a summary of the database at one moment, and a stream of its copy of that moment."""
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
    """Yield a summary of a copy of the SQLite database, and a stream of the copy.

    The copy lies in `VAR_DIR`, as private as the database, until the block ends.
    """
    folder = Path(settings.VAR_DIR)
    _remove_scratch(folder)
    _check_space(folder)
    with tempfile.TemporaryDirectory(prefix=SCRATCH, dir=folder) as scratch:
        path = Path(scratch) / "copy.sqlite3"
        contents = _copy_sqlite(path)
        with path.open("rb") as source:
            yield contents, source


def _check_space(folder: Path) -> None:
    """Raise BackupError if the copy would leave the running site too little disk space."""
    name = Path(connection.settings_dict["NAME"])
    needed = SPARE_BYTES + sum(path.stat().st_size for path in name.parent.glob(f"{name.name}*"))
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise BackupError(f"the disk of {folder} has {free} bytes free, the copy needs {needed}")


def _copy_sqlite(path: Path) -> Contents:
    """Copy the SQLite database at one moment to `path`, check the copy, return its summary."""
    connection.ensure_connection()
    with contextlib.closing(sqlite3.connect(path)) as copy:
        connection.connection.backup(copy)  # one moment of the WAL; nobody waits for it
        copy.execute("PRAGMA journal_mode=DELETE")
        check_sqlite(copy)
        return read_contents(lambda statement: copy.execute(statement).fetchall())


def check_sqlite(database: sqlite3.Connection) -> None:
    """Check that an SQLite database is not damaged and that all its references have their rows.

    Raises:
        BackupError: where the database is not sound.
    """
    try:
        verdict = database.execute("PRAGMA integrity_check").fetchone()[0]
        orphan = database.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.DatabaseError as error:
        raise BackupError(f"the copy is not sound: {error}") from None
    if verdict != "ok" or orphan is not None:
        raise BackupError(f"the copy is not sound: {verdict}, {orphan}")


@contextmanager
def _postgresql_snapshot() -> Iterator[tuple[Contents, IO[bytes]]]:
    """Yield a summary of the PostgreSQL database and a stream of the dump, of one snapshot."""

    def query(statement: str) -> list[tuple[Any, ...]]:
        """Return the rows of an SQL query, run in the snapshot's transaction."""
        cursor.execute(statement)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows

    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        snapshot = query("SELECT pg_export_snapshot()")[0][0]
        contents = read_contents(query)
        name = connection.settings_dict["NAME"]
        with postgresql.dump(settings.DATABASE_URL, name, snapshot) as source:
            yield contents, source


def _remove_scratch(folder: Path) -> None:
    """Delete folders of unfinished copies that are older than SCRATCH_AGE from `VAR_DIR`."""
    oldest = time.time() - SCRATCH_AGE.total_seconds()
    for path in folder.glob(f"{SCRATCH}*"):
        if path.is_dir() and path.stat().st_mtime < oldest:
            shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _private(path: Path) -> Iterator[IO[bytes]]:
    """Create a file that only its owner may read, and yield the open file for writing."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise BackupError(f"{path}: {error.strerror}") from None
    with os.fdopen(handle, "wb") as file:
        yield file


def _write_text(path: Path, text: str) -> None:
    """Write a text file that only its owner may read; the file appears whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    with _private(part) as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())
    part.rename(path)


class _Hashing:
    """Writer that passes bytes on to a file, counting and hashing them."""

    def __init__(self, target: IO[bytes]) -> None:
        self._target = target
        self.digest = hashlib.sha256()
        self.count = 0

    def write(self, block: bytes) -> int:
        """Write bytes to the file; return how many bytes were written."""
        self.digest.update(block)
        self.count += len(block)
        return self._target.write(block)

    def flush(self) -> None:
        """Flush the file."""
        self._target.flush()


def age_of(manifest: Manifest) -> timedelta:
    """Return the age of a backup, counted from the moment whose data it holds."""
    return timezone.now() - datetime.fromisoformat(manifest.created_at)
