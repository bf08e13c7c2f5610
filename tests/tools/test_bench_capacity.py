"""The capacity model follows its rules, agrees with the documents, and measures what it says."""

from __future__ import annotations

import json
from dataclasses import fields, replace

import pytest

from tests.needs import needs_own_postgres, needs_redis, needs_uvicorn
from tests.tools.forking import forked_benches  # noqa: F401
from tools.bench.capacity import sizing, tell
from tools.bench.capacity.model import Constants, Load, commits_s, process
from tools.bench.live.pages import OPERATIONS

KNOWN = json.loads(tell.RESULT.read_text())
COSTS = Constants.read(KNOWN["constants"])
MOVES = (1.0, 30.0, 100.0, 300.0)


def test_commits_are_no_more_than_what_arrives_and_grow_more_slowly_than_moves():
    rates = [commits_s(COSTS, moves) for moves in MOVES]
    assert all(0 < rate <= moves for rate, moves in zip(rates, MOVES, strict=True))
    shares = [rate / moves for rate, moves in zip(rates, MOVES, strict=True)]
    assert shares == sorted(shares, reverse=True)
    assert commits_s(COSTS, 0.0) == 0.0


@pytest.mark.parametrize("field", ["moves_s", "tables", "lobby", "pages_s", "entries"])
def test_more_of_anything_never_takes_less(field):
    load = Load(tables=50, lobby=20, listed=10, moves_s=50, pages_s=1, lobby_changes_s=1, entries=9)
    less = process(COSTS, load, has_peers=True, hears=2)
    more = process(
        COSTS, replace(load, **{field: 4 * getattr(load, field)}), has_peers=True, hears=2
    )
    assert all(more[name] >= less[name] * 0.999 for name in less)
    assert any(more[name] > less[name] for name in less)


def test_processes_share_the_load_and_what_each_hears_of_the_others_grows():
    load = sizing.load_of(10_000)
    alone, shared = (process(COSTS, load.share(count), has_peers=True) for count in (1, 4))
    assert shared["units_s"] == pytest.approx(alone["units_s"] / 4)
    hearing = process(COSTS, load.share(4), has_peers=True, hears=3)
    assert hearing["cpu"] > shared["cpu"]


def test_every_number_of_people_gets_a_site_of_which_nothing_is_full():
    sites = [sizing.enough(COSTS, people)[0] for people in sizing.PEOPLE]
    assert all(site.used[site.fullest] <= sizing.Assumed().use for site in sites)
    assert [site.processes for site in sites] == sorted(site.processes for site in sites)


def test_where_a_design_ends_the_next_one_goes_on():
    end = sizing.reach(COSTS, sizing.Design())
    site, full = sizing.enough(COSTS, 1.1 * end)
    assert full
    assert site.design != sizing.Design()


def test_each_constant_says_how_it_was_measured():
    assert set(KNOWN["constants"]) == {field.name for field in fields(Constants)}
    assert all(value >= 0 and how for value, how in KNOWN["constants"].values())


def test_the_document_has_what_the_results_say(tmp_path, monkeypatch):
    text = OPERATIONS.read_text()
    for table in (tell.people_table(COSTS), tell.comparison(KNOWN)):
        assert "\n".join(table) in text, "python -m tools.bench.capacity --write"
    drawn = tell.PICTURE.read_text()
    monkeypatch.setattr(tell, "PICTURE", tmp_path / "picture.svg")
    tell.draw(COSTS)
    assert tell.PICTURE.read_text() == drawn


def test_a_prediction_beyond_the_limit_is_shown_as_such():
    row = dict.fromkeys(tell.UNITS, (121.0, 100.0))
    told = {"sizes": [{"tables": 1, "moves_s": 2.0, "rows": row}]}
    assert all("**+21%**" in line for line in tell.comparison(told)[2:])


@pytest.mark.long
@pytest.mark.usefixtures("forked_benches")
@needs_own_postgres
@needs_redis
@needs_uvicorn
def test_a_site_under_load_is_measured():
    pytest.importorskip("picows")
    from tools.bench.capacity.calibration import Run
    from tools.bench.capacity.site import database, running

    run = Run(tables=2, pages_s=2.0, job={"play": True, "think": 0.05, "lobby": 2, "changes_s": 2})
    with database() as node, running(node, "uvicorn", 2) as site:
        told = run.observe(site, 1.5)
    used = ("moves", "commits", "units", "bytes", "wal_bytes", "messages", "pages", "cpu", "mib")
    assert all(told[name] > 0 for name in used), told


@pytest.mark.long
@pytest.mark.usefixtures("forked_benches")
@needs_own_postgres
def test_journals_over_two_databases_lose_nothing_when_one_is_killed():
    from tools.bench.capacity import shards

    told = shards.measure(seconds=1.0, matches=12, processes=1, batch=3)
    assert told["faults"] == []
    assert all(row["rate"] > 0 for row in told["rows"].values())
