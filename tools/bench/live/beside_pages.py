"""Figure 9: the 95th percentile of a move while pages are asked for beside the tables, over it without.

Tables play at the pace of people in a hurry; meanwhile another process asks for the pages that
people look at most, ten a second. Both are served by one process of the site.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from tools.bench.live import rounds
from tools.bench.live.counting import CountingProcess
from tools.bench.live.rounds import Json, Plan
from tools.bench.live.servers import MeasuredSite, folder, load

RATE = 10
"""Pages a second."""
THINK = 1.0
"""Seconds before each card."""
MATCHES = 300
"""Finished matches of which the pages tell."""
TARGET = 1.2
DATABASE = "brisca.sqlite3"


def asker(url: str, rate: float) -> CountingProcess:
    """Return a process that asks the site for so many pages a second."""
    return CountingProcess("tools.bench.live.ask_pages", url.replace("ws", "http", 1), str(rate))


@contextlib.contextmanager
def filled() -> Iterator[Path]:
    """Give a database with finished matches, of which each measured site has a copy."""
    with folder("filled") as path, MeasuredSite(path) as site:
        site.manage("make_matches", "--count", str(MATCHES), "--fresh", "20")
        with contextlib.closing(sqlite3.connect(path / DATABASE)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        yield path / DATABASE


def site(server: str, plan: Plan, database: Path | None, *, pages: bool) -> Json:
    """Measure the whole site with this database or an empty one, with or without pages beside the tables."""
    with folder("beside-pages") as path, MeasuredSite(path) as measured:
        if database is not None:
            shutil.copy(database, path / DATABASE)
        url = measured.serve(server)
        tables = measured.lay(plan.tables, [url])
        job = {"kind": "tables", "tables": tables, "think": THINK, "pids": measured.pids}
        if not pages:
            return load({**job, **plan.times})
        with asker(url, RATE) as asking:
            done = load({**job, **plan.times})
            told = asking.counters()
    if told["refused"]:
        raise RuntimeError(f"{told['refused']} pages were not answered well")
    return {**done, "pages": told["pages"]}


def measure(plan: Plan) -> Json:
    """Measure latency with and without pages, on each server."""
    with filled() as database:
        told = rounds.with_and_without(
            "pages beside",
            plan,
            lambda server, pages: site(server, plan, database, pages=pages),
            "pages",
            figure=9,
            key="p95_ms",
            target=TARGET,
        )
    return {**told, "pages_a_second": RATE}
