"""When a replica is not to be trusted, and who says so."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from brisca_site import replica_monitor as monitors
from brisca_site.replica_monitor import ReplicaMonitor, ReplicaProblem
from brisca_site.replica_probe import Positions
from tests.site.replica_servers import monitor, servers

__all__ = ["monitor", "servers"]


def test_a_replica_that_keeps_up_is_used_under_load_and_at_rest(servers, monitor):
    assert servers.later(monitor, 2, written=150, replayed=140) == ReplicaProblem.NONE
    assert monitor.behind_s() == 2
    assert servers.later(monitor, 2, written=190, replayed=160) == ReplicaProblem.NONE
    assert monitor.behind_s() == 2
    for _ in range(30):  # at rest the last transaction is older each time
        servers.later(monitor, 2, written=190, replayed=190, transaction_age_s=servers.time)
    assert monitor.behind_s() == 0
    assert monitor.is_usable()


def test_a_replica_that_receives_nothing_is_not_taken_for_complete(servers, monitor, caplog):
    with caplog.at_level(logging.INFO, "brisca.replica"):
        for _ in range(20):
            servers.later(monitor, 2, written=servers.found.written + 1)
    assert not monitor.is_usable()
    assert monitor.behind_s() == 40
    assert [line.levelname for line in caplog.records] == ["WARNING"]
    assert "the replica is too far behind, by 32 s" in caplog.text


def test_a_process_that_begins_while_the_replica_is_behind_goes_by_its_last_transaction(servers):
    servers.found = replace(servers.found, replayed=50, transaction_age_s=3600.0)
    monitor = ReplicaMonitor(servers, 30.0, servers.now)
    monitor.check()
    assert monitor.problem() == ReplicaProblem.BEHIND
    servers.later(monitor, 2, transaction_age_s=3.0)
    assert monitor.problem() == ReplicaProblem.NONE
    assert monitor.behind_s() == 3


def test_between_checks_the_lag_grows_and_old_checks_count_no_more(servers, monitor):
    servers.later(monitor, 2, written=200, transaction_age_s=29.0)
    servers.later(monitor, 26, written=300)
    assert monitor.problem() == ReplicaProblem.NONE
    servers.time += 5
    assert monitor.problem() == ReplicaProblem.BEHIND
    servers.time += 5
    assert monitor.problem() == ReplicaProblem.UNCHECKED
    assert not monitor.is_missing()


@pytest.mark.parametrize("about", [{"same_cluster": False}, {"replayed": 101}])
def test_another_server_or_one_ahead_of_the_primary_is_no_replica(servers, monitor, about):
    assert servers.later(monitor, 1, **about) == ReplicaProblem.FOREIGN


def test_a_replica_that_comes_and_goes_fills_no_log(servers, monitor, caplog):
    with caplog.at_level(logging.INFO, "brisca.replica"):
        for gone in (True, False) * 20:
            servers.gone = gone
            servers.later(monitor, 1)
            assert monitor.is_usable() is not gone
        assert len(caplog.records) == 1
        servers.later(monitor, 61)
    assert [line.levelname for line in caplog.records] == ["WARNING", "INFO"]
    assert servers.closed == 20


def test_no_request_waits_for_a_check(servers, monkeypatch):
    monitor = ReplicaMonitor(servers, 30.0, servers.now)
    began = []
    monkeypatch.setattr(monitor, "_keep_checking", lambda: began.append(True))
    assert not monitor.is_usable()  # nothing is known yet
    assert began == [True]


def test_a_server_that_hangs_is_not_waited_for(servers, monkeypatch):
    seen = []
    monitor = ReplicaMonitor(servers, 30.0, servers.now)
    monkeypatch.setattr(monitor, "_keep_checking", lambda: None)

    def hang() -> Positions:
        servers.time += monitors.STALE_S + 1
        seen.append(monitor.is_missing())
        return servers.found

    monkeypatch.setattr(monitor, "_probe", hang)
    monitor.check()
    assert seen == [True]


def test_the_thread_that_checks_ends_and_begins_again(servers):
    monitor = ReplicaMonitor(servers, 30.0)
    servers.found = replace(servers.found, transaction_age_s=0.0)
    for _ in range(2):
        monitor.is_usable()
        assert monitor._thread is not None
        assert monitor._thread.is_alive()
        monitor.stop()
        assert not monitor._thread.is_alive()
    assert servers.closed == 2
