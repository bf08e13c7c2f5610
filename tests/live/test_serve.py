"""`manage.py serve`: starts, answers, drains on SIGTERM, and comes back to the same match."""

from __future__ import annotations

import asyncio
import atexit
import functools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

import pytest
import websockets

from tests.support import empty_databases, forked
from tests.support.needs import needs_uvicorn

ROOT = Path(__file__).parents[2]
BARE = "tests.support.bare_settings"
UNTESTED = "tests.live.untested_settings"
SETUP = """
import django, json; django.setup()
from games.live.core.db_threads import keep_in_wal; keep_in_wal()
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from tests.support.live import lay
table, users = lay(2, 0, rules={"match.target": 3})
keys = []
for user in users:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    keys.append(session.session_key)
print(json.dumps([table.public_id, keys]))
"""


PATIENCE = 60
"""Seconds until a server that says nothing, or does not end, is killed: the test fails then."""


ALONE = {"tick": 0.05, "orphan_margin": 0.05}
"""A server that is the only one takes a match on without waiting for others."""


@functools.cache
def _made_once(code):
    """A folder with the database and the secret that a text leaves, and what the text prints."""
    folder = Path(tempfile.mkdtemp(prefix="brisca-laid-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    empty_databases.copy_site(folder)
    env = {**os.environ, "VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": BARE}
    env.pop("DATABASE_URL", None)
    made = forked.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, check=True, capture_output=True, text=True
    )
    return folder, json.loads(made.stdout)


def lay_out(env, code=SETUP):
    """Fill the folder of a site that has not begun with a table; gives its id and two keys.

    They are made once, and copied for every other site.
    """
    folder, told = _made_once(code)
    shutil.copytree(folder, env["VAR_DIR"], dirs_exist_ok=True)
    return told


@pytest.fixture
def processes():
    """The servers that a test started; none outlives it."""
    started = []
    yield started
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture
def site(tmp_path):
    """A place of its own for the site: environment and a free port."""
    env = {**os.environ, "VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": BARE}
    env.pop("DATABASE_URL", None)
    env["PYTHONFAULTHANDLER"] = "1"
    env["BARE_LIVE"] = json.dumps(ALONE)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    empty_databases.copy_site(tmp_path)
    return env, port


SERVERS = ["daphne", pytest.param("uvicorn", marks=needs_uvicorn)]
PLAIN = ", plain"
"""After the name of a server: with versions that are not tested, so without its private parts."""
BOTH_WAYS = [
    *SERVERS,
    f"daphne{PLAIN}",
    pytest.param(f"uvicorn{PLAIN}", marks=needs_uvicorn),
]


def start(processes, env, port, server="daphne"):
    """A server that has begun; `process.said` is what it wrote until then."""
    if server.endswith(PLAIN):
        server = server.removesuffix(PLAIN)
        env = {**env, "DJANGO_SETTINGS_MODULE": UNTESTED}
    process = forked.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(port), "--server", server],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    processes.append(process)
    killer, process.said = threading.Timer(PATIENCE, process.kill), []
    killer.start()
    try:
        for line in process.stdout:
            process.said.append(line)
            if f"Brisca is at http://127.0.0.1:{port}/" in line:
                return process
    finally:
        killer.cancel()
    raise AssertionError("".join(process.said))


def stop(process, number=signal.SIGTERM):
    process.send_signal(number)
    output, _ = process.communicate(timeout=30)
    assert not re.search("Traceback|Fatal", output), output
    return process.returncode


async def join(port, table, key):
    client = await websockets.connect(
        f"ws://127.0.0.1:{port}/ws/table/{table}/",
        origin=f"http://127.0.0.1:{port}",
        additional_headers={"Cookie": f"sessionid={key}"},
    )
    await client.send('{"t":"hello","proto":1,"have":null}')
    return client


async def state(client, seq=2):
    while True:
        frame = json.loads(await asyncio.wait_for(client.recv(), 20))
        if frame["t"] == "state" and frame["seq"] >= seq:
            return frame


async def move(client, seat):
    """Play a card if it is this seat's turn; the seq after."""
    now = await state(client)
    if now["view"]["turn"] != seat:
        return None
    act = {"t": "act", "id": "a-move-of-mine", "base": now["seq"], "a": now["view"]["legal"][0]}
    await client.send(json.dumps(act))
    while (frame := json.loads(await asyncio.wait_for(client.recv(), 20)))["t"] != "ack":
        pass
    return frame["seq"]


@pytest.mark.parametrize("server", BOTH_WAYS)
def test_the_site_starts_plays_drains_and_resumes(site, processes, server):
    env, port = site
    table, keys = lay_out(env)

    async def first_life(process):
        clients = [await join(port, table, key) for key in keys]
        seqs = [await move(client, seat) for seat, client in enumerate(clients)]
        process.send_signal(signal.SIGTERM)
        codes = []
        for client in clients:
            with pytest.raises(websockets.ConnectionClosed):
                while True:
                    frame = json.loads(await asyncio.wait_for(client.recv(), 20))
                    if frame["t"] == "bye":
                        codes.append(frame["code"])
            codes.append(client.close_code)
        assert codes == ["restart", 4012] * 2
        return max(seq for seq in seqs if seq)

    async def second_life():
        return (await state(await join(port, table, keys[0])))["seq"]

    process = start(processes, env, port, server)
    seq = asyncio.run(first_life(process))
    assert stop(process) == 0
    process = start(processes, env, port, server)
    assert asyncio.run(second_life()) == seq
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
        assert answer.status == 200
    began = time.monotonic()
    assert stop(process, signal.SIGINT) == 0
    assert time.monotonic() - began < 15


@pytest.mark.parametrize("server", SERVERS)
def test_a_port_that_is_taken_is_an_error(site, server):
    env, port = site
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        process = forked.run(
            [sys.executable, "manage.py", "serve", "--port", str(port), "--server", server],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert process.returncode == 1
