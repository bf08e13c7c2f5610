"""A site whose Redis is stopped, frozen or back again answers everybody, by both servers."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest
import requests

from tests.live.test_serve import SERVERS
from tests.support.database_servers import Redis
from tests.support.needs import needs_own_redis
from tests.support.server_process import ServerProcess
from tests.support.site import ROOT, Site, free_port

pytestmark = needs_own_redis
PASSWORD = "a-long-word-9"
SLOW_S = 8.0
"""Seconds that no answer takes, on a machine with much else to do."""


class Browser:
    """Visitor of the site who keeps cookies and sends forms."""

    def __init__(self, port: int) -> None:
        self._address = f"http://127.0.0.1:{port}"
        self._session = requests.Session()

    def get(self, path: str, **headers: str) -> requests.Response:
        """Return the answer to a request."""
        return self._session.get(
            self._address + path, headers=headers, timeout=30, allow_redirects=False
        )

    def post(self, path: str, **fields: str) -> requests.Response:
        """Return the answer to a form."""
        if "csrftoken" not in self._session.cookies:
            self.get("/accounts/login/")
        token = self._session.cookies["csrftoken"]
        return self._session.post(
            self._address + path,
            data={**fields, "csrfmiddlewaretoken": token},
            headers={"Referer": self._address + path},
            timeout=30,
            allow_redirects=False,
        )


@pytest.fixture(params=SERVERS)
def stand(request: pytest.FixtureRequest, tmp_path) -> Iterator[tuple[ServerProcess, int, Redis]]:
    """A server of the whole site, and its Redis."""
    with Redis().running() as redis, Site(tmp_path, redis=redis.url) as site:
        # DEBUG, as no static files are collected.
        env = {**site.env, "DJANGO_SETTINGS_MODULE": "brisca_site.settings", "DEBUG": "1"}
        manage = [sys.executable, "manage.py"]
        subprocess.run([*manage, "house_bots"], cwd=ROOT, env=env, check=True)
        port = free_port()
        line = [*manage, "serve", "--port", str(port), "--server", request.param]
        server = ServerProcess(line, env, f"Brisca is at http://127.0.0.1:{port}/", ROOT)
        try:
            server.wait_until_ready()
            yield server, port, redis
        finally:
            redis.thaw()
            server.kill()


def sign_up(port: int, name: str) -> Browser:
    """Return the browser of a new member."""
    browser = Browser(port)
    answer = browser.post("/accounts/signup/", username=name, email="", password1=PASSWORD)
    assert answer.status_code == 302, answer.text[:400]
    return browser


def do_everything(port: int, number: int) -> dict[str, int]:
    """Do what people and programs do; return the status of each answer, by what was done."""
    name = f"Marisol{number}"
    member = sign_up(port, name)
    steps = {
        "guest": Browser(port).post("/accounts/guest/"),
        "sign in": Browser(port).post("/accounts/login/", login=name, password=PASSWORD),
        "wrong password": Browser(port).post("/accounts/login/", login=name, password="wrong"),
        "password reset": Browser(port).post("/accounts/password/reset/", email="a@b.example"),
        "quick play": member.post("/play/", game="ludoteka.2", bots="1"),
        "new table": member.post("/tables/new/", preset="ludoteka", players="2"),
        "follow": member.post("/players/Marisol0/follow/"),
        "message": member.post("/messages/Marisol0/", text="hola"),
        "API": Browser(port).get("/api/v1/matches/"),
        "API with a wrong key": Browser(port).get(
            "/api/v1/play/tables/", Authorization="Bearer brisca_" + "0" * 64
        ),
        "readyz": Browser(port).get("/readyz"),
    }
    durations = {step: answer.elapsed for step, answer in steps.items()}
    assert max(durations.values()).total_seconds() < SLOW_S, durations
    return {step: answer.status_code for step, answer in steps.items()}


def send_broken_requests(port: int) -> None:
    """Send a request with one that cannot be parsed behind it, and a body that is too large."""
    for _ in range(30):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 5) as wire:
            wire.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n\x00\x01 broken\r\n\r\n")
            wire.settimeout(5)
            while wire.recv(65536):
                pass
    Browser(port).post("/accounts/login/", login="x" * 4_000_000)


def wait_for_health(port: int, fits: Callable[[list[str]], bool]) -> None:
    """Wait until `degraded` of /readyz fits; fail after half a minute."""
    until = time.monotonic() + 30
    while not fits(degraded := Browser(port).get("/readyz").json()["degraded"]):
        assert time.monotonic() < until, degraded
        time.sleep(0.3)


def test_nobody_notices_that_redis_is_away(stand: tuple[ServerProcess, int, Redis]) -> None:
    server, port, redis = stand
    member = sign_up(port, "Marisol0")
    member.post("/play/", game="ludoteka.2", bots="1")  # makes the player whom others write to
    expected = do_everything(port, 1)
    assert {status // 100 for step, status in expected.items() if "key" not in step} <= {2, 3, 4}
    assert expected["readyz"] == 200
    redis.stop()
    assert do_everything(port, 2) == expected
    assert Browser(port).get("/readyz").json()["ready"]
    wait_for_health(port, lambda degraded: "pubsub" in degraded)
    redis.restart()
    assert do_everything(port, 3) == expected
    redis.freeze()
    assert do_everything(port, 4) == expected
    redis.thaw()
    assert do_everything(port, 5) == expected
    wait_for_health(port, lambda degraded: not degraded)
    send_broken_requests(port)
    faults = [line for line in server.lines if "Traceback" in line or " ERROR " in line]
    assert faults == [], "\n".join(faults)
