"""Empty databases are made once for each server, and again where a server has lost them."""

from __future__ import annotations

import secrets
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.support import empty_databases
from tests.support.needs import POSTGRES, needs_postgres


def drop(name: str) -> None:
    """Remove a database of the server of the tests."""
    with psycopg.connect(POSTGRES, autocommit=True) as line:
        line.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())


def copied(admin: str = POSTGRES) -> int:
    """How many tables a fresh copy has; it is gone afterwards."""
    name = f"brisca_{secrets.token_hex(4)}"
    try:
        with psycopg.connect(empty_databases.copy_to_postgresql(admin, name)) as line:
            found = line.execute("SELECT count(*) FROM pg_tables WHERE tablename LIKE 'games_%'")
            return int((found.fetchone() or (0,))[0])
    finally:
        drop(name)


def one_table(*, DATABASE_URL: str, **_where: str) -> None:  # noqa: N803 - of the environment
    """Stand in for the migrations, which take seconds; all other tests copy what they make."""
    with psycopg.connect(DATABASE_URL, autocommit=True) as line:
        line.execute("CREATE TABLE games_one ()")


@needs_postgres
def test_each_server_has_an_empty_database_of_its_own_and_makes_a_lost_one_anew(
    tmp_path: Path, monkeypatch
):
    monkeypatch.setenv(empty_databases.FOLDER, str(tmp_path))
    monkeypatch.setattr(empty_databases, "_migrate", one_table)
    assert copied() == 1
    (told,) = tmp_path.glob("postgresql-*")
    drop(told.read_text().split()[1])
    assert copied() == 1
    other = urlunsplit(urlsplit(POSTGRES)._replace(query="application_name=other"))
    assert copied(other) == 1
    assert len(list(tmp_path.glob("postgresql-*"))) == 2
    empty_databases.forget(tmp_path)
    assert not tmp_path.exists()
