"""Connections to SQLite wait for whoever comes next, and carry nothing over."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.db import connections, transaction
from django.db.utils import OperationalError

from brisca_site.base.sqlite import base
from brisca_site.base.sqlite.base import (
    MAX_IDLE_CONNECTIONS,
    DatabaseWrapper,
    IdleConnections,
    writers,
)
from brisca_site.base.sqlite.fifo_lock import FifoLock

pytestmark = pytest.mark.django_db
OPTIONS = {"timeout": 1, "transaction_mode": "IMMEDIATE"}
numbers = count()


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch):
    mine = IdleConnections()
    monkeypatch.setattr(base, "idle_connections", mine)
    yield mine
    mine.close()


def opened(path: Path) -> Any:
    settings = {**connections["default"].settings_dict, "NAME": str(path), "OPTIONS": OPTIONS}
    made = DatabaseWrapper(settings, alias=f"spare {next(numbers)}")
    made.inc_thread_sharing()
    return made


@contextlib.contextmanager
def in_transaction(connection: Any):
    """Do something in a transaction of this connection, as `transaction.atomic` does."""
    connections[connection.alias] = connection
    try:
        with transaction.atomic(using=connection.alias):
            yield
    finally:
        del connections[connection.alias]


def test_a_connection_is_used_again_by_the_next(tmp_path, waiting):
    first, second = opened(tmp_path / "one"), opened(tmp_path / "one")
    first.ensure_connection()
    raw = first.connection
    first.close()
    second.ensure_connection()
    assert second.connection is raw
    first.ensure_connection()
    assert first.connection is not raw


def test_the_connection_that_was_used_last_is_used_first(tmp_path, waiting):
    several = [opened(tmp_path / "one") for _ in range(3)]
    for one in several:
        one.ensure_connection()
    raw = [one.connection for one in several]
    for one in several:
        one.close()
    again = [opened(tmp_path / "one") for _ in range(3)]
    for one in again:
        one.ensure_connection()
    assert [one.connection for one in again] == raw[::-1]


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


def test_writers_begin_in_the_order_in_which_they_asked(tmp_path, waiting):
    order: list[int] = []
    first = opened(tmp_path / "one")
    others = [opened(tmp_path / "one") for _ in range(4)]

    def write(number: int) -> None:
        with in_transaction(others[number]):
            order.append(number)

    threads = [threading.Thread(target=write, args=[number]) for number in range(4)]
    with in_transaction(first):
        lock = writers.lock_of(base._file_of(str(tmp_path / "one")))
        for number, thread in enumerate(threads):
            thread.start()
            while len(lock._waiting) <= number:
                time.sleep(0.001)
    with in_transaction(first):  # asks again at once, and comes last all the same
        assert order == [0, 1, 2, 3]
    for thread in threads:
        thread.join()


@pytest.mark.parametrize("end", ["commit", "error", "closed"])
def test_the_next_writer_begins_however_the_one_before_ended(tmp_path, waiting, end):
    first, second = opened(tmp_path / "one"), opened(tmp_path / "one")
    with contextlib.suppress(ZeroDivisionError), in_transaction(first):
        if end == "closed":
            first.close()
        elif end == "error":
            raise ZeroDivisionError
    began = time.monotonic()
    with in_transaction(second):
        assert time.monotonic() - began < 0.9, "it waited until its time was over"


def test_who_waits_in_vain_for_another_writer_has_the_error_of_the_database(tmp_path, waiting):
    first, second = opened(tmp_path / "one"), opened(tmp_path / "one")
    with in_transaction(first):
        with pytest.raises(OperationalError, match="locked"), in_transaction(second):
            pass
        assert not writers.lock_of(base._file_of(str(tmp_path / "one")))._waiting
    with in_transaction(second):
        pass


def test_a_lock_that_nobody_holds_cannot_be_released():
    with pytest.raises(RuntimeError, match="not held"):
        FifoLock().release()


def test_the_site_is_served_by_it():
    from django.db import connection

    if connection.vendor == "sqlite":
        assert type(connection.ops.connection) is DatabaseWrapper
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)
