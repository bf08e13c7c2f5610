"""Connections to SQLite wait for whoever comes next, and carry nothing over."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.db.utils import OperationalError

from brisca_site.sqlite import base
from brisca_site.sqlite.base import MAX_IDLE_CONNECTIONS, DatabaseWrapper, Waiting

pytestmark = pytest.mark.django_db
OPTIONS = {"timeout": 1, "transaction_mode": "IMMEDIATE"}


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch):
    mine = Waiting()
    monkeypatch.setattr(base, "waiting", mine)
    yield mine
    mine.close()


def opened(path: Path) -> Any:
    from django.db import connections

    settings = {**connections["default"].settings_dict, "NAME": str(path), "OPTIONS": OPTIONS}
    made = DatabaseWrapper(settings, alias="spare")
    made.inc_thread_sharing()
    return made


def test_a_connection_is_used_again_by_the_next(tmp_path, waiting):
    first, second = opened(tmp_path / "one"), opened(tmp_path / "one")
    first.ensure_connection()
    raw = first.connection
    first.close()
    second.ensure_connection()
    assert second.connection is raw
    first.ensure_connection()
    assert first.connection is not raw


def test_what_was_not_committed_is_gone(tmp_path, waiting):
    first = opened(tmp_path / "one")
    with first.cursor() as cursor:
        cursor.execute("CREATE TABLE kept (x)")
    first.connection.execute("BEGIN IMMEDIATE")
    first.connection.execute("INSERT INTO kept VALUES (1)")
    first.close()
    second = opened(tmp_path / "one")
    with second.cursor() as cursor:
        assert not second.connection.in_transaction
        cursor.execute("SELECT count(*) FROM kept")
        assert cursor.fetchone() == (0,)


def test_a_file_that_took_the_name_of_another_is_opened_anew(tmp_path, waiting):
    first = opened(tmp_path / "one")
    with first.cursor() as cursor:
        cursor.execute("CREATE TABLE old (x)")
    raw = first.connection
    first.close()
    (tmp_path / "one").rename(tmp_path / "other")
    second = opened(tmp_path / "one")
    with second.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM sqlite_master")
        assert cursor.fetchone() == (0,)
    with pytest.raises(sqlite3.ProgrammingError):
        raw.execute("SELECT 1")


def test_one_that_failed_does_not_wait(tmp_path, waiting):
    first = opened(tmp_path / "one")
    with pytest.raises(OperationalError), first.cursor() as cursor:
        cursor.execute("SELECT nothing")
    raw = first.connection
    first.close()
    with pytest.raises(sqlite3.ProgrammingError):
        raw.execute("SELECT 1")


def test_only_so_many_wait_and_none_of_a_database_in_memory(tmp_path, waiting):
    several = [opened(tmp_path / "one") for _ in range(MAX_IDLE_CONNECTIONS + 1)]
    raws = []
    for one in several:
        one.ensure_connection()
        raws.append(one.connection)
    for one in several:
        one.close()
    for raw in raws[:MAX_IDLE_CONNECTIONS]:
        raw.execute("SELECT 1")
    with pytest.raises(sqlite3.ProgrammingError):
        raws[MAX_IDLE_CONNECTIONS].execute("SELECT 1")


def test_the_site_is_served_by_it():
    from django.db import connection

    if connection.vendor == "sqlite":
        assert type(connection.ops.connection) is DatabaseWrapper
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)
