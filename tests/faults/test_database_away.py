"""A site whose PostgreSQL is stopped says so with 503, and serves again as soon as it is back."""

from __future__ import annotations

import contextlib
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.faults.test_redis_away import Browser, sign_up
from tests.live.test_serve import SERVERS
from tests.support.database_servers import Postgres
from tests.support.needs import needs_own_postgres
from tests.support.server_process import PATIENCE, ServerProcess
from tests.support.site import ROOT, Site, free_port

pytestmark = needs_own_postgres


@pytest.mark.parametrize("server", SERVERS)
def test_pages_say_when_to_come_back_and_are_there_at_the_return(server: str) -> None:
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)  # PostgreSQL runs as another user
        postgres = stack.enter_context(Postgres(folder / "own").running())
        (folder / "site").mkdir()
        site = stack.enter_context(Site(folder / "site", postgres=postgres.url))
        env = {**site.env, "DJANGO_SETTINGS_MODULE": "tests.faults.plain_static"}
        port = free_port()
        line = [sys.executable, "manage.py", "serve", "--port", str(port), "--server", server]
        process = ServerProcess(line, env, f"Brisca is at http://127.0.0.1:{port}/", ROOT)
        stack.callback(process.kill)
        process.wait_until_ready()
        member = sign_up(port, "Marisol")
        postgres.stop()
        for answer in (member.get("/people/"), member.post("/play/", game="ludoteka.2", bots="1")):
            assert answer.status_code == 503
            assert int(answer.headers["Retry-After"]) > 0
            assert "Traceback" not in answer.text
        assert Browser(port).get("/api/v1/matches/").json()["error"]["code"] == "unavailable"
        health = Browser(port).get("/readyz")
        assert health.status_code == 200
        assert "database" in health.json()["degraded"]
        postgres.start()
        until = time.monotonic() + PATIENCE
        while (status := member.post("/play/", game="ludoteka.2", bots="1").status_code) != 302:
            assert status == 503
            assert time.monotonic() < until
        assert "Traceback" not in "\n".join(
            text for text in process.lines if " django.request " in text
        )
