"""A server that is killed in a club's challenge or a league match loses and doubles nothing."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.site import Site
from tools.soak import event_kills
from tools.soak.event import LIVE

pytestmark = pytest.mark.long
KILLS = 3


def played(folder, kind):
    with Site(folder, live=LIVE) as site:
        facts = asyncio.run(event_kills.killed_match(site, kind, KILLS, seed=5))
    assert facts["faults"] == []
    assert (facts["kills"], facts["exit"], facts["status"]) == (KILLS, 0, "finished")
    assert set(facts["matches"]) == {"finished"}
    assert len(facts["matches"]) == 2
    assert facts["counted"] == facts["seats"]
    assert sum(facts["scores"]) > 0
    return facts


def test_a_challenge_of_clubs_counts_once_for_both(tmp_path):
    facts = played(tmp_path, "challenge")
    own, other = facts["scores"]
    assert facts["results"] == [[[own, other]], [[other, own]]]


def test_a_league_match_has_one_result_and_counts_once(tmp_path):
    facts = played(tmp_path, "league_match")
    assert facts["results"] == [facts["scores"]]
    assert facts["stored"] == ["done", facts["scores"]]
