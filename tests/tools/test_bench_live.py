"""The benches of the live path work: every candidate is driven for a moment, nothing is timed."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

pytest.importorskip("picows")

from tests.support.needs import needs_uvicorn
from tests.tools.forking import forked_benches  # noqa: F401
from tools.bench.live import (
    echo,
    latency_with_pages,
    latency_with_sign_ups,
    latency_with_slow_queries,
    load_windows,
    moves,
    rounds,
    server_rates_chart,
    storage,
)
from tools.bench.live.rounds import QUICK

pytestmark = [pytest.mark.long, needs_uvicorn, pytest.mark.usefixtures("forked_benches")]


def sound(told):
    return {name: row["voided"] for name, row in told["rows"].items() if row["rounds"] == 0}


def test_every_echo_comes_back():
    told = echo.measure(QUICK)
    assert sound(told) == {}
    assert {one["figure"] for one in told["ratios"]} == {1}


def test_tables_are_played_on_every_server_and_nobody_is_refused():
    told = moves.measure(QUICK, with_peers=False)
    assert sound(told) == {}
    assert all(one["ratio"] > 0 for one in told["ratios"])


def test_the_slow_query_is_asked_for_while_tables_play():
    row = latency_with_slow_queries.measure_server("daphne", QUICK, slow=True)
    assert rounds.void_reason(row) == ""
    assert row["queries"] > 0


def test_pages_are_asked_for_while_tables_play():
    alone, beside = latency_with_pages.measure_one_process("daphne", QUICK, None)
    assert [rounds.void_reason(alone), rounds.void_reason(beside)] == ["", ""]


def test_accounts_are_made_while_tables_play():
    plan = replace(QUICK, seconds=3.0)  # long enough for an account on a busy machine
    (alone, beside), counted = latency_with_sign_ups.measure_server("daphne", plan)
    assert [rounds.void_reason(alone), rounds.void_reason(beside)] == ["", ""]
    assert counted["signed_up"] > 0


@pytest.mark.parametrize(("now", "busy", "quiet_in"), [(25.0, False, 15.0), (35.0, True, 5.0)])
def test_every_second_turn_of_the_clock_is_quiet(monkeypatch, now, busy, quiet_in):
    monkeypatch.setattr(load_windows, "time", SimpleNamespace(time=lambda: now))
    assert load_windows.is_busy(10.0) == busy
    assert load_windows.until_quiet(10.0) == quiet_in


def test_what_a_match_weighs_is_counted_for_each_table():
    row = storage.weigh(3, None)
    assert row["matches"] == 3
    assert row["stored"] >= row["record"] > row["log"] > row["bare"] > 0


def test_a_voided_round_makes_no_ratio():
    good = {"rate": 10.0, "errors": [], "stalled": 0, "counted": 5, "generator_bound": False}
    bad = {**good, "errors": ["a socket was closed"]}
    done = [{"a": good, "b": {**good, "rate": 5.0}}, {"a": bad, "b": good}]
    assert rounds.ratio(done, "a", "b", 1.5)["ratio"] == 2.0
    assert rounds.ratio(done[1:], "a", "b", 1.5)["ratio"] is None
    assert rounds.rows(done)["a"]["voided"] == ["a socket was closed"]


def test_the_ladder_names_what_was_measured():
    known = {
        "echo": {"rows": {"raw, uvicorn": {"rate": 100.0}}},
        "moves": {
            "rows": {"site, uvicorn": {"rate": 50.0}, "boardgame.io, memory": {"voided": []}}
        },
    }
    assert server_rates_chart.rungs(known) == [
        ("raw echo, uvicorn", 100.0, False),
        ("durable move, uvicorn", 50.0, True),
    ]
