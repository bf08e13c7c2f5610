"""No answer is out of step: a HEAD request, whatever is behind it, gets its headers and no more."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from brisca_site.http_guard import HttpGuard
from tests.live.test_serve import ROOT, SERVERS, processes, start  # noqa: F401 - a fixture
from tests.routes import every_path
from tests.support import empty_databases, forked
from tests.support.needs import needs_nginx, nginx

WORLD = """
import django, json; django.setup()
from datetime import timedelta
from django.core.management import call_command
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from accounts.models import User
from games.models import Match, Player, Ruleset, Team
from games.services.daily_deals import daily_of, day_of
from tests.support.live import lay

call_command("play_bots", preset="ludoteka", players=4, matches=1, bots="greedy", seed=1,
             verbosity=0, json=True)
table, users = lay(2, 0)
user = users[0]
User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
user.refresh_from_db()
day = day_of(timezone.now())
daily_of(day=day)
session = SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.save()
match = Match.objects.filter(preset="ludoteka").order_by("-pk").first()
print(json.dumps({"key": session.session_key, "world": {
    "match": match.public_id, "match_id": match.public_id, "public_id": match.public_id,
    "table": table.public_id, "table_id": table.public_id,
    "name": Player.objects.filter(seats__match=match).first().name,
    "day": day.isoformat(), "preset": "ludoteka", "pool": "all", "language": "es",
    "hash": Ruleset.objects.first().hash, "ruleset_id": Ruleset.objects.first().hash,
    "team": str(Team.objects.values_list("pk", flat=True).first() or 1),
}}))
"""
WATCHED = "/healthz"
ALIVE = b'{"alive":true}'


class Connection:
    """A kept-alive connection that reads answers one by one, by their framing alone."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._file = self._socket.makefile("rb")

    def send(self, *requests: tuple[str, str], cookie: str = "") -> None:
        head = f"\r\nHost: localhost\r\n{cookie}\r\n"
        text = "".join(f"{method} {path} HTTP/1.1{head}" for method, path in requests)
        self._socket.sendall(text.encode())

    def answer(self, method: str) -> tuple[int, bytes]:
        line = self._file.readline()
        version, status, *_ = [*line.split(b" "), b"", b""]
        assert version == b"HTTP/1.1", line[:200]
        assert status.isdigit(), line[:200]
        headers = {}
        while (line := self._file.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            headers[name.strip().lower()] = value.strip()
        code = int(status)
        if method == "HEAD" or code in (204, 304):
            return code, b""
        if headers.get(b"transfer-encoding") == b"chunked":
            return code, self._chunks()
        return code, self._file.read(int(headers[b"content-length"]))

    def _chunks(self) -> bytes:
        body = b""
        while size := int(self._file.readline(), 16):
            body += self._file.read(size)
            self._file.readline()
        self._file.readline()
        return body

    def close(self) -> None:
        self._file.close()
        self._socket.close()


class Site:
    """A running site with a finished match, a table that plays, and a superuser's session."""

    def __init__(self, folder: Path, about: Any) -> None:
        self.env = environment(folder)
        self.paths = every_path(about["world"])
        self.cookie = f"Cookie: sessionid={about['key']}\r\n"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]


