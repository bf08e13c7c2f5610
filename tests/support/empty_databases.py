"""Databases with all tables and no row, made once for all processes that know one folder.

A copy of one takes a moment, where the tables made anew take seconds.
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

from tools.soak import forked

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "EMPTY_DATABASES"
"""In the environment: where processes keep them together; whoever names it calls `forget`."""
MADE_AT_START = ("drawn", "locale")
"""Folders that each process of a site makes where they are not up to date."""


def sqlite() -> Path:
    """The file of an empty database."""
    with _alone() as folder:
        if not (made := folder / "brisca.sqlite3").exists():
            making = folder / "making"
            _migrate(VAR_DIR=str(making))
            (making / made.name).rename(made)
    return made


def copy_files(folder: Path) -> None:
    """Give a site's folder what its first process makes there: compiled catalogues, and cards."""
    making = sqlite().with_name("making")
    for name in MADE_AT_START:
        if (making / name).exists():
            shutil.copytree(making / name, folder / name, dirs_exist_ok=True)


def copy_site(folder: Path) -> None:
    """Give a site's folder an empty database, and what `copy_files` copies."""
    shutil.copy(sqlite(), folder)
    copy_files(folder)


def copy_to_postgresql(admin: str, name: str) -> str:
    """Make a database of this name as a copy of the empty one of that server; its address."""
    with _alone() as folder:
        told = _told(folder, admin)
        if not told.exists() or not _has(admin, told.read_text().split()[1]):
            empty = f"brisca_empty_{secrets.token_hex(4)}"
            _administer(admin, f'CREATE DATABASE "{empty}"')
            _fill(folder, _within(admin, empty))
            told.write_text(f"{admin}\n{empty}")
        _administer(admin, f'CREATE DATABASE "{name}" TEMPLATE "{told.read_text().split()[1]}"')
    return _within(admin, name)


def forget(folder: Path) -> None:
    """Remove what was kept in a folder, and the folder."""
    import psycopg

    for told in folder.glob("postgresql-*"):
        admin, empty = told.read_text().split()
        with contextlib.suppress(psycopg.OperationalError):  # servers of campaigns are gone by now
            _administer(admin, f'DROP DATABASE IF EXISTS "{empty}" WITH (FORCE)')
    shutil.rmtree(folder, ignore_errors=True)


def _told(folder: Path, admin: str) -> Path:
    """The file that says what the empty database of a server is called."""
    return folder / f"postgresql-{hashlib.sha256(admin.encode()).hexdigest()[:16]}"


@functools.cache
def _own_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="brisca-empty-"))
    atexit.register(forget, folder)
    return folder


@contextlib.contextmanager
def _alone() -> Iterator[Path]:
    """The folder, while no other process makes anything there."""
    folder = Path(os.environ[FOLDER]) if FOLDER in os.environ else _own_folder()
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def _fill(folder: Path, address: str) -> None:
    """Make the tables of a database: as a dump of the first one has them, or else by migrations."""
    dump = folder / "postgresql.sql"
    load = ["psql", "-q", "-1", "-v", "ON_ERROR_STOP=1", "-f", str(dump), address]
    if dump.exists() and _succeeds(load):
        return
    _migrate(VAR_DIR=str(folder / "making"), DATABASE_URL=address)
    written = dump.with_suffix(".part")
    if _succeeds(["pg_dump", "--no-owner", "--no-privileges", "-f", str(written), address]):
        written.rename(dump)


def _succeeds(line: list[str]) -> bool:
    """Run a program of PostgreSQL; False where it fails, is missing or too old for the server."""
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
    """Return whether the server has this database, and not another server at the same address."""
    import psycopg

    with psycopg.connect(admin, autocommit=True) as line:
        found = line.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        return found.fetchone() is not None
