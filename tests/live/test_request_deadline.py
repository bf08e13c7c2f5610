"""Whoever sends a request byte by byte is cut off; whoever only waits between requests is not."""

from __future__ import annotations

import os
import socket
import time
from contextlib import closing

import pytest

from tests.live.test_serve import SERVERS, start
from tools.soak import empty
from tools.soak.site import free_port

WITHIN = 1.5
SETTINGS = f"""
from tests.live.bare_settings import *
BRISCA_LIVE = {{**BRISCA_LIVE, "headers_within": {WITHIN}, "body_within": {WITHIN}}}
"""
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /nowhere/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"


@pytest.fixture(scope="module", params=SERVERS)
def port(request, tmp_path_factory):
    """The port of a site with short deadlines, one for all tests of a server."""
    folder = tmp_path_factory.mktemp("site")
    empty.copy_site(folder)
    (folder / "short_deadlines.py").write_text(SETTINGS)
    env = {**os.environ, "VAR_DIR": str(folder), "PYTHONPATH": str(folder)}
    env.pop("DATABASE_URL", None)
    port, started = free_port(), []
    try:
        env["DJANGO_SETTINGS_MODULE"] = "short_deadlines"
        start(started, env, port, request.param)
        yield port
    finally:
        for process in started:
            process.kill()
            process.wait()


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=30)


def answered(line: socket.socket) -> bool:
    """Ask once and read the whole answer."""
    line.sendall(HEAD + b"\r\n")
    answer = b""
    while not answer.endswith(b'{"alive":true}') and (part := line.recv(4096)):
        answer += part
    return answer.startswith(b"HTTP/1.1 200")


def seconds_until_cut(line: socket.socket, first: bytes, drip: bytes) -> float:
    """How long one may send `drip` every tenth of a second after `first`."""
    began = time.monotonic()
    line.settimeout(0.1)
    try:
        line.sendall(first)
        while time.monotonic() - began < 10 * WITHIN:
            try:
                if not line.recv(4096):
                    break
            except TimeoutError:
                line.sendall(drip)
    except (ConnectionError, BrokenPipeError):
        pass
    return time.monotonic() - began


@pytest.mark.parametrize(
    ("first", "drip"),
    [(b"", b""), (HEAD + b"X-Slow: ", b"a"), (POST, b"a")],
    ids=["silent", "headers", "body"],
)
def test_a_request_that_does_not_end_is_cut_off(port, first, drip):
    with closing(connect(port)) as line:
        assert 0.5 * WITHIN < seconds_until_cut(line, first, drip) < 5 * WITHIN


def test_a_later_request_of_a_connection_has_the_same_time(port):
    with closing(connect(port)) as line:
        assert answered(line)
        assert 0.5 * WITHIN < seconds_until_cut(line, HEAD + b"X-Slow: ", b"a") < 5 * WITHIN


def test_requests_one_after_another_outlast_the_time_for_one(port):
    with closing(connect(port)) as line:
        began = time.monotonic()
        while time.monotonic() - began < 2 * WITHIN:
            assert answered(line)
            time.sleep(0.2)
