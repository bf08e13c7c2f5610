"""What no honest client sends breaks nothing, and a crowd loses nothing."""

from __future__ import annotations

import asyncio

from tests.support.site import Site
from tools.soak import crowd, hostile

FRAMES = 5000
GROWTH = 64
"""MiB that a server may take for so many frames or sockets."""


def test_hostile_frames_are_each_answered_once_and_break_nothing(tmp_path):
    with Site(tmp_path) as site:
        result = asyncio.run(hostile.attack(site, FRAMES, seed=1, step=lambda count: None))
    assert result["faults"] == []
    assert result["troubles"] == []
    assert result["last_exit"] == 0
    assert result["answers_by_id"] > FRAMES / 4
    assert result["states"] > 0
    before, after = result["memory_mib"]
    assert after - before < GROWTH


def test_a_hundred_sockets_are_told_of_everything_once(tmp_path):
    with Site(tmp_path) as site:
        result = asyncio.run(crowd.crowd(site, 100, 2, seed=1, think=0.02, step=lambda: None))
        assert site.troubles() == []
    assert result["faults"] == []
    assert result["sockets_most"] >= 100
    # A table whose match was short plays another one while the rest are still at their first.
    assert result["matches"] >= result["tables"]
    assert result["memory_mib"][-1] - result["memory_mib"][0] < GROWTH
