"""Figure 9: the 95th percentile of a move's latency while pages are requested, over that without pages.

Tables play at the pace of people in a hurry. Meanwhile another process requests the pages that people
look at most, ten a second, in every second period, as members who have played: strangers get cached
pages, which cost less. Both figures of a round come from the same tables and processes, one right
after the other, so that other work on the machine affects both. Pages are served by the process that
has the tables, on SQLite, or by a process of their own on PostgreSQL, as in `docs/deploy/nginx.conf`
and `brisca-pages.conf`.
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

from brisca_site.base.progress import Progress
from tools.bench.live import rounds
from tools.bench.live.counting_process import CountingProcess
from tools.bench.live.rounds import Json, Plan
from tools.bench.live.servers import SERVERS, MeasuredSite, folder, load

PAGES_A_SECOND = 10
THINKING_S = 1.0
"""Mean seconds before each card."""
FINISHED_MATCHES = 300
"""Finished matches that the pages show."""
PLAYED_MATCHES = 20
"""Matches among them that are really played; the others repeat their decks."""
MEMBERS = 20
"""Number of visitors: those who have played most of these matches request the pages in turn."""
TARGET_RATIO = 1.2
DATABASE_FILE = "brisca.sqlite3"
PAGES_UNIT = Path(__file__).resolve().parents[3] / "docs" / "deploy" / "brisca-pages.conf"
"""Documented systemd drop-in of the process that serves pages."""


def page_requester(
    url: str, rate: float, period: float = 0.0, sessions: Sequence[str] = ()
) -> CountingProcess:
    """Return a process that requests `rate` pages a second from the site at `url`.

    With `period` pages are requested only in every second period of so many seconds; 0: always.
    `sessions` are the session keys of the visitors; without any, a stranger requests the pages.
    """
    address, first = url.replace("ws", "http", 1), json.dumps(list(sessions))
    module = "tools.bench.live.page_requester"
    return CountingProcess(module, address, str(rate), str(period), first=first)


@contextlib.contextmanager
def filled() -> Iterator[Path]:
    """Give the path of a database with finished matches, of which each measured site gets a copy."""
    with folder("filled") as path, MeasuredSite(path) as site:
        fill(site)
        with contextlib.closing(sqlite3.connect(path / DATABASE_FILE)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        yield path / DATABASE_FILE


def fill(site: MeasuredSite) -> None:
    """Fill the site with the finished matches that its pages show."""
    site.manage("make_matches", "--count", str(FINISHED_MATCHES), "--fresh", str(PLAYED_MATCHES))


def measure_one_process(server: str, plan: Plan, database: Path | None) -> list[Json]:
    """Measure the latency of moves with and without pages in the same server process.

    It returns rows without and with pages in turn. The site gets a copy of `database`, or an empty
    one for None.
    """
    with folder("beside-pages") as path, MeasuredSite(path) as site:
        if database is not None:
            shutil.copy(database, path / DATABASE_FILE)
        url = site.serve(server)
        return _play(site, plan, url, url)


def measure_two_processes(server: str, plan: Plan, postgres: str, redis: str | None) -> list[Json]:
    """Measure the latency of moves with and without pages in another server process.

    It returns rows without and with pages in turn.
    """
    with (
        folder("beside-pages") as path,
        MeasuredSite(path, postgres=postgres, redis=redis) as site,
    ):
        fill(site)
        url, other = site.serve(server), site.serve(server, nice=nice_of_pages())
        return _play(site, plan, url, other)


def nice_of_pages() -> int:
    """Return the niceness that the documents give to the process that serves pages."""
    unit = configparser.ConfigParser()
    unit.read(PAGES_UNIT)
    return unit.getint("Service", "Nice")


def _play(site: MeasuredSite, plan: Plan, url: str, pages: str) -> list[Json]:
    """Play at `url` while pages of `pages` are requested; return rows without, with in turn."""
    job = {
        "kind": "tables", "tables": site.lay(plan.tables, [url]), "think": THINKING_S, "pids": site.pids,
        "turns": 2 * plan.rounds,
    }  # fmt: skip
    members: list[str] = site.ask("sign_in", count=MEMBERS)
    with page_requester(pages, PAGES_A_SECOND, plan.warm + plan.seconds, members) as asking:
        windows: list[Json] = load({**job, **plan.times})["windows"]
        counters = asking.counters()
    if counters["refused"] or not counters["pages"]:
        raise RuntimeError(
            f"{counters['pages']} pages were answered well, {counters['refused']} were not"
        )
    return windows


def measure(plan: Plan, postgres: str | None, redis: str | None) -> Json:
    """Measure latency with and without pages on each server, in one process and in two (PostgreSQL)."""
    done: list[dict[str, Json]] = [{} for _ in range(plan.rounds)]
    with filled() as database:
        sites: dict[str, Callable[[], list[Json]]] = {
            server: partial(measure_one_process, server, plan, database) for server in SERVERS
        }
        if postgres:
            sites |= {
                f"{server} apart": partial(measure_two_processes, server, plan, postgres, redis)
                for server in SERVERS
            }
        with Progress("pages beside", len(sites)) as progress:
            for name, site in sites.items():
                windows = site()
                for row, alone, beside in zip(done, windows[::2], windows[1::2], strict=True):
                    row |= {f"{name}, alone": alone, f"{name}, pages": beside}
                progress.step()
    result = rounds.compared(done, sites, "pages", figure=9, key="p95_ms", target=TARGET_RATIO)
    return {**result, "pages_a_second": PAGES_A_SECOND}
