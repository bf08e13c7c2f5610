"""What is streamed waits for whoever reads it, and is not piled up in memory meanwhile."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

ROOT = Path(__file__).parents[2]
PART = 1 << 20
PARTS = 200
SERVER = f"""
import sys
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import twisted_loop
from games.live.server.daphne_private import LimitingServer

sent = 0

async def application(scope, receive, send):
    global sent
    await send({{"type": "http.response.start", "status": 200, "headers": []}})
    if scope["path"] == "/sent":
        await send({{"type": "http.response.body", "body": str(sent).encode()}})
        return
    for number in range({PARTS}):
        await send({{"type": "http.response.body", "body": bytes({PART}), "more_body": True}})
        sent += 1
    await send({{"type": "http.response.body"}})

LimitingServer(
    application=application,
    endpoints=build_endpoint_description_strings(host="127.0.0.1", port=int(sys.argv[1])),
    signal_handlers=False,
    verbosity=0,
).run()
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def asked(port: int, path: str) -> HTTPResponse:
    """The answer, of which only the head was read."""
    until = time.monotonic() + 30
    while True:
        try:
            line = HTTPConnection("127.0.0.1", port, timeout=30)
            line.request("GET", path)
            return line.getresponse()
        except ConnectionRefusedError:
            assert time.monotonic() < until
            time.sleep(0.1)


def test_a_reader_who_stops_is_waited_for_and_then_gets_everything():
    port = free_port()
    server = subprocess.Popen([sys.executable, "-c", SERVER, str(port)], cwd=ROOT)
    try:
        slow = asked(port, "/")
        before = -1
        while (sent := int(asked(port, "/sent").read())) != before:
            before = sent
            time.sleep(0.5)
        # what fits into the buffers of the system and no more
        assert sent < PARTS // 4
        assert len(slow.read()) == PARTS * PART
    finally:
        server.kill()
        server.wait()
