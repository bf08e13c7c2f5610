"""Connections of the live path stand beside the pool of pages, which may use up all of theirs."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
from django.db import OperationalError, connection, connections

from games.live.core import db_threads
from games.live.core.db_threads import DbThreads
from games.models import Table
from tests.support import forked

ROOT = Path(__file__).parents[2]
WITHIN = 5.0
"""Seconds; who waits for the pool gives up after ten."""


@pytest.mark.django_db(transaction=True)
def test_no_move_waits_for_a_connection_when_pages_hold_all_of_the_pool():
    pool = connection.settings_dict["OPTIONS"].get("pool") or {"max_size": 8}
    pages = pool["max_size"] - 1  # and this test
    assert Table.objects.count() == 0
    taken, over = threading.Barrier(pages + 1), threading.Event()

    def page() -> None:
        try:
            Table.objects.count()
            taken.wait(WITHIN)
            over.wait(60)
        finally:
            connections.close_all()

    async def live() -> list[int]:
        threads = [DbThreads("journal"), DbThreads("db", 3)]
        try:
            async with asyncio.timeout(WITHIN):
                return await asyncio.gather(
                    *(one.run(Table.objects.count) for one in (threads[0], *3 * threads[1:]))
                )
        finally:
            over.set()
            for one in threads:
                await asyncio.to_thread(one.stop)

    with ThreadPoolExecutor(pages) as workers:
        for _ in range(pages):
            workers.submit(page)
        taken.wait(WITHIN)
        assert asyncio.run(live()) == [0] * 4


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a file is not restarted")
@pytest.mark.django_db(transaction=True)
def test_a_page_after_the_database_has_started_again_finds_its_connection_dead_and_takes_another():
    Table.objects.count()
    settings = connection.settings_dict
    connection.close()  # it goes back into the pool, whose connections end as in a restart
    with psycopg.connect(
        dbname=settings["NAME"], user=settings["USER"], host=settings["HOST"], port=settings["PORT"]
    ) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    assert Table.objects.count() == 0


def test_what_the_database_address_asks_for_stays_beside_the_pool(tmp_path: Path):
    shown = forked.run(
        [
            sys.executable,
            "-c",
            "import json; from brisca_site.settings import DATABASES as d; "
            "print(json.dumps(d['default']['OPTIONS'], default=str))",
        ],
        cwd=ROOT,
        env={
            **os.environ,
            "VAR_DIR": str(tmp_path),
            "DATABASE_URL": "postgres://somebody@127.0.0.1/brisca?sslmode=verify-full",
        },
        check=True,
        capture_output=True,
        text=True,
    )
    options = json.loads(shown.stdout)
    assert options["sslmode"] == "verify-full"
    assert options["pool"]["max_size"] > 0


def test_a_database_that_starts_again_is_waited_for(monkeypatch: pytest.MonkeyPatch):
    refused = iter([OperationalError("the database system is starting up")] * 3)
    opened = []

    def ensure_connection() -> None:
        if (error := next(refused, None)) is not None:
            raise error
        opened.append(True)

    monkeypatch.setattr(
        db_threads, "connection", SimpleNamespace(ensure_connection=ensure_connection)
    )
    db_threads._connect()
    assert opened == [True]
    refused = iter([OperationalError("no")] * 1000)
    monkeypatch.setattr(db_threads, "PATIENCE", 0.2)
    with pytest.raises(OperationalError):
        db_threads._connect()
