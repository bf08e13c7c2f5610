"""Calls of `pg_dump` and `pg_restore` that keep passwords out of the command line."""

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
    """Run `pg_dump` on a database, as of the snapshot of this id; yield its output as a stream.

    Raises:
        BackupError: where `pg_dump` is not installed or fails.
    """
    connection, env = _target(url, name)
    line = [
        *(_program("pg_dump"), "--format=custom", "--no-owner", "--no-privileges"),
        *(f"--snapshot={snapshot}", f"--dbname={connection}"),
    ]
    with tempfile.TemporaryFile() as errors:
        with subprocess.Popen(  # noqa: S603 - our own line
            line, env=env, stdout=subprocess.PIPE, stderr=errors
        ) as process:
            assert process.stdout is not None
            try:
                yield process.stdout
            except BaseException:
                process.kill()
                raise
        if process.returncode:
            raise BackupError(f"pg_dump failed: {_last_line(errors)}")


def restore(url: str, name: str, file: Path) -> None:
    """Run `pg_restore` of a dump file into the empty database `name` of the server at `url`.

    Raises:
        BackupError: where `pg_restore` is not installed or fails.
    """
    connection, env = _target(url, name)
    line = [
        *(_program("pg_restore"), "--no-owner", "--no-privileges", "--exit-on-error"),
        *(f"--dbname={connection}", str(file)),
    ]
    with tempfile.TemporaryFile() as errors:
        done = subprocess.run(  # noqa: S603 - our own line
            line, env=env, stdout=subprocess.DEVNULL, stderr=errors, check=False
        )
        if done.returncode:
            raise BackupError(f"pg_restore failed: {_last_line(errors)}")


@contextmanager
def scratch_database(url: str, name: str) -> Iterator[psycopg.Connection[Any]]:
    """Create the database `name` on the server at `url`, yield a connection, drop it at the end.

    Raises:
        BackupError: where the server cannot be reached or refuses to create databases.
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
    """Return an SQL statement with a database's quoted name in place of `{}`."""
    return psycopg.sql.SQL(statement).format(psycopg.sql.Identifier(name))


def _target(url: str, name: str) -> tuple[str, dict[str, str]]:
    """Return a connection string without the password, and an environment that contains it."""
    parameters = conninfo_to_dict(url)
    env = dict(os.environ)
    if password := parameters.pop("password", None):
        env["PGPASSWORD"] = str(password)
    return make_conninfo("", **{**parameters, "dbname": name}), env


def _program(name: str) -> str:
    """Return the path of a PostgreSQL program; raise BackupError if it is not on PATH."""
    path = shutil.which(name)
    if path is None:
        raise BackupError(f"{name} is not on PATH: install PostgreSQL's client programs")
    return path


def _last_line(errors: IO[bytes]) -> str:
    """Return the last line that a program wrote to its standard error."""
    errors.seek(0)
    lines = errors.read().decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it said nothing"
