"""Servers of an earlier revision are replaced by today's in mid-play: no move and no event is lost."""

from __future__ import annotations

import asyncio

import pytest

from tests.faults.test_kills import OWN_REDIS, nothing
from tests.support.needs import POSTGRES, needs_postgres, needs_redis
from tests.support.site import Site
from tools.soak import upgrades

pytestmark = pytest.mark.long


@needs_postgres
@needs_redis
def test_servers_of_earlier_tables_become_todays_in_mid_play(tmp_path):
    revision = upgrades.before_newest_migration()
    if revision is None:
        pytest.skip("this checkout has no history to upgrade from")
    earlier = upgrades.unpack(revision, tmp_path / "earlier")
    folder = tmp_path / "site"
    folder.mkdir()
    with Site(folder, postgres=POSTGRES, redis=OWN_REDIS, root=earlier) as site:
        result = asyncio.run(upgrades.upgrade(site, seed=1, tables=3, step=nothing, deals=1))
    assert result["faults"] == []
    assert result["exits"] == [0]
    assert result["matches"] >= 3
    assert result["closes"]["4012"] >= 2
