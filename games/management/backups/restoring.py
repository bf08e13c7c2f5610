"""Restores a backup into a database that is deleted again, and checks what came out.

The database of the site is neither read nor written: what is checked runs in processes of its own,
whose environment names the restored database alone.
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
POSTGRESQL: Final = b"PGDMP"
FORGOTTEN: Final = ("REDIS_URL", "EMAIL_URL", "DATA_DIR", "STATIC_DIR", "BACKUP_COMMAND")
"""Variables that lead out of the restored site."""

Report = Callable[[str, float], None]
"""Told the name of each step that is done, and its seconds."""


@dataclass(frozen=True, slots=True)
class Drill:
    """What a drill is made with."""

    file: Path
    identity: Path | None
    """The file of the private key; None for a backup that is not encrypted."""
    records: int
    """How many finished matches are verified, chosen at random; 0 is all."""
    server: str
    """The address of a PostgreSQL server that lets us create a database; for its dumps alone."""


@dataclass(frozen=True, slots=True)
class Result:
    """How long a drill took, in seconds, and the manifest of what it restored."""

    manifest: Manifest
    restored_s: float
    checked_s: float


def run_drill(drill: Drill, report: Report) -> Result:
    """Restore a backup and check it; all that was made for it is gone afterwards.

    Raises BackupError at the first step that fails.
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
                if found := difference(manifest, read_contents(query)):
                    raise BackupError(found)
            with steps("migrations"):
                _manage(env, "migrate", "--check")
            with steps("ledger"):
                _manage(env, "check_ledger")
            with steps("records"):
                _manage(env, "check_records", "--count", str(drill.records))
    ended = time.monotonic()
    return Result(manifest, restored - began, ended - restored)


class _Steps:
    """Times steps, and puts the name of a step before the error that ends it."""

    def __init__(self, report: Report) -> None:
        self._report = report

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        began = time.monotonic()
        try:
            yield
        except (BackupError, OSError) as error:
            raise BackupError(f"{name}: {error}") from None
        self._report(name, time.monotonic() - began)


def _manifest(file: Path) -> Manifest:
    if not file.is_file():
        raise BackupError(f"{file} is no file")
    manifest = read_manifest(file)
    check_file(file, manifest)
    return manifest


def _plain(drill: Drill, folder: Path) -> Path:
    """The backup as its database wrote it, in a file of its own."""
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
    """The restored database: how to ask it, and the environment of a site that runs on it."""
    with plain.open("rb") as source:
        begins = source.read(len(SQLITE))
    env = {key: value for key, value in os.environ.items() if key not in FORGOTTEN}
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
            yield (lambda statement: database.execute(statement).fetchall()), env  # type: ignore[call-overload]
    else:
        raise BackupError("holds neither a database of SQLite nor a dump of PostgreSQL")


def _check_constraints(database: Any) -> None:
    """`pg_restore` has built all indexes and looked at all references; none may be left out."""
    invalid = database.execute(
        "SELECT (SELECT count(*) FROM pg_constraint WHERE NOT convalidated) + "
        "(SELECT count(*) FROM pg_index WHERE NOT indisvalid)"
    ).fetchone()[0]
    if invalid:
        raise BackupError(f"{invalid} constraints or indexes are not valid")


def _manage(env: dict[str, str], *command: str) -> None:
    """Run a command of the site on the restored database."""
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
