"""Sites of earlier releases are upgraded by `prepare`, and what was running there is played on.

Each folder beside this file holds the site of one release; `tools/release_site.py` made it.
"""

from __future__ import annotations

import contextlib
import gzip
import http.client
import json
import lzma
import re
import secrets
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from tests.support import empty_databases, release_site
from tests.support.needs import POSTGRES, needs_postgres
from tests.support.site import ROOT

RELEASES = sorted(path.parent.name for path in Path(__file__).parent.glob("*/site.json"))
SETTINGS = """
from brisca_site.settings import *
STATICFILES_DIRS = []
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
STORAGES = {
    **STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}
"""
"""Without static files, which `prepare` would collect for longer than all else takes."""
LEFT_TABLES = {"games_report", "games_silence"}
"""Tables that nothing reads any more; migrations emptied them beside servers that still had them."""
SQLITE_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
POSTGRESQL_SHAPE = (
    """
    SELECT table_name, column_name, data_type, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = 'public'
    """,
    "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    """
    SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
    """,
    "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE NOT tgisinternal",
)


@dataclass(frozen=True)
class Upgraded:
    """The site of a release after `prepare` of today's code."""

    release: release_site.Release
    description: dict[str, Any]
    printed: str


def sqlite_shape(path: Path) -> set[tuple[Any, ...]]:
    """Return columns, indexes and references of the tables in a file of SQLite."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        tables = [name for (name,) in database.execute(SQLITE_TABLES)]
        shape: set[tuple[Any, ...]] = set()
        for table in tables:
            columns = database.execute(f"PRAGMA table_info('{table}')")
            shape |= {(table, *column[1:]) for column in columns}
            references = database.execute(f"PRAGMA foreign_key_list('{table}')")
            shape |= {(table, *reference[2:]) for reference in references}
        shape |= set(
            database.execute("SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'index'")
        )
    return {row for row in shape if not str(row[1]).startswith("sqlite_autoindex")}


def without_left_tables(shape: set[tuple[Any, ...]]) -> set[tuple[Any, ...]]:
    return {row for row in shape if row[0] not in LEFT_TABLES}


def postgresql_shape(database: str) -> set[tuple[Any, ...]]:
    """Return columns, indexes, constraints and triggers of a database of PostgreSQL."""
    with psycopg.connect(database) as server:
        rows = [row for query in POSTGRESQL_SHAPE for row in server.execute(query.encode())]
    return {tuple(without_casts(str(value)) for value in row) for row in rows}


def without_casts(definition: str) -> str:
    """Return a definition without casts and brackets, which a dump writes in another way."""
    return re.sub(r"::[a-z ]+(\[\])?|[()]", "", definition)


def prepared(folder: Path, database: str, description: Path) -> Upgraded:
    """Run `prepare` of today's code on the data of an earlier release."""
    (folder / "no_files.py").write_text(SETTINGS)
    release = release_site.Release(ROOT, folder, database, sys.executable)
    release.env |= {"PYTHONPATH": str(folder), "DJANGO_SETTINGS_MODULE": "no_files"}
    return Upgraded(release, json.loads(description.read_text()), release.manage("prepare"))


@contextlib.contextmanager
def postgresql_database(*, with_tables: bool = False) -> Iterator[str]:
    """Create a database for a test, empty or filled with today's tables; drop it at the end."""
    name = f"brisca_{secrets.token_hex(4)}"
    try:
        if with_tables:
            yield empty_databases.copy_to_postgresql(POSTGRES, name)
        else:
            with psycopg.connect(POSTGRES, autocommit=True) as admin:
                admin.execute(f'CREATE DATABASE "{name}"'.encode())
            yield urlunsplit(urlsplit(POSTGRES)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(POSTGRES, autocommit=True) as admin:
            admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())


@pytest.fixture(scope="module", params=RELEASES)
def on_sqlite(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Upgraded:
    """Give the upgraded site of a release on SQLite."""
    folder = tmp_path_factory.mktemp("sqlite")
    release = Path(__file__).parent / request.param
    packed = (release / "site.sqlite3.xz").read_bytes()
    (folder / "brisca.sqlite3").write_bytes(lzma.decompress(packed))
    return prepared(folder, "", release / "site.json")


@pytest.fixture(scope="module", params=RELEASES)
def on_postgresql(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Upgraded]:
    """Give the upgraded site of a release on PostgreSQL."""
    release = Path(__file__).parent / request.param
    dump = gzip.decompress((release / "site.sql.gz").read_bytes())
    with postgresql_database() as database:
        load = ["psql", "-q", "-1", "-v", "ON_ERROR_STOP=1", database]
        subprocess.run(load, input=dump, check=True, capture_output=True)
        folder = tmp_path_factory.mktemp("postgresql")
        yield prepared(folder, database, release / "site.postgresql.json")


def play_on(site: Upgraded) -> None:
    """Assert that people see their hands of before, and play their matches to the end."""
    with site.release.serving() as address:
        for table in site.description["tables"]:
            names = table["names"]
            with release_site.seated(address, table["id"], site.description, names) as people:
                for person, before in zip(people, table["states"], strict=True):
                    state = person.first_state()
                    assert (state["match"], state["seq"]) == (before["match"], before["seq"])
                    for name in ("hand", "trump", "turn", "counts", "trick"):
                        assert state["view"][name] == before["view"][name], name
                assert release_site.play(people) > 20
        assert_known(address, site.description)


def assert_known(address: str, description: dict[str, Any]) -> None:
    """Assert that people are signed in, their keys are good, and their notes are there."""
    for person in description["people"].values():
        request = urllib.request.Request(
            f"{address}/api/v1/play/account/", headers={"Authorization": f"Bearer {person['key']}"}
        )
        with urllib.request.urlopen(request) as answer:
            assert answer.status == 200
    noted = description["noted"]
    cookie = f"{description['cookie']}={description['people'][noted['by']]['session']}"
    line = http.client.HTTPConnection(urlsplit(address).netloc)
    line.request("GET", f"/matches/{noted['match']}/", headers={"Cookie": cookie})
    page = line.getresponse().read().decode()
    line.close()
    assert noted["by"] in page
    assert noted["text"] in page


def assert_whole(site: Upgraded) -> None:
    """Assert that records, ledger and figures hold."""
    assert "14 of 14" in site.release.manage("check_records", "--count", "0")
    assert "the ledger holds" in site.release.manage("check_ledger")
    assert "14 matches counted" in site.release.manage("rebuild_stats", "--check")


def test_each_version_before_the_newest_has_a_site_here() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text()
    versions = re.findall(r"^## (\d+\.\d+\.\d+)", changelog, re.MULTILINE)
    assert {"cae161d5", *versions[1:]} <= set(RELEASES)


@pytest.mark.long
def test_a_site_on_sqlite_is_upgraded_and_played_on(on_sqlite: Upgraded) -> None:
    folder = Path(on_sqlite.release.env["VAR_DIR"])
    upgraded = without_left_tables(sqlite_shape(folder / "brisca.sqlite3"))
    assert upgraded ^ sqlite_shape(empty_databases.sqlite()) == set()
    play_on(on_sqlite)
    assert_whole(on_sqlite)


@needs_postgres
@pytest.mark.long
def test_a_site_on_postgresql_is_upgraded_and_played_on(on_postgresql: Upgraded) -> None:
    with postgresql_database(with_tables=True) as fresh:
        upgraded = postgresql_shape(on_postgresql.release.env["DATABASE_URL"])
        assert without_left_tables(upgraded) ^ postgresql_shape(fresh) == set()
    play_on(on_postgresql)
    assert_whole(on_postgresql)
