"""The primary database and the Redis between processes are lost in mid-play: standbys take their place."""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import forked
from tests.support.needs import needs_postgres, needs_redis
from tests.support.replicated_servers import PostgresPair, RedisWithSentinels
from tests.support.site import ROOT, Site
from tools.soak import kills

pytestmark = [pytest.mark.long, needs_postgres, needs_redis]


@pytest.fixture
def servers() -> Iterator[tuple[PostgresPair, RedisWithSentinels]]:
    """A pair of databases, and a Redis with Sentinels."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL runs as another user
        with (
            PostgresPair(folder / "postgres").running() as pair,
            RedisWithSentinels(folder / "redis").running() as redis,
        ):
            yield pair, redis


def survived(site: Site) -> set[str]:
    """Return the subjects of which `check_deploy` says that a loss would be survived."""
    done = forked.run(
        [sys.executable, "manage.py", "check_deploy"],
        cwd=ROOT,
        env=site.env,
        capture_output=True,
        text=True,
    )
    return set(re.findall(r"^ok +([\w ]+):", done.stdout, re.MULTILINE))


def test_nothing_is_lost_with_the_primary_nor_while_two_believe_to_be_it(
    servers: tuple[PostgresPair, RedisWithSentinels], tmp_path: Path
) -> None:
    pair, redis = servers
    with Site(tmp_path, postgres=pair.url, redis=redis.url) as site:
        assert {"servers", "standby", "commits", "clock", "sentinels", "replica"} <= survived(site)
        outages = [redis.kill_master, pair.replace, pair.split]
        result = asyncio.run(
            kills.outages(
                site,
                len(outages),
                lambda: outages.pop(0)(),
                seed=1,
                tables=3,
                step=lambda: None,
                deals=1,
            )
        )
    assert result["faults"] == []
    assert result["exits"] == [0]
    assert result["matches"] >= 3
    assert "internal" not in result["refusals"]
