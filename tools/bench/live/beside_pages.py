"""Figure 9: the 95th percentile of a move while pages are asked for beside the tables, over it without.

Tables play at the pace of people in a hurry; meanwhile another process asks for the pages that
people look at most, ten a second, in every second turn, as members who have played: strangers are
served kept pages, which cost less. Both figures of a round come from the same tables and processes,
one right after the other, so that what else a machine does meets both. Pages
are served by the process that has the tables, on SQLite, or by a process of their own, as
`docs/deploy/nginx.conf` and `brisca-pages.conf` have it, on PostgreSQL.
"""

from __future__ import annotations

import configparser
import contextlib
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from games.management.progress import Progress
from tools.bench.live import rounds
from tools.bench.live.counting import CountingProcess
from tools.bench.live.rounds import Json, Plan
from tools.bench.live.servers import SERVERS, MeasuredSite, folder, load

RATE = 10
"""Pages a second."""
THINK = 1.0
"""Seconds before each card."""
MATCHES = 300
"""Finished matches of which the pages tell."""
FRESH = 20
"""Matches among them that are told at length."""
MEMBERS = 20
"""Visitors who ask for the pages in turn: those who have played most of these matches."""
TARGET = 1.2
DATABASE = "brisca.sqlite3"
UNIT = Path(__file__).resolve().parents[3] / "docs" / "deploy" / "brisca-pages.conf"
"""Drop-in of the unit of the pages' process, as it is documented."""


def asker(
    url: str, rate: float, period: float = 0.0, sessions: Sequence[str] = ()
) -> CountingProcess:
    """Return a process that asks the site for so many pages a second.

    `period`: seconds of a turn, of which every second one is without pages; 0: none is. `sessions`
    are the keys of those who ask; without any a stranger does.
    """
    address, first = url.replace("ws", "http", 1), json.dumps(list(sessions))
    module = "tools.bench.live.ask_pages"
    return CountingProcess(module, address, str(rate), str(period), first=first)


@contextlib.contextmanager
def filled() -> Iterator[Path]:
    """Give a database with finished matches, of which each measured site has a copy."""
    with folder("filled") as path, MeasuredSite(path) as site:
        fill(site)
        with contextlib.closing(sqlite3.connect(path / DATABASE)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        yield path / DATABASE


def fill(site: MeasuredSite) -> None:
    """Make the finished matches of which the pages tell."""
    site.manage("make_matches", "--count", str(MATCHES), "--fresh", str(FRESH))


def together(server: str, plan: Plan, database: Path | None) -> list[Json]:
    """Measure tables and pages in one process, with this database or an empty one; return its turns."""
    with folder("beside-pages") as path, MeasuredSite(path) as site:
        if database is not None:
            shutil.copy(database, path / DATABASE)
        url = site.serve(server)
        return _play(site, plan, url, url)


def apart(server: str, plan: Plan, postgres: str, redis: str | None) -> list[Json]:
    """Measure the tables of a process beside another one that has the pages; return its turns."""
    with (
        folder("beside-pages") as path,
        MeasuredSite(path, postgres=postgres, redis=redis) as site,
    ):
        fill(site)
        url, other = site.serve(server), site.serve(server, nice=nice_of_pages())
        return _play(site, plan, url, other)


def nice_of_pages() -> int:
    """Return by how much the process of the pages gives way to the others, as it is documented."""
    unit = configparser.ConfigParser()
    unit.read(UNIT)
    return unit.getint("Service", "Nice")


def _play(site: MeasuredSite, plan: Plan, url: str, pages: str) -> list[Json]:
    """Play at the process of `url` and ask that of `pages`; return rows without and with pages in turn."""
    job = {
        "kind": "tables", "tables": site.lay(plan.tables, [url]), "think": THINK, "pids": site.pids,
        "turns": 2 * plan.rounds,
    }  # fmt: skip
    members: list[str] = site.ask("sign_in", count=MEMBERS)
    with asker(pages, RATE, plan.warm + plan.seconds, members) as asking:
        windows: list[Json] = load({**job, **plan.times})["windows"]
        told = asking.counters()
    if told["refused"] or not told["pages"]:
        raise RuntimeError(f"{told['pages']} pages were answered well, {told['refused']} were not")
    return windows


def measure(plan: Plan, postgres: str | None, redis: str | None) -> Json:
    """Measure latency with and without pages, on each server; apart where there is PostgreSQL."""
    done: list[dict[str, Json]] = [{} for _ in range(plan.rounds)]
    with filled() as database:
        sites: dict[str, Callable[[], list[Json]]] = {
            server: partial(together, server, plan, database) for server in SERVERS
        }
        if postgres:
            sites |= {f"{one} apart": partial(apart, one, plan, postgres, redis) for one in SERVERS}
        with Progress("pages beside", len(sites)) as progress:
            for name, site in sites.items():
                windows = site()
                for row, alone, beside in zip(done, windows[::2], windows[1::2], strict=True):
                    row |= {f"{name}, alone": alone, f"{name}, pages": beside}
                progress.step()
    told = rounds.compared(done, sites, "pages", figure=9, key="p95_ms", target=TARGET)
    return {**told, "pages_a_second": RATE}
