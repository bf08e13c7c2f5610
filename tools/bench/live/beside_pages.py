"""Figure 9: the 95th percentile of a move while pages are asked for beside the tables, over it without.

Tables play at the pace of people in a hurry; meanwhile another process asks for the pages that
people look at most, ten a second. Both are served by one process of the site.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tools.bench.live import rounds
from tools.bench.live.rounds import Json, Plan
from tools.bench.live.servers import MeasuredSite, folder, load
from tools.soak.site import ROOT

RATE = 10
"""Pages a second."""
THINK = 1.0
"""Seconds before each card."""
MATCHES = 300
"""Finished matches of which the pages tell."""
TARGET = 1.2
DATABASE = "brisca.sqlite3"


@contextlib.contextmanager
def asking(url: str, rate: float) -> Iterator[list[int]]:
    """Ask for pages in a process of its own; gives a list with how many were answered, at the end."""
    line = [sys.executable, "-m", "tools.bench.live.ask_pages", url.replace("ws://", "http://")]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*line, str(rate)], cwd=ROOT, stdin=pipe, stdout=pipe, text=True
    ) as asker:
        if asker.stdin is None or asker.stdout is None or asker.stdout.readline() != "ready\n":
            raise RuntimeError("the pages were not answered")
        answered: list[int] = []
        yield answered
        asker.stdin.close()
        answered.append(int(asker.stdout.read()))


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
        with asking(url, RATE) if pages else contextlib.nullcontext([0]) as answered:
            done = load({**job, **plan.times})
        return {**done, "pages": answered[0]}


def measure(plan: Plan) -> Json:
    """Measure latency with and without pages, on each server."""
    with filled() as database:
        candidates = {
            f"{server}, {'pages' if pages else 'alone'}": partial(
                site, server, plan, database, pages=pages
            )
            for server in ("uvicorn", "daphne")
            for pages in (False, True)
        }
        done = rounds.run("pages beside", candidates, plan)
    ratio = partial(rounds.ratio, done, key="p95_ms", at_most=True)
    return {
        "rows": rounds.rows(done),
        "pages_a_second": RATE,
        "ratios": [
            {"figure": 9, **ratio(f"{server}, pages", f"{server}, alone", TARGET)}
            for server in ("uvicorn", "daphne")
        ],
    }
