"""Servers as a monitor of the replica sees them, for tests that need no PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.test import override_settings

from brisca_site.replica_monitor import ReplicaMonitor, ReplicaProblem
from brisca_site.replica_probe import Positions


class Servers:
    """A primary and a replica, as far as a probe sees them, and the time."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.found = Positions(True, 100, 100, self.time, None)
        self.closed = 0
        self.gone = False

    def __call__(self) -> Positions:
        if self.gone:
            raise OSError("no route")
        return replace(self.found, asked_at=self.time)

    def close(self) -> None:
        self.closed += 1

    def now(self) -> float:
        return self.time

    def later(self, monitor: ReplicaMonitor, seconds: float, **about: Any) -> ReplicaProblem:
        """The problem after so many seconds and a check, with other positions."""
        self.time += seconds
        self.found = replace(self.found, **about)
        monitor.check()
        return monitor.problem()


@pytest.fixture
def servers() -> Servers:
    return Servers()


@pytest.fixture
def monitor(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> Iterator[ReplicaMonitor]:
    """The monitor of a site whose replica was found well; nothing but a test checks it."""
    made = ReplicaMonitor(servers, 30.0, servers.now)
    monkeypatch.setattr(made, "_keep_checking", lambda: None)
    made.check()
    for module in ("replica", "replica_views"):
        monkeypatch.setattr(f"brisca_site.{module}.replica_monitor", lambda: made)
    with override_settings(DATABASE_ROUTERS=["brisca_site.replica.ReplicaRouter"]):
        yield made
