"""A socket that has closed leaves nothing behind: no ring that waits for a search for garbage."""

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
from tests.live.test_serve import BARE, SERVERS

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.asyncio
SOCKETS = 20
WITHIN = 10.0
"""Seconds; Daphne looks once a second for applications that have ended."""
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
if sys.argv[2] == "daphne":
    from daphne.endpoints import build_endpoint_description_strings
    from daphne.server import twisted_loop
    from games.live.server.daphne_private import DirectServer

    DirectServer(
        application=application,
        endpoints=build_endpoint_description_strings(host="127.0.0.1", port=port),
        signal_handlers=False,
        verbosity=0,
    ).run()
else:
    import django
    import uvicorn

    django.setup()
    from games.live.server.uvicorn_private import DirectProtocol

    uvicorn.run(application, port=port, ws=DirectProtocol, log_config=None, lifespan="off")
"""


@pytest.fixture(params=SERVERS)
def port(request, tmp_path):
    port = free_port()
    line = [sys.executable, "-c", SERVER, str(port), request.param]
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
    until = time.monotonic() + WITHIN
    while not right(found := await asyncio.to_thread(kinds, port)):
        assert time.monotonic() < until, found
        await asyncio.sleep(0.1)


async def test_a_socket_is_gone_when_it_closes_and_its_request_before(port: int):
    await asyncio.to_thread(kinds, port)  # it listens
    sockets = [await websockets.connect(f"ws://127.0.0.1:{port}/") for _ in range(SOCKETS)]
    for socket in sockets:
        await socket.send("hello")
        assert await socket.recv() == "heard"
    assert (await asyncio.to_thread(kinds, port))["DirectProtocol"] == SOCKETS
    await soon(port, lambda found: found.get("HTTPChannel", 0) < SOCKETS)
    for at, socket in enumerate(sockets):
        if at % 2:
            await socket.close()
        else:
            socket.transport.abort()
    of_sockets = {"DirectProtocol", "ConnectionRequest", "ServerProtocol", "Utf8Validator"}
    await soon(port, lambda found: not of_sockets & set(found))


@pytest.mark.parametrize("port", ["daphne"], indirect=True)
async def test_a_handshake_that_is_refused_leaves_nothing_either(port: int):
    await asyncio.to_thread(kinds, port)
    for _ in range(SOCKETS):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
        )
        assert b" 400 " in await reader.readline() or b" 426 " in await reader.readline()
        writer.close()
    await soon(
        port, lambda found: "DirectProtocol" not in found and found.get("WebRequest", 0) < SOCKETS
    )
