"""Measure what pages cost the process that serves them: HTTP, ASGI and changes of thread included.

The client of Django's tests, with which `tools.bench.pages` asks, leaves all of these out.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Mapping
from typing import Final

import httpx

from tools.bench.live.load import Used
from tools.bench.live.servers import Server
from tools.soak.site import free_port

EACH: Final = 20
"""Requests for a page in a row: the system counts processor time in steps of 10 ms."""
WARM: Final = 3
"""Requests for each page before it is measured."""


def cost(environment: Mapping[str, str], paths: Mapping[str, str], rounds: int) -> dict[str, float]:
    """Return page -> processor time of the server for a request of a stranger, in ms.

    It is the mean of so many rounds, in each of which every page is asked for EACH times: a median
    would be one of the steps in which the system counts.

    Raises:
        httpx.HTTPStatusError: a page was refused.
    """
    port = free_port()
    env = {**environment, "DJANGO_SETTINGS_MODULE": "tools.bench.live.settings"}
    line = [sys.executable, "manage.py", "serve", "--port", str(port)]
    spent: dict[str, list[float]] = {page: [] for page in paths}
    with (
        Server(line, env, "Brisca is at") as server,
        httpx.Client(base_url=f"http://127.0.0.1:{port}") as client,
    ):
        for path in paths.values():
            _ask(client, path, WARM)
        used = Used([server.pid])
        for _ in range(rounds):
            for page, path in paths.items():
                before = used.cpu()
                _ask(client, path, EACH)
                spent[page].append(1000 * (used.cpu() - before) / EACH)
    return {page: round(statistics.fmean(times), 2) for page, times in spent.items()}


def _ask(client: httpx.Client, path: str, times: int) -> None:
    """Ask for a page so many times."""
    for _ in range(times):
        client.get(path).raise_for_status()
