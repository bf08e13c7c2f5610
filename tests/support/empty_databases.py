"""Migrated databases without rows, created once for all processes that share one folder.

Copying one takes a moment; migrating takes seconds.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import functools
import hashlib
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from tests.support import forked

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "EMPTY_DATABASES"
"""Environment variable with the shared folder; the process that sets it calls `forget` at its end."""
MADE_AT_START = ("drawn", "locale")
"""Folders that each process of a site creates unless they are up to date."""


def sqlite() -> Path:
    """Return the path of an empty, migrated SQLite database; the first call creates it."""
    with _locked_folder() as folder:
        if not (database := folder / "brisca.sqlite3").exists():
            making = folder / "making"
            _migrate(VAR_DIR=str(making))
            (making / database.name).rename(database)
    return database


def copy_files(folder: Path) -> None:
    """Copy the files that a site's first process creates (catalogues, cards) into a folder."""
    making = sqlite().with_name("making")
    for name in MADE_AT_START:
        if (making / name).exists():
            shutil.copytree(making / name, folder / name, dirs_exist_ok=True)


def copy_site(folder: Path) -> None:
    """Copy an empty SQLite database, and the files of `copy_files`, into a site's folder."""
    shutil.copy(sqlite(), folder)
    copy_files(folder)


def copy_to_postgresql(admin: str, name: str) -> str:
    """Create a database of this name as a copy of a server's empty one, and return its address."""
    with _locked_folder() as folder:
        note = _note_of(folder, admin)
        if not note.exists() or not _has(admin, note.read_text().split()[1]):
            empty = f"brisca_empty_{secrets.token_hex(4)}"
            _administer(admin, f'CREATE DATABASE "{empty}"')
            _fill(folder, _within(admin, empty))
            note.write_text(f"{admin}\n{empty}")
        _administer(admin, f'CREATE DATABASE "{name}" TEMPLATE "{note.read_text().split()[1]}"')
    return _within(admin, name)


def forget(folder: Path) -> None:
    """Delete a shared folder, and the empty databases on PostgreSQL servers that it names."""
    import psycopg

    for note in folder.glob("postgresql-*"):
        admin, empty = note.read_text().split()
        with contextlib.suppress(psycopg.OperationalError):  # servers of campaigns are gone by now
            _administer(admin, f'DROP DATABASE IF EXISTS "{empty}" WITH (FORCE)')
    shutil.rmtree(folder, ignore_errors=True)


def _note_of(folder: Path, admin: str) -> Path:
    """Return the path of the file that names a server's empty database."""
    return folder / f"postgresql-{hashlib.sha256(admin.encode()).hexdigest()[:16]}"


@functools.cache
def _own_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="brisca-empty-"))
    atexit.register(forget, folder)
    return folder


@contextlib.contextmanager
def _locked_folder() -> Iterator[Path]:
    """Give the shared folder within the block, locked against other processes."""
    folder = Path(os.environ[FOLDER]) if FOLDER in os.environ else _own_folder()
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def _fill(folder: Path, address: str) -> None:
    """Create the tables of a PostgreSQL database: from a dump if there is one, or by migrations."""
    dump = folder / "postgresql.sql"
    load = ["psql", "-q", "-1", "-v", "ON_ERROR_STOP=1", "-f", str(dump), address]
    if dump.exists() and _succeeds(load):
        return
    _migrate(VAR_DIR=str(folder / "making"), DATABASE_URL=address)
    written = dump.with_suffix(".part")
    if _succeeds(["pg_dump", "--no-owner", "--no-privileges", "-f", str(written), address]):
        written.rename(dump)


def _succeeds(line: list[str]) -> bool:
    """Run a program of PostgreSQL (a command line); return True if it succeeds.

    It fails also if it is missing, or too old for the server.
    """
    try:
        return subprocess.run(line, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def _migrate(**where: str) -> None:
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "brisca_site.settings", "DATABASE_URL": ""}
    line = [sys.executable, "manage.py", "migrate", "-v0"]
    forked.run(line, cwd=ROOT, env={**env, **where}, check=True)


def _within(admin: str, name: str) -> str:
    return urlunsplit(urlsplit(admin)._replace(path=f"/{name}"))


def _administer(admin: str, statement: str) -> None:
    import psycopg

    with psycopg.connect(admin, autocommit=True) as line:
        line.execute(statement.encode())


def _has(admin: str, name: str) -> bool:
    """Return True if the server at this address has a database of this name."""
    import psycopg

    with psycopg.connect(admin, autocommit=True) as line:
        row = line.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        return row.fetchone() is not None
