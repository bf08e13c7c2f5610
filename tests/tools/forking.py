"""Benches whose processes are forked: where nothing is timed, they need not be begun anew."""

from __future__ import annotations

import subprocess
from types import SimpleNamespace

import pytest

from tests.support import forked
from tools.bench import api
from tools.bench.live import counting_process, servers, storage

FORKED = SimpleNamespace(**{**vars(subprocess), "Popen": forked.Popen, "run": forked.run})


@pytest.fixture
def forked_benches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork the servers of the benches, those who drive them and the commands they run."""
    monkeypatch.setattr(servers.Server, "popen", forked.Popen)
    for module in (api, counting_process, servers, storage):
        monkeypatch.setattr(module, "subprocess", FORKED)
