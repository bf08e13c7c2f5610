"""A PostgreSQL that takes connections and answers nothing holds nobody up for long."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from brisca_site.base.postgresql import silence
from tests.faults.test_redis_away import Browser, sign_up
from tests.live.test_serve import SERVERS
from tests.support.database_servers import Postgres
from tests.support.needs import needs_own_postgres
from tests.support.server_process import PATIENCE, ServerProcess
from tests.support.site import ROOT, Site, free_port
from tools.soak import kills

pytestmark = needs_own_postgres
TIMEOUT_S = 4
"""Seconds after which the sites of these tests give up a connection; the default is longer."""
PAGES = 8
"""Pages asked for at once: more than the pool has connections."""


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL runs as another user
        with Postgres(folder / "own").running() as server:
            yield server


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let connections of this process wait a second."""
    monkeypatch.setattr(silence._Patience, "seconds", 1.0)


def connected(postgres: Postgres) -> silence.ImpatientConnection:
    return silence.ImpatientConnection.connect(postgres.url.replace("postgres://", "postgresql://"))


def test_a_connection_is_closed_when_the_server_falls_silent(postgres: Postgres, patience) -> None:
    with connected(postgres) as connection:
        connection.execute("SELECT pg_sleep(0.2)")
        postgres.freeze()
        began = time.monotonic()
        with pytest.raises(psycopg.OperationalError, match="not answered for 1 seconds"):
            connection.execute("SELECT 1")
        assert time.monotonic() - began < 3
        postgres.thaw()
        assert connection.closed
    with connected(postgres) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_what_an_ended_wait_left_open_is_rolled_back(postgres: Postgres, patience) -> None:
    with connected(postgres) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (n int)")
    with pytest.raises(psycopg.OperationalError), connected(postgres) as connection:
        connection.execute("INSERT INTO kept VALUES (1)")
        postgres.freeze()
        connection.execute("INSERT INTO kept VALUES (2)")
    postgres.thaw()
    with connected(postgres) as connection:
        connection.execute("LOCK TABLE kept")  # waits for whoever still writes
        assert connection.execute("SELECT n FROM kept").fetchall() == []


def test_errors_of_the_server_stay_what_they_are(postgres: Postgres, patience) -> None:
    with connected(postgres) as connection:
        with pytest.raises(psycopg.errors.UndefinedTable):
            connection.execute("SELECT * FROM nothing")
        connection.rollback()
        connection.execute("SET statement_timeout = 100")
        with pytest.raises(psycopg.errors.QueryCanceled):
            connection.execute("SELECT pg_sleep(5)")
        assert not connection.closed


def test_a_command_outside_the_server_waits_as_long_as_it_takes(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(silence._Patience, "seconds", None)
    with connected(postgres) as connection:
        postgres.freeze()
        thaw = threading.Timer(2, postgres.thaw)
        thaw.start()
        assert connection.execute("SELECT 1").fetchone() == (1,)
        thaw.join()


@pytest.mark.parametrize("server", SERVERS)
def test_pages_answer_503_in_time_and_are_there_after_the_thaw(
    server: str, postgres: Postgres
) -> None:
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stack.callback(postgres.thaw)
        site = stack.enter_context(Site(folder, postgres=postgres.url))
        env = {
            **site.env,
            "DJANGO_SETTINGS_MODULE": "tests.faults.plain_static",
            "DATABASE_TIMEOUT": str(TIMEOUT_S),
        }
        port = free_port()
        line = [sys.executable, "manage.py", "serve", "--port", str(port), "--server", server]
        process = ServerProcess(line, env, f"Brisca is at http://127.0.0.1:{port}/", ROOT)
        stack.callback(process.kill)
        process.wait_until_ready()
        member = sign_up(port, "Marisol")
        postgres.freeze()
        with ThreadPoolExecutor(PAGES) as browsers:
            pages = list(browsers.map(lambda _: member.get("/people/"), range(PAGES)))
        for answer in [*pages, member.post("/play/", game="ludoteka.2", bots="1")]:
            assert answer.status_code == 503
            assert int(answer.headers["Retry-After"]) > 0
            assert answer.elapsed.total_seconds() < 30
        health = Browser(port).get("/readyz")
        assert health.status_code == 200
        assert "database" in health.json()["degraded"]
        postgres.thaw()
        until = time.monotonic() + PATIENCE
        while (status := member.post("/play/", game="ludoteka.2", bots="1").status_code) != 302:
            assert status == 503
            assert time.monotonic() < until
        while Browser(port).get("/readyz").json()["degraded"]:
            assert time.monotonic() < until
            time.sleep(0.3)
        assert "Traceback" not in "\n".join(
            text for text in process.lines if " django.request " in text
        )


@pytest.mark.long
def test_tables_lose_nothing(postgres: Postgres, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("DATABASE_TIMEOUT", str(TIMEOUT_S))

    def freeze() -> None:
        postgres.freeze()
        time.sleep(3 * TIMEOUT_S)
        postgres.thaw()

    with Site(tmp_path, postgres=postgres.url) as site:
        site.env["DATABASE_TIMEOUT"] = str(TIMEOUT_S)
        result = asyncio.run(
            kills.outages(site, 2, freeze, seed=7, tables=3, step=lambda: None, deals=1)
        )
    assert result["faults"] == []
    assert result["exits"] == [0]
    assert result["matches"] >= 3
