"""The campaigns: what each takes away or sends, how often, and how much of it makes a piece."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from tools.soak import (
    answers,
    crowd,
    disk,
    event,
    hostile,
    kills,
    pieces,
    proofs,
    restores,
    upgrades,
)
from tools.soak.archive import ArchivedPostgres
from tools.soak.failover import PostgresPair, RedisWithSentinels
from tools.soak.site import ROOT, Site, small_disk
from tools.soak.stands import Postgres, Redis
from tools.soak.tools import Chromium, Node

Json = dict[str, Any]
TABLES: Final = 6
CROWD: Final = 2000
"""Sockets."""
PEOPLE: Final = 32
"""Sockets of a tournament,"""
ROUNDS: Final = 3
"""and its rounds."""
THINK: Final = 3.0
"""Seconds that each of them thinks."""


@dataclass
class Run:
    """One piece of a campaign: how much of it, from which seed, and in which folder."""

    count: int
    seed: int
    step: Callable[..., None]
    folder: Path = field(default_factory=Path)
    sites: int = 0

    def site(self, **about: Any) -> Site:
        """A site in a folder of its own."""
        self.sites += 1
        folder = self.folder / f"site{self.sites}"
        folder.mkdir()
        return Site(folder, **about)

    def about(self) -> Json:
        """Return the arguments that every kind of play takes."""
        return {"seed": self.seed, "tables": TABLES, "step": self.step}


@dataclass(frozen=True)
class Campaign:
    """`count` times in all, `piece` at most without a break."""

    run: Callable[[Run], Json]
    count: int
    piece: int
    needs: tuple[type[Postgres | ArchivedPostgres | Redis | Node | Chromium], ...] = ()


def kills_sqlite(run: Run) -> Json:
    """kill -9 of the server, on SQLite."""
    with run.site() as site:
        return asyncio.run(kills.kills(site, run.count, **run.about()))


def kills_postgres(run: Run) -> Json:
    """kill -9 of the server, on PostgreSQL."""
    with (
        Postgres(run.folder / "pg").running() as postgres,
        run.site(postgres=postgres.url) as site,
    ):
        return asyncio.run(kills.kills(site, run.count, **run.about()))


def restarts(run: Run, which: str) -> Json:
    """Restarts of PostgreSQL or of Redis under two servers."""
    with Postgres(run.folder / "pg").running() as postgres, Redis().running() as redis:
        outage = postgres.restart if which == "postgres" else redis.restart
        with run.site(postgres=postgres.url, redis=redis.url) as site:
            return asyncio.run(kills.outages(site, run.count, outage, **run.about()))


def failovers(run: Run, which: str) -> Json:
    """Loss of the primary database, two primaries at once, or loss of Sentinel's master."""
    with (
        PostgresPair(run.folder / "pair").running() as pair,
        RedisWithSentinels(run.folder / "sentinels").running() as redis,
        run.site(postgres=pair.url, redis=redis.url) as site,
    ):
        outages = {
            "primary": pair.replace,
            "split": pair.split_and_attach,
            "redis": redis.replace_master,
        }
        return asyncio.run(kills.outages(site, run.count, outages[which], **run.about()))


def point_in_time(run: Run) -> Json:
    """Restores of PostgreSQL to a moment, by the commands of the operations page."""
    with (
        ArchivedPostgres(run.folder / "archived").running() as postgres,
        run.site(postgres=postgres.url) as site,
    ):
        about = {"seed": run.seed, "step": run.step}
        return asyncio.run(restores.restores(site, postgres, run.count, **about))


def deploys_sqlite(run: Run) -> Json:
    """SIGTERM and a new server, on SQLite."""
    with run.site() as site:
        return asyncio.run(kills.deploys(site, run.count, **run.about()))


def deploys_rolling(run: Run) -> Json:
    """SIGTERM of one of two servers after the other, on PostgreSQL and Redis."""
    with (
        Postgres(run.folder / "pg").running() as postgres,
        Redis().running() as redis,
        run.site(postgres=postgres.url, redis=redis.url) as site,
    ):
        return asyncio.run(kills.deploys(site, run.count, **run.about()))


def upgrades_rolling(run: Run) -> Json:
    """Two servers of the revision before the newest migration become today's, in mid-play.

    `SOAK_FROM` names another revision.
    """
    revision = os.environ.get("SOAK_FROM") or upgrades.before_newest_migration()
    if revision is None:
        raise SystemExit("this checkout has no history to upgrade from")
    earlier = upgrades.unpack(revision, run.folder / "earlier")
    results = []
    with Postgres(run.folder / "pg").running() as postgres, Redis().running() as redis:
        for at in range(run.count):
            with run.site(postgres=postgres.url, redis=redis.url, root=earlier) as site:
                about = {**run.about(), "seed": run.seed + at}
                results.append(asyncio.run(upgrades.upgrade(site, **about)))
    return {"from": revision, **pieces.together(results)}


