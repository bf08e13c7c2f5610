"""Several servers on PostgreSQL and Redis play one table as if they were one."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import sys

import psycopg
import pytest
import websockets

from tests.live.test_serve import BARE, ROOT, SETUP, join, processes, start, stop  # noqa: F401
from tests.support import empty_databases, forked
from tests.support.needs import POSTGRES, REDIS, needs_postgres, needs_redis
from tests.support.site import free_port

SHORT = SETUP.replace('"match.target": 3', '"match.target": 1')
pytestmark = [needs_postgres, needs_redis]


@pytest.fixture
def env(tmp_path):
    """The environment of a site with a database of its own, which is gone afterwards."""
    name = f"brisca_{secrets.token_hex(4)}"
    url = empty_databases.copy_to_postgresql(POSTGRES, name)
    env = {
        **os.environ,
        "VAR_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": BARE,
        "DATABASE_URL": url,
        "REDIS_URL": REDIS,
        "PYTHONFAULTHANDLER": "1",
    }
    yield env
    with psycopg.connect(POSTGRES, autocommit=True) as admin:
        admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def laid(env):
    """A table for two people and the keys of their sessions."""
    made = forked.run(
        [sys.executable, "-c", SHORT], cwd=ROOT, env=env, check=True, capture_output=True, text=True
    )
    return json.loads(made.stdout)


class Player:
    """Plays the first card that is legal; comes back by another server when its own is gone."""

    def __init__(self, ports, table, key):
        self.ports, self.table, self.key = list(ports), table, key
        self.view, self.plays = None, 0

    async def play(self, after=None):
        """Until the match is over; `after(plays)` is told of every card."""
        while self.view is None or self.view["phase"] != "match_over":
            try:
                await self._play(after)
            except (websockets.ConnectionClosed, OSError):
                self.ports.append(self.ports.pop(0))
        return self.view

    async def _play(self, after):
        async with await join(self.ports[0], self.table, self.key) as client:
            while self.view is None or self.view["phase"] != "match_over":
                frame = json.loads(await asyncio.wait_for(client.recv(), 20))
                if frame["t"] != "state":
                    continue
                self.view = view = frame["view"]
                if view["phase"] == "deal_over":
                    await client.send(
                        json.dumps({"t": "do", "id": f"next-{self.plays:04}", "cmd": "next"})
                    )
                if view["phase"] != "play" or view["turn"] != view["seat"]:
                    continue
                act = {"t": "act", "id": f"play-{frame['seq']:04}", "base": frame["seq"]}
                await client.send(json.dumps({**act, "a": view["legal"][0]}))
                self.plays += 1
                if after is not None:
                    after(self.plays)


def test_two_servers_play_one_table_and_one_may_die_in_the_middle(env, processes):  # noqa: F811
    table, keys = laid(env)
    ports = [free_port(), free_port()]
    first, second = (start(processes, env, port) for port in ports)

    def die(plays):
        if plays == 8:
            first.send_signal(signal.SIGKILL)

    async def match():
        players = [Player(ports, table, keys[0]), Player(ports[::-1], table, keys[1])]
        return await asyncio.wait_for(asyncio.gather(players[0].play(die), players[1].play()), 120)

    views = asyncio.run(match())
    assert views[0]["winners"] == views[1]["winners"] is not None
    assert views[0]["score"] == views[1]["score"]
    assert max(views[0]["score"]) >= 1
    with psycopg.connect(env["DATABASE_URL"]) as database:
        rows = database.execute("SELECT count(*) FROM games_trick").fetchone()
        records = database.execute("SELECT count(*) FROM games_matchrecord").fetchone()
    assert rows[0] % 20 == 0
    assert rows[0] >= 20
    assert records == (1,)
    assert stop(second) == 0
