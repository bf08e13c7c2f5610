"""Whoever sends a request byte by byte is cut off; whoever only waits between requests is not."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest

from tests.live.test_serve import SERVERS, start
from tests.support import empty_databases
from tests.support.site import free_port

WITHIN = 1.5
SETTINGS = f"""
from tests.support.bare_settings import *
BRISCA_LIVE = {{**BRISCA_LIVE, "headers_within": {WITHIN}, "body_within": {WITHIN}}}
"""
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /nowhere/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"


@pytest.fixture(scope="module", params=SERVERS)
def port(request, tmp_path_factory):
    """The port of a site with short deadlines, one for all tests of a server."""
    folder = tmp_path_factory.mktemp("site")
    empty_databases.copy_site(folder)
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


SLOW = {"silent": (b"", b""), "headers": (HEAD + b"X-Slow: ", b"a"), "body": (POST, b"a")}
"""Kind of slow request -> its first bytes, and those sent every tenth of a second."""


def never_ending(port: int, first: bytes, drip: bytes) -> float:
    with closing(connect(port)) as line:
        return seconds_until_cut(line, first, drip)


def later_request(port: int) -> tuple[bool, float]:
    """Return whether a first request was answered, and for how many seconds a second may be sent."""
    with closing(connect(port)) as line:
        return answered(line), seconds_until_cut(line, HEAD + b"X-Slow: ", b"a")


def answers_in_turn(port: int) -> list[bool]:
    """The answers to requests one after another, for twice the time that one may take."""
    with closing(connect(port)) as line:
        told, began = [], time.monotonic()
        while time.monotonic() - began < 2 * WITHIN:
            told.append(answered(line))
            time.sleep(0.2)
        return told


@pytest.fixture(scope="module")
def connections(port) -> Iterator[dict[str, Future[Any]]]:
    """All connections to a server, at the same time, as each is mostly waited for."""
    with ThreadPoolExecutor() as pool:
        yield {
            **{name: pool.submit(never_ending, port, *sent) for name, sent in SLOW.items()},
            "later": pool.submit(later_request, port),
            "in turn": pool.submit(answers_in_turn, port),
        }


@pytest.mark.parametrize("name", SLOW)
def test_a_request_that_does_not_end_is_cut_off(connections, name):
    assert 0.5 * WITHIN < connections[name].result() < 5 * WITHIN


def test_a_later_request_of_a_connection_has_the_same_time(connections):
    was_answered, seconds = connections["later"].result()
    assert was_answered
    assert 0.5 * WITHIN < seconds < 5 * WITHIN


def test_requests_one_after_another_outlast_the_time_for_one(connections):
    told = connections["in turn"].result()
    assert len(told) > 1
    assert all(told)
