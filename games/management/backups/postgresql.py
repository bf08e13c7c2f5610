"""PostgreSQL's own programs, called so that no password stands on their command line."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from games.management.backups.errors import BackupError


@contextmanager
def dump(url: str, name: str, snapshot: str) -> Iterator[IO[bytes]]:
    """Run `pg_dump` on the database `name`, as an exported snapshot sees it; give what it writes.

    Raises BackupError where it is not installed or fails.
    """
    connection, env = _target(url, name)
    line = [
        *(_program("pg_dump"), "--format=custom", "--no-owner", "--no-privileges"),
        *(f"--snapshot={snapshot}", f"--dbname={connection}"),
    ]
    with tempfile.TemporaryFile() as said:
        with subprocess.Popen(  # noqa: S603 - our own line
            line, env=env, stdout=subprocess.PIPE, stderr=said
        ) as process:
            assert process.stdout is not None
            try:
                yield process.stdout
            except BaseException:
                process.kill()
                raise
        if process.returncode:
            raise BackupError(f"pg_dump failed: {_last_line(said)}")


def restore(url: str, name: str, file: Path) -> None:
    """Run `pg_restore` into the empty database `name`.

    Raises BackupError where it is not installed or fails.
    """
    connection, env = _target(url, name)
    line = [
        *(_program("pg_restore"), "--no-owner", "--no-privileges", "--exit-on-error"),
        *(f"--dbname={connection}", str(file)),
    ]
    with tempfile.TemporaryFile() as said:
        done = subprocess.run(  # noqa: S603 - our own line
            line, env=env, stdout=subprocess.DEVNULL, stderr=said, check=False
        )
        if done.returncode:
            raise BackupError(f"pg_restore failed: {_last_line(said)}")


@contextmanager
def scratch_database(url: str, name: str) -> Iterator[psycopg.Connection[Any]]:
    """Create an empty database on a server for as long as it is used; give a connection to it.

    Raises BackupError where the server cannot be reached or does not let us.
    """
    try:
        with psycopg.connect(url, autocommit=True) as admin:
            admin.execute(_identifier("CREATE DATABASE {} TEMPLATE template0", name))
        try:
            with psycopg.connect(url, dbname=name, autocommit=True) as connection:
                yield connection
        finally:
            with psycopg.connect(url, autocommit=True) as admin:
                admin.execute(_identifier("DROP DATABASE IF EXISTS {} WITH (FORCE)", name))
    except psycopg.OperationalError as error:
        raise BackupError(f"PostgreSQL: {str(error).splitlines()[0]}") from None
    except psycopg.errors.InsufficientPrivilege:
        raise BackupError("the account of PostgreSQL may not create databases") from None


def _identifier(statement: str, name: str) -> psycopg.sql.Composed:
    return psycopg.sql.SQL(statement).format(psycopg.sql.Identifier(name))  # type: ignore[arg-type]  # our own


def _target(url: str, name: str) -> tuple[str, dict[str, str]]:
    """The connection string of a database without its password, and the environment with it."""
    given = conninfo_to_dict(url)
    env = dict(os.environ)
    if password := given.pop("password", None):
        env["PGPASSWORD"] = str(password)
    return make_conninfo("", **{**given, "dbname": name}), env


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise BackupError(f"{name} is not on PATH: install PostgreSQL's client programs")
    return found


def _last_line(said: IO[bytes]) -> str:
    said.seek(0)
    lines = said.read().decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it said nothing"
