"""Both servers, whole, over real sockets: a match, its log, its figures, a flood, and the end."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
import websockets

from tests.live.metering import samples
from tests.live.test_serve import (  # noqa: F401
    BOTH_WAYS,
    PLAIN,
    ROOT,
    SERVERS,
    SETUP,
    join,
    lay_out,
    processes,
    site,
    start,
    stop,
)
from tests.live.test_several import Player

SHORT = SETUP.replace('"match.target": 3', '"match.target": 1')
CARD = re.compile(r"(?<![A-Za-z0-9])[OCEB](?:1[0-2]|[1-9])(?![A-Za-z0-9])")
FLOOD = int(os.environ.get("FLOOD_FRAMES", "12000"))
"""Frames of 1 KB that one client sends as fast as it can; FLOOD_FRAMES= for more."""
MARGIN_MIB = 40 + FLOOD / 500
"""What a flood may cost: the server reads ahead of what the site takes."""


def laid(env):
    return lay_out(env, SHORT)


def get(port, path):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def assert_ready(port):
    """It says so within a minute: on a machine with much else to do its clock may lag first."""
    until = time.monotonic() + 60
    while (told := get(port, "/readyz"))[0] != 200:
        assert time.monotonic() < until, told
        time.sleep(0.2)


class Output:
    """What a server says after it has begun, read as it comes, so that it never waits for us."""

    def __init__(self, process):
        self.text = ""
        self._process = process
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self):
        for line in self._process.stdout:
            self.text += line

    def end(self, number=signal.SIGTERM):
        self._process.send_signal(number)
        self._process.wait(timeout=40)
        self._reader.join(timeout=10)
        assert "Traceback" not in self.text, self.text
        return self._process.returncode


@pytest.mark.parametrize("server", BOTH_WAYS)
def test_a_match_is_played_to_its_end_and_leaves_a_clean_log(site, processes, server):  # noqa: F811
    env, port = site
    env = {**env, "LOG_FORMAT": "json", "LOG_LEVEL": "DEBUG"}
    table, keys = laid(env)
    process = start(processes, env, port, server)
    output = Output(process)

    async def match():
        players = [Player([port], table, key) for key in keys]
        return await asyncio.wait_for(asyncio.gather(*(one.play() for one in players)), 120)

    views = asyncio.run(match())
    assert views[0]["winners"] == views[1]["winners"] is not None
    assert get(port, "/healthz")[0] == 200
    assert_ready(port)
    now = samples(get(port, "/metrics")[1])
    assert now["brisca_moves_total", (("by", "player"),)] >= 40
    assert now["brisca_ack_seconds_count", ()] >= 40
    assert output.end() == 0
    lines = [json.loads(line) for line in output.text.splitlines()]
    assert all({"time", "level", "logger", "event"} <= set(line) for line in lines)
    told = [line for line in process.said if "plain ASGI" in line]
    assert len(told) == server.endswith(PLAIN)
    assert "plain ASGI" not in output.text
    assert CARD.findall(output.text) == []
    assert "[card]" not in output.text
    assert [key for key in keys if key in output.text] == []


@pytest.mark.parametrize("server", BOTH_WAYS)
def test_nothing_is_compressed_and_a_giant_frame_ends_the_socket(site, processes, server):  # noqa: F811
    env, port = site
    table, keys = laid(env)
    process = start(processes, env, port, server)

    async def giant(size):
        client = await join(port, table, keys[0])
        assert client.protocol.extensions == []
        await client.send("x" * size)
        with pytest.raises(websockets.ConnectionClosed):
            while True:
                await asyncio.wait_for(client.recv(), 20)
        return client.close_code

    assert [asyncio.run(giant(size)) for size in (20_000, 70_000)] == [4009, 4009]
    # the server itself ends the socket; Daphne sends no code
    assert asyncio.run(giant(2_000_000)) == (1009 if "uvicorn" in server else 1006)
    assert stop(process) == 0


@pytest.mark.parametrize("server", SERVERS)
def test_a_flood_costs_its_sender_the_socket_and_nobody_else_anything(site, processes, server):  # noqa: F811
    env, port = site
    table, keys = laid(env)
    process = start(processes, env, port, server)
    output = Output(process)

    async def flood(client):
        frame = json.dumps({"t": "p", "x": "y" * 1000})
        try:
            for _ in range(FLOOD):
                await client.send(frame)
            while True:
                await asyncio.wait_for(client.recv(), 60)
        except websockets.ConnectionClosed:
            return client.close_code

    async def calm(client, flooding):
        """Heartbeats beside the flood are answered."""
        answers = 0
        while not flooding.done() or answers == 0:
            await client.send('{"t":"p"}')
            while json.loads(await asyncio.wait_for(client.recv(), 30))["t"] != "p":
                pass
            answers += 1
            await asyncio.wait([flooding], timeout=0.2)
        return answers

    async def both():
        first, second = [await join(port, table, key) for key in keys]
        first.close_timeout = 1  # Daphne reads no more of it, so that its farewell waits in vain
        before = resident(process.pid)
        flooding = asyncio.create_task(flood(first))
        assert await calm(second, flooding) > 0
        assert flooding.result() in (4008, 4009, 1006)
        return resident(process.pid) - before

    grown = asyncio.run(both())
    assert grown < MARGIN_MIB, f"{grown:.0f} MiB"
    now = samples(get(port, "/metrics")[1])
    assert now["brisca_frames_refused_total", (("limit", "rate"),)] >= 100
    assert output.end() == 0


def resident(pid):
    """MiB of memory that a process has."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def draining(port):
    """The answer of a server as soon as it says that it will end."""
    until = time.monotonic() + 20
    while "draining" not in (answer := get(port, "/readyz"))[1] and time.monotonic() < until:
        time.sleep(0.05)
    return answer


@pytest.mark.parametrize("server", SERVERS)
def test_before_the_end_it_says_that_it_is_not_ready_and_still_serves(site, processes, server):  # noqa: F811
    env, port = site
    table, keys = laid(env)
    process = start(processes, {**env, "DRAIN_LEAD": "3"}, port, server)
    output = Output(process)

    async def last_minute():
        client = await join(port, table, keys[0])
        process.send_signal(signal.SIGTERM)
        status, body = await asyncio.to_thread(draining, port)
        assert status == 503
        assert "draining" in json.loads(body)["troubles"]
        assert (await asyncio.to_thread(get, port, "/healthz"))[0] == 200
        await client.send('{"t":"p"}')
        while json.loads(await asyncio.wait_for(client.recv(), 20))["t"] != "p":
            pass
        with pytest.raises(websockets.ConnectionClosed):
            while True:
                await asyncio.wait_for(client.recv(), 20)
        assert client.close_code == 4012

    asyncio.run(last_minute())
    assert output.end() == 0
