"""Figure 5: whether a slow query through the ORM holds up those who play.

Tables play at the pace of people in a hurry; meanwhile somebody asks again and again for a page
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
THINK = 0.2
"""Seconds before each card."""
BESIDE = "a slow query"
TARGET = 2.0


@contextlib.contextmanager
def asking(url: str) -> Iterator[list[int]]:
    """Ask for the slow page all the time; gives a list with how often it was answered."""
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


def site(server: str, plan: Plan, *, slow: bool) -> Json:
    """The whole site, with or without somebody who asks."""
    with folder("waiting") as path, MeasuredSite(path) as measured:
        url = measured.serve(server)
        tables = measured.lay(plan.tables, [url])
        job = {"kind": "tables", "tables": tables, "think": THINK, "pids": measured.pids}
        with asking(url) if slow else contextlib.nullcontext([0]) as answered:
            done = load({**job, **plan.times})
        return {**done, "queries": answered[0]}


def measure(plan: Plan) -> Json:
    """Latency with and without, on each server."""
    sites = {server: partial(_site, server, plan) for server in SERVERS}
    done = rounds.with_and_without("slow queries", plan, sites, BESIDE)
    told = rounds.compared(done, sites, BESIDE, figure=5, key="p50_ms", target=TARGET)
    return {**told, "query_ms": QUERY_MS}


def _site(server: str, plan: Plan, slow: bool) -> Json:
    """Measure a server, with or without somebody who asks."""
    return site(server, plan, slow=slow)
