"""Figure 5: the median latency of a move while slow queries run through the ORM, over that without.

Tables play at the pace of people in a hurry; meanwhile one client requests, again and again, a page
whose query takes 50 ms in the database.
"""

from __future__ import annotations

import contextlib
import threading
import urllib.request
from collections.abc import Iterator
from functools import partial

from tools.bench.live import rounds
from tools.bench.live.rounds import Json, Plan
from tools.bench.live.servers import SERVERS, MeasuredSite, folder, load

QUERY_MS = 50
THINKING_S = 0.2
"""Mean seconds before each card."""
LOAD_NAME = "a slow query"
TARGET_RATIO = 2.0


@contextlib.contextmanager
def slow_requests(url: str) -> Iterator[list[int]]:
    """Request the slow page without pause within the block; give [number of answers]."""
    page = f"{url.replace('ws://', 'http://')}/bench/slow/{QUERY_MS}/"
    answered, over = [0], threading.Event()

    def ask() -> None:
        while not over.is_set():
            with urllib.request.urlopen(page, timeout=30) as answer:
                answer.read()
            answered[0] += 1

    asker = threading.Thread(target=ask, daemon=True)
    asker.start()
    try:
        yield answered
    finally:
        over.set()
        asker.join(30)


def measure_server(server: str, plan: Plan, slow: bool) -> Json:
    """Measure the latency of moves on a server, with or without slow queries; return the row."""
    with folder("waiting") as path, MeasuredSite(path) as measured:
        url = measured.serve(server)
        tables = measured.lay(plan.tables, [url])
        job = {"kind": "tables", "tables": tables, "think": THINKING_S, "pids": measured.pids}
        with slow_requests(url) if slow else contextlib.nullcontext([0]) as answered:
            done = load({**job, **plan.times})
        return {**done, "queries": answered[0]}


def measure(plan: Plan) -> Json:
    """Measure the latency of moves with and without slow queries; return rows and ratios."""
    sites = {server: partial(measure_server, server, plan) for server in SERVERS}
    done = rounds.with_and_without("slow queries", plan, sites, LOAD_NAME)
    result = rounds.compared(done, sites, LOAD_NAME, figure=5, key="p50_ms", target=TARGET_RATIO)
    return {**result, "query_ms": QUERY_MS}
