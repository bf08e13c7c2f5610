"""Benches whose processes are forked: where nothing is timed, they need not be begun anew."""

from __future__ import annotations

import subprocess
from types import SimpleNamespace

import pytest

from tools.bench import api
from tools.bench.live import counting, servers, storage
from tools.soak import forked

FORKED = SimpleNamespace(**{**vars(subprocess), "Popen": forked.Popen, "run": forked.run})


@pytest.fixture
def forked_benches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork the servers of the benches, those who drive them and the commands they run."""
    monkeypatch.setattr(servers.Server, "popen", forked.Popen)
    for module in (api, counting, servers, storage):
        monkeypatch.setattr(module, "subprocess", FORKED)