def races_sqlite(run: Run) -> Json:
    """Two runtimes race for a chair, a move and a clock, on SQLite."""
    return _races(run, run.site())


def races_postgres(run: Run) -> Json:
    """The same on PostgreSQL."""
    with Postgres(run.folder / "pg").running() as cluster:
        return _races(run, run.site(postgres=cluster.url))


def _races(run: Run, site: Site) -> Json:
    with site:
        line = [sys.executable, "-m", "tools.soak.racing", str(run.count)]
        made = subprocess.run(line, cwd=ROOT, env=site.env, stdout=subprocess.PIPE, text=True)
    if made.returncode:
        return {"faults": [f"ended with {made.returncode}"]}
    return {**json.loads(made.stdout), "faults": []}


def disk_full(run: Run) -> Json:
    """A disk that is full for a while."""
    with small_disk(run.folder / "disk", 24) as folder:
        if folder is None:
            raise SystemExit("no small disk can be mounted here")
        with Site(folder) as site:
            return asyncio.run(disk.full_disk(site, run.count, seed=run.seed, step=run.step))


def frames(run: Run) -> Json:
    """Hostile frames."""
    with run.site() as site:
        return asyncio.run(hostile.attack(site, run.count, seed=run.seed, step=run.step))


def sockets(run: Run) -> Json:
    """Many sockets at one process."""
    about = {"seed": run.seed, "think": THINK, "spread": run.count / 4, "step": run.step}
    with run.site() as site:
        return asyncio.run(crowd.crowd(site, CROWD, run.count, **about))


def events(run: Run) -> Json:
    """A whole tournament by sockets, with quitters and a deploy in its middle."""
    about = {"seed": run.seed, "step": run.step, "last_only": False}
    with run.site(live=event.LIVE) as site:
        return asyncio.run(event.event(site, PEOPLE, ROUNDS, **about))


def proofs_node(run: Run) -> Json:
    """The browser's code and Python check the same proofs."""
    return proofs.compare(run.count, seed=run.seed, judge=proofs.node, step=run.step)


def proofs_chromium(run: Run) -> Json:
    """The same in a real browser."""
    with proofs.in_chromium() as judge:
        return proofs.compare(run.count, seed=run.seed, judge=judge, step=run.step)


def answer_times(run: Run) -> Json:
    """Sign-up, log-in and reset with and without an account take as long."""
    with run.site() as site:
        return answers.campaign(site, run.count, seed=run.seed, step=run.step)


CAMPAIGNS: Final = {
    "kills-sqlite": Campaign(kills_sqlite, 200, 50),
    "kills-postgres": Campaign(kills_postgres, 200, 50, (Postgres,)),
    "restarts-postgres": Campaign(partial(restarts, which="postgres"), 20, 20, (Postgres, Redis)),
    "restarts-redis": Campaign(partial(restarts, which="redis"), 20, 20, (Postgres, Redis)),
    "failover-primary": Campaign(partial(failovers, which="primary"), 20, 5, (Postgres, Redis)),
    "failover-split": Campaign(partial(failovers, which="split"), 20, 5, (Postgres, Redis)),
    "failover-redis": Campaign(partial(failovers, which="redis"), 20, 10, (Postgres, Redis)),
    "point-in-time": Campaign(point_in_time, 20, 10, (ArchivedPostgres,)),
    "deploys-sqlite": Campaign(deploys_sqlite, 50, 25),
    "deploys-rolling": Campaign(deploys_rolling, 50, 25, (Postgres, Redis)),
    "upgrades-rolling": Campaign(upgrades_rolling, 20, 5, (Postgres, Redis)),
    "races-sqlite": Campaign(races_sqlite, 10_000, 1000),
    "races-postgres": Campaign(races_postgres, 10_000, 500, (Postgres,)),
    "disk-full": Campaign(disk_full, 20, 20),
    "frames": Campaign(frames, 1_000_000, 100_000),
    "sockets": Campaign(sockets, 600, 600),
    "answer-times": Campaign(answer_times, 200, 200),
    "events": Campaign(events, 3, 1),
    "proofs": Campaign(proofs_node, 1000, 500, (Node,)),
    "proofs-chromium": Campaign(proofs_chromium, 100, 100, (Chromium,)),
}
