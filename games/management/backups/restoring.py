"""Trial restores: restore a backup into a database that is deleted again, and check the result.

The site's own database is neither read nor written: checks run in processes of their own, whose
environment names the restored database alone.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings

from games.management.backups import encryption, postgresql
from games.management.backups.errors import BackupError
from games.management.backups.manifest import (
    BLOCK,
    Manifest,
    check_file,
    difference,
    read_contents,
    read_manifest,
)
from games.management.backups.writing import check_sqlite

SQLITE: Final = b"SQLite format 3\0"
"""The first bytes of an SQLite database."""
POSTGRESQL: Final = b"PGDMP"
"""The first bytes of a dump in the custom format of `pg_dump`."""
DROPPED_VARIABLES: Final = ("REDIS_URL", "EMAIL_URL", "DATA_DIR", "STATIC_DIR", "BACKUP_COMMAND")
"""Environment variables removed from the checks, as they lead out of the restored site."""

Report = Callable[[str, float], None]
"""A callback that gets the name of each finished step, and its seconds."""


@dataclass(frozen=True, slots=True)
class Drill:
    """Arguments of a restore drill: a backup is restored on trial, checked, and deleted again."""

    file: Path
    identity: Path | None
    """The file of the private key; None for a backup that is not encrypted."""
    records: int
    """Number of finished matches that are verified, chosen at random; 0 means all."""
    server: str
    """URL of a PostgreSQL server that lets us create a database; needed for its dumps alone."""


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a restore drill: the manifest, and the seconds that restoring and checking took."""

    manifest: Manifest
    restored_s: float
    checked_s: float


def run_drill(drill: Drill, report: Report) -> Result:
    """Restore a backup on trial, check it, delete it; `report` gets each step and its seconds.

    Raises:
        BackupError: at the first step that fails; the text begins with the step's name.
    """
    began = time.monotonic()
    steps = _Steps(report)
    with tempfile.TemporaryDirectory(prefix="brisca-drill-") as name:
        folder = Path(name)
        with steps("manifest"):
            manifest = _manifest(drill.file)
        with steps("decrypt" if manifest.encrypted else "copy"):
            plain = _plain(drill, folder)
        with _restored(plain, drill.server, folder, steps) as (query, env):
            restored = time.monotonic()
            with steps("rows"):
                if mismatch := difference(manifest, read_contents(query)):
                    raise BackupError(mismatch)
            with steps("migrations"):
                _manage(env, "migrate", "--check", "--skip-checks")
            with steps("ledger"):
                _manage(env, "check_ledger")
            with steps("records"):
                _manage(env, "check_records", "--count", str(drill.records))
    ended = time.monotonic()
    return Result(manifest, restored - began, ended - restored)


class _Steps:
    """Timer of the steps of a restore drill; it prefixes errors with the step's name."""

    def __init__(self, report: Report) -> None:
        self._report = report

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        """Time one step of the drill and report it; put the step's name before an error."""
        began = time.monotonic()
        try:
            yield
        except (BackupError, OSError) as error:
            raise BackupError(f"{name}: {error}") from None
        self._report(name, time.monotonic() - began)


def _manifest(file: Path) -> Manifest:
    """Return the manifest of a backup, after checking that the file matches it."""
    if not file.is_file():
        raise BackupError(f"{file} is no file")
    manifest = read_manifest(file)
    check_file(file, manifest)
    return manifest


def _plain(drill: Drill, folder: Path) -> Path:
    """Write a backup, decrypted if necessary, into a file of `folder`; return the file's path."""
    target = folder / "backup"
    with drill.file.open("rb") as source, target.open("wb") as plain:
        begins = source.read(len(encryption.MAGIC))
        source.seek(0)
        if begins != encryption.MAGIC:
            shutil.copyfileobj(source, plain, BLOCK)
            return target
        if drill.identity is None:
            raise BackupError("is encrypted: give --identity")
        encryption.decrypt(source, plain, encryption.read_identities(drill.identity))
    return target


@contextmanager
def _restored(
    plain: Path, server: str, folder: Path, steps: _Steps
) -> Iterator[tuple[Callable[[str], list[tuple[Any, ...]]], dict[str, str]]]:
    """Restore a backup; yield a function to query the database, and commands' environment."""
    with plain.open("rb") as source:
        begins = source.read(len(SQLITE))
    env = {key: value for key, value in os.environ.items() if key not in DROPPED_VARIABLES}
    env |= {"VAR_DIR": str(folder), "DATABASE_URL": "", "LOG_LEVEL": "ERROR"}
    if begins == SQLITE:
        with steps("restore"):
            path = plain.rename(folder / "brisca.sqlite3")
        with contextlib.closing(sqlite3.connect(path)) as database:
            with steps("integrity"):
                check_sqlite(database)
            yield (lambda statement: database.execute(statement).fetchall()), env
    elif begins.startswith(POSTGRESQL):
        if not server:
            raise BackupError("is a dump of PostgreSQL: give --server")
        name = f"brisca_drill_{secrets.token_hex(6)}"
        env["DATABASE_URL"] = urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        with postgresql.scratch_database(server, name) as database:
            with steps("restore"):
                postgresql.restore(server, name, plain)
            with steps("integrity"):
                _check_constraints(database)
            yield (lambda statement: database.execute(statement).fetchall()), env
    else:
        raise BackupError("holds neither a database of SQLite nor a dump of PostgreSQL")


def _check_constraints(database: Any) -> None:
    """Raise BackupError if a constraint or index of the restored database is not valid.

    `pg_restore` builds all indexes and checks all references; none may be left out.
    """
    invalid = database.execute(
        "SELECT (SELECT count(*) FROM pg_constraint WHERE NOT convalidated) + "
        "(SELECT count(*) FROM pg_index WHERE NOT indisvalid)"
    ).fetchone()[0]
    if invalid:
        raise BackupError(f"{invalid} constraints or indexes are not valid")


def _manage(env: dict[str, str], *command: str) -> None:
    """Run a management command on the restored database; raise BackupError if it fails."""
    done = subprocess.run(  # noqa: S603 - our own line
        [sys.executable, "manage.py", *command],
        cwd=settings.BASE_DIR,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise BackupError(lines[-1] if lines else f"{command[0]} ended with {done.returncode}")
