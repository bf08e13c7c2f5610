"""Requests through an nginx with `docs/deploy/nginx.conf`, before stand-ins for the processes."""

from __future__ import annotations

import http.client
import re
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.support.needs import needs_nginx, nginx
from tests.support.site import free_port
from tests.test_deploy import DEPLOY

pytestmark = needs_nginx

TABLES = ("8001", "8002", "8003")
PAGES = "8101"
Asked = Callable[[str], str]


class StandIn(ThreadingHTTPServer):
    """A process of the site that answers everything with the port it stands for."""

    def __init__(self, stands_for: str) -> None:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = stands_for.encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_about: object) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        self.daemon_threads = True
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def end(self) -> None:
        """Listen no longer, as a process that has ended."""
        self.shutdown()
        self.server_close()


@pytest.fixture
def processes() -> Iterator[dict[str, StandIn]]:
    """Stand-ins by the port they stand for."""
    made = {port: StandIn(port) for port in (*TABLES, PAGES)}
    yield made
    for one in made.values():
        one.end()


@pytest.fixture
def asked(tmp_path: Path, processes: dict[str, StandIn]) -> Iterator[Asked]:
    """Ask for a path through nginx; returns the port of the process that answered."""
    port = free_port()
    config = tmp_path / "nginx.conf"
    config.write_text(configuration(tmp_path, port, processes))
    line = [str(nginx()), "-c", config, "-p", tmp_path, "-e", tmp_path / "log", "-g", "daemon off;"]
    running = subprocess.Popen(line)
    try:
        yield lambda path: ask(port, path)
    finally:
        running.terminate()
        running.wait(10)


def configuration(folder: Path, port: int, processes: dict[str, StandIn]) -> str:
    """The documented configuration without TLS, on free ports and with files of its own."""
    site = (DEPLOY / "nginx.conf").read_text()
    first, second = site.index("server {"), site.rindex("server {")
    site = site[:first] + site[second:]
    site = re.sub(r"^ *(listen \[|ssl_).*\n", "", site, flags=re.MULTILINE)
    site = site.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}")
    for name, process in processes.items():
        site = site.replace(f"127.0.0.1:{name}", f"127.0.0.1:{process.server_port}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    return f"pid {folder}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{places}{site}\n}}\n"


def ask(port: int, path: str) -> str:
    """Return what nginx answers, once it listens."""
    for _ in range(100):
        try:
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            line.request("GET", path, headers={"Host": "brisca.example"})
            answer = line.getresponse()
            return answer.read().decode() if answer.status == 200 else str(answer.status)
        except ConnectionRefusedError:
            time.sleep(0.05)
    raise AssertionError("nginx does not listen")


def test_pages_go_to_their_process_and_players_to_those_of_the_tables(asked: Asked) -> None:
    for path in ("/", "/matches/abc/", "/t/abc/", "/api/v1/matches/", "/api/v1/play/account/"):
        assert asked(path) == PAGES, path
    for path in (
        "/ws/lobby/",
        "/ws/table/abc/",
        "/api/v1/play/tables/abc/",
        "/api/v1/play/stream/",
    ):
        assert asked(path) in TABLES, path
    assert asked("/metrics") == asked("/readyz") == "404"


def test_everybody_at_a_table_comes_to_the_same_process(asked: Asked) -> None:
    found = {}
    for number in range(12):
        table = f"table{number}"
        ways = [f"/ws/table/{table}/", f"/api/v1/play/tables/{table}/messages/"]
        (found[table],) = {asked(way) for way in 2 * ways}
    assert len(set(found.values())) > 1, "tables are shared out"


def test_the_others_answer_for_a_process_that_is_gone(
    asked: Asked, processes: dict[str, StandIn]
) -> None:
    at = asked("/ws/table/abc/")
    processes[at].end()
    assert asked("/ws/table/abc/") in set(TABLES) - {at}
    processes[PAGES].end()
    assert asked("/matches/abc/") in set(TABLES) - {at}
