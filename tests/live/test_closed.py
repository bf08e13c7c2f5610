"""Under uvicorn a closed socket leaves no reference cycle that waits for the garbage collector."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import websockets

from tests.live.test_daphne_read_timeout import asked, free_port
from tests.live.test_serve import BARE
from tests.support.needs import needs_uvicorn

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.asyncio, needs_uvicorn]
SOCKETS = 20
WITHIN_S = 10.0
SERVER = """
import gc, json, sys
from collections import Counter

async def application(scope, receive, send):
    if scope["type"] == "http":
        kinds = Counter(type(one).__name__ for one in gc.get_objects())
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": json.dumps(kinds).encode()})
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        await send({"type": "websocket.send", "text": "heard"})

port = int(sys.argv[1])
gc.disable()

import django
import uvicorn

django.setup()
from games.live.server.uvicorn_private import DirectProtocol

uvicorn.run(application, port=port, ws=DirectProtocol, log_config=None, lifespan="off")
"""


@pytest.fixture
def port(tmp_path):
    port = free_port()
    line = [sys.executable, "-c", SERVER, str(port)]
    env = {**os.environ, "VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": BARE}
    server = subprocess.Popen(line, cwd=ROOT, env=env)
    yield port
    server.kill()
    server.wait()


def kinds(port: int) -> dict[str, int]:
    """How many objects of each kind the server has, garbage included."""
    return json.loads(asked(port, "/").read())


async def soon(port: int, right: Callable[[dict[str, int]], bool]) -> None:
    """Wait until the server has what it should have."""
    until = time.monotonic() + WITHIN_S
    while not right(found := await asyncio.to_thread(kinds, port)):
        assert time.monotonic() < until, found
        await asyncio.sleep(0.1)


async def test_a_socket_is_gone_when_it_closes(port: int):
    await asyncio.to_thread(kinds, port)  # it listens
    sockets = [await websockets.connect(f"ws://127.0.0.1:{port}/") for _ in range(SOCKETS)]
    for socket in sockets:
        await socket.send("hello")
        assert await socket.recv() == "heard"
    assert (await asyncio.to_thread(kinds, port))["DirectProtocol"] == SOCKETS
    for at, socket in enumerate(sockets):
        if at % 2:
            await socket.close()
        else:
            socket.transport.abort()
    of_sockets = {"DirectProtocol", "ConnectionRequest", "ServerProtocol", "Utf8Validator"}
    await soon(port, lambda found: not of_sockets & set(found))
