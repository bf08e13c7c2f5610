"""Servers and what they stand on are taken away in mid-play: no move and no event is lost."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit, urlunsplit

import pytest

from tests.support import database_servers
from tests.support.needs import POSTGRES, REDIS, needs_postgres, needs_redis
from tests.support.site import Site
from tools.soak import kills

KILLS = {"sqlite": 10, "postgres": 3}
"""The short form of the campaigns of `make soak`."""
OWN_REDIS = urlunsplit(urlsplit(REDIS)._replace(path="/11"))
"""A database of Redis that no other test uses: its connections are ended here."""
pytestmark = pytest.mark.long


def nothing():
    """No progress is shown here."""


def test_a_server_that_is_killed_again_and_again_loses_nothing(site, database):
    count = KILLS[database]
    result = asyncio.run(kills.kills(site, count, seed=count, tables=3, step=nothing, deals=1))
    assert result["faults"] == []
    assert result["last_exit"] == 0
    assert result["matches"] >= 3
    assert result["comebacks"] >= count
    assert "nonce_missing" not in result["flags"]  # all browsers come back


@needs_postgres
@needs_redis
def test_connections_that_are_cut_lose_nothing(tmp_path):
    with Site(tmp_path, postgres=POSTGRES, redis=OWN_REDIS) as site:
        turns = [
            lambda: database_servers.end_connections(site.env["DATABASE_URL"]),
            lambda: database_servers.end_clients(OWN_REDIS, 11),
        ]

        def outage():
            turns.append(turns.pop(0))
            turns[0]()

        result = asyncio.run(
            kills.outages(site, 2, outage, seed=1, tables=3, step=nothing, deals=1)
        )
        assert result["faults"] == []
        assert result["exits"] == [0]


def test_servers_are_replaced_in_mid_play(tmp_path):
    with Site(tmp_path) as site:
        result = asyncio.run(kills.deploys(site, 2, seed=1, tables=3, step=nothing, deals=1))
        assert result["faults"] == []
        assert result["exits"] == [0]
        assert result["closes"]["4012"] >= 2