def environment(folder: Path) -> dict[str, str]:
    env = {**os.environ, "VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    env.pop("DATABASE_URL", None)
    return env


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """The folder of a site that does not run yet, and what there is in it."""
    folder = tmp_path_factory.mktemp("world")
    empty_databases.copy_site(folder)
    line, env = [sys.executable, "-c", WORLD], environment(folder)
    made = forked.run(line, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE)
    return folder, json.loads(made.stdout.splitlines()[-1])


@pytest.fixture(scope="module", params=SERVERS)
def laid(
    request: Any, tmp_path_factory: pytest.TempPathFactory, world: tuple[Path, Any]
) -> Iterator[Site]:
    """A site that runs, one for all tests of a server."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(world[0], folder, dirs_exist_ok=True)
    laid, started = Site(folder, world[1]), []
    try:
        start(started, laid.env, laid.port, request.param)
        yield laid
    finally:
        for process in started:
            process.kill()
            process.wait()


def out_of_step(site: Site, port: int, cookie: str) -> list[str]:
    """Paths whose HEAD answer is followed by anything but the answer to the next request."""
    wrong = []
    connection = Connection(port)
    for path in site.paths:
        try:
            connection.send(("HEAD", path), ("GET", WATCHED), cookie=cookie)
            status, _ = connection.answer("HEAD")
            assert status < 500, f"{path}: {status}"
            found = connection.answer("GET")
            if found != (200, ALIVE):
                raise ValueError(found[1][:80])
        except (ValueError, AssertionError, KeyError) as error:
            wrong.append(f"{path}: {error!r:.120}")
            connection.close()
            connection = Connection(port)
    connection.close()
    return wrong


def test_the_answer_after_a_head_request_is_the_next_one(laid):
    assert len(laid.paths) > 200
    assert out_of_step(laid, laid.port, "") == []
    assert out_of_step(laid, laid.port, laid.cookie) == []


@pytest.mark.parametrize(
    "head",
    [
        "TRACE / HTTP/1.1\r\n",
        "PROPFIND / HTTP/1.1\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: identity\r\nContent-Length: 1\r\n",
    ],
)
def test_a_refused_request_ends_its_connection(laid, head):
    """What was sent behind it may have been meant as its body."""
    with socket.create_connection(("127.0.0.1", laid.port), timeout=20) as connection:
        behind = f"xGET {WATCHED} HTTP/1.1\r\nHost: localhost\r\n\r\n"
        if "Content-Length" not in head:
            behind = behind[1:]
        connection.sendall(f"{head}Host: localhost\r\n\r\n{behind}".encode())
        with connection.makefile("rb") as answers:
            text = answers.read()
    assert text.count(b"HTTP/1.1 ") == 1, text
    assert int(text.split()[1]) in (400, 405, 501)


NGINX = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  upstream brisca {{ server 127.0.0.1:{upstream}; keepalive 1; }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://brisca; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host localhost; proxy_cache_convert_head off;
    }}
  }}
}}
"""


@pytest.fixture
def behind_nginx(tmp_path: Path, laid: Site, processes: list[Any]) -> int:  # noqa: F811
    """The port of an nginx before the site that keeps one connection to it for everybody."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    config = tmp_path / "nginx.conf"
    config.write_text(NGINX.format(folder=tmp_path, upstream=laid.port, port=port))
    binary = nginx()
    assert binary is not None
    processes.append(subprocess.Popen([binary, "-c", str(config), "-p", str(tmp_path)]))
    for _ in range(100):
        with closing(socket.socket()) as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return port
        time.sleep(0.05)
    raise AssertionError((tmp_path / "error.log").read_text())


@needs_nginx
def test_behind_nginx_nobody_gets_the_answer_of_another(laid, behind_nginx):
    wrong = []
    visitor = Connection(behind_nginx)
    for path in laid.paths:
        attacker = Connection(behind_nginx)
        attacker.send(("HEAD", path), cookie=laid.cookie)
        attacker.answer("HEAD")
        visitor.send(("GET", WATCHED))
        found = visitor.answer("GET")
        if found != (200, ALIVE):
            wrong.append(f"{path}: {found[1][:80]!r}")
        attacker.close()
    visitor.close()
    assert wrong == []


def run_guard(
    method: str, *messages: dict[str, Any], headers: tuple[tuple[bytes, bytes], ...] = ()
) -> list[dict[str, Any]]:
    """What an application that sends these messages gets through to the server."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        for message in messages:
            await send(message)

    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    scope = {"type": "http", "method": method, "headers": list(headers)}
    asyncio.run(HttpGuard(application)(scope, receive, send))
    return sent


def begin(status: int) -> dict[str, Any]:
    return {"type": "http.response.start", "status": status, "headers": []}


def part(body: bytes, *, more: bool = False) -> dict[str, Any]:
    return {"type": "http.response.body", "body": body, "more_body": more}


@pytest.mark.parametrize(("method", "status"), [("HEAD", 200), ("GET", 204), ("GET", 304)])
def test_an_answer_without_a_body_ends_with_its_headers(method, status):
    sent = run_guard(method, begin(status), part(b"a", more=True), part(b"b", more=True), part(b""))
    assert sent == [begin(status), part(b"")]


def test_other_answers_pass_unchanged():
    messages = [begin(200), part(b"a", more=True), part(b"b")]
    assert run_guard("GET", *messages) == messages


def test_no_request_is_sent_back_by_trace():
    (start_message, _) = run_guard("TRACE", begin(200), part(b"never"))
    assert start_message["status"] == 405


@pytest.mark.parametrize("method", ["head", "Get", "CONNECT", "PROPFIND", "X" * 100])
def test_a_method_that_is_not_known_is_refused_before_the_site(method):
    (start_message, end) = run_guard(method, begin(200), part(b"never"))
    assert start_message["status"] == 501
    assert (b"connection", b"close") in start_message["headers"]
    assert end["body"] == b""


@pytest.mark.parametrize("value", [b"identity", b"gzip, chunked", b"xchunked", b""])
def test_request_with_an_unknown_transfer_coding_reaches_no_application(value):
    headers = ((b"transfer-encoding", value), (b"content-length", b"3"))
    start, _end = run_guard("POST", begin(200), part(b"answered"), headers=headers)
    assert start["status"] == 501
    assert (b"connection", b"close") in start["headers"]


@pytest.mark.parametrize("headers", [(), ((b"transfer-encoding", b"Chunked"),)])
def test_request_with_a_known_framing_passes(headers):
    messages = [begin(200), part(b"answered")]
    assert run_guard("POST", *messages, headers=headers) == messages
