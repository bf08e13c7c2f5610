"""Measure the cost of pages for the process that serves them, with HTTP, ASGI and changes of thread.

`tools.bench.pages` requests pages with Django's test client, which leaves all of these out.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Mapping
from typing import Final

import httpx

from tests.support.site import free_port
from tools.bench.live.load import ProcessUsage
from tools.bench.live.servers import Server

REQUESTS_IN_A_ROW: Final = 20
"""Requests for a page that are measured together: processor time is counted in steps of 10 ms."""
WARM_UP_REQUESTS: Final = 3
"""Requests for each page before it is measured."""


def cost(environment: Mapping[str, str], paths: Mapping[str, str], rounds: int) -> dict[str, float]:
    """Return URL path -> the server's processor time for one request of a stranger, in ms.

    It is the mean of all rounds, in each of which every page is requested REQUESTS_IN_A_ROW times: a
    median would be one of the steps in which the system counts.

    Raises:
        httpx.HTTPStatusError: a page was refused.
    """
    port = free_port()
    env = {**environment, "DJANGO_SETTINGS_MODULE": "tools.bench.live.settings"}
    line = [sys.executable, "manage.py", "serve", "--port", str(port)]
    times_by_page: dict[str, list[float]] = {page: [] for page in paths}
    with (
        Server(line, env, "Brisca is at") as server,
        httpx.Client(base_url=f"http://127.0.0.1:{port}") as client,
    ):
        for path in paths.values():
            _ask(client, path, WARM_UP_REQUESTS)
        used = ProcessUsage([server.pid])
        for _ in range(rounds):
            for page, path in paths.items():
                before = used.cpu()
                _ask(client, path, REQUESTS_IN_A_ROW)
                times_by_page[page].append(1000 * (used.cpu() - before) / REQUESTS_IN_A_ROW)
    return {page: round(statistics.fmean(times), 2) for page, times in times_by_page.items()}


def _ask(client: httpx.Client, path: str, times: int) -> None:
    for _ in range(times):
        client.get(path).raise_for_status()
