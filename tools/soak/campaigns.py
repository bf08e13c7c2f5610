"""All campaigns by name, with their number of repetitions and the size of a piece."""

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

from tests.support.database_servers import Postgres, Redis
from tests.support.replicated_servers import PostgresPair, RedisWithSentinels
from tests.support.site import ROOT, Site, small_disk
from tools.soak import (
    answer_times,
    campaign_pieces,
    crowd,
    disk,
    event,
    hostile,
    kills,
    proofs,
    upgrades,
)
from tools.soak.programs import Chromium, Node

Json = dict[str, Any]
TABLES: Final = 6
CROWD: Final = 2000
"""Number of sockets of the crowd campaign."""
PEOPLE: Final = 32
"""Number of entrants of a tournament, each with a socket."""
ROUNDS: Final = 3
"""Number of rounds of a tournament."""
THINK: Final = 3.0
"""Seconds that each client thinks before an action."""


@dataclass
class Run:
    """One piece of a campaign: its number of repetitions, its seed and its folder."""

    count: int
    seed: int
    step: Callable[..., None]
    folder: Path = field(default_factory=Path)
    sites: int = 0

    def site(self, **about: Any) -> Site:
        """Return a new site in a folder of its own."""
        self.sites += 1
        folder = self.folder / f"site{self.sites}"
        folder.mkdir()
        return Site(folder, **about)

    def about(self) -> Json:
        """Return the keyword arguments that every campaign of play takes: seed, tables, ..."""
        return {"seed": self.seed, "tables": TABLES, "step": self.step}


@dataclass(frozen=True)
class Campaign:
    """Campaign of `count` repetitions in pieces of at most `piece`."""

    run: Callable[[Run], Json]
    count: int
    piece: int
    needs: tuple[type[Postgres | Redis | Node | Chromium], ...] = ()


def kills_sqlite(run: Run) -> Json:
    """Kill the server with SIGKILL during play, on SQLite."""
    with run.site() as site:
        return asyncio.run(kills.kills(site, run.count, **run.about()))


def kills_postgres(run: Run) -> Json:
    """Kill the server with SIGKILL during play, on PostgreSQL."""
    with (
        Postgres(run.folder / "pg").running() as postgres,
        run.site(postgres=postgres.url) as site,
    ):
        return asyncio.run(kills.kills(site, run.count, **run.about()))


def restarts(run: Run, which: str) -> Json:
    """Restart PostgreSQL or Redis while clients play on two servers."""
    with Postgres(run.folder / "pg").running() as postgres, Redis().running() as redis:
        outage = postgres.restart if which == "postgres" else redis.restart
        with run.site(postgres=postgres.url, redis=redis.url) as site:
            return asyncio.run(kills.outages(site, run.count, outage, **run.about()))


def failovers(run: Run, which: str) -> Json:
    """Lose the primary database or Sentinel's master, or have two primaries at once, during play."""
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


def deploys_sqlite(run: Run) -> Json:
    """End the server with SIGTERM and start a new one during play, on SQLite."""
    with run.site() as site:
        return asyncio.run(kills.deploys(site, run.count, **run.about()))


def deploys_rolling(run: Run) -> Json:
    """Replace two servers in turn during play, on PostgreSQL and Redis."""
    with (
        Postgres(run.folder / "pg").running() as postgres,
        Redis().running() as redis,
        run.site(postgres=postgres.url, redis=redis.url) as site,
    ):
        return asyncio.run(kills.deploys(site, run.count, **run.about()))


def upgrades_rolling(run: Run) -> Json:
    """Replace two servers of the revision before the newest migration by today's during play.

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
    return {"from": revision, **campaign_pieces.together(results)}


def races_sqlite(run: Run) -> Json:
    """Let two runtimes race for a seat, a move and a turn that is over, on SQLite."""
    return _races(run, run.site())


def races_postgres(run: Run) -> Json:
    """Let two runtimes race for a seat, a move and a turn that is over, on PostgreSQL."""
    with Postgres(run.folder / "pg").running() as cluster:
        return _races(run, run.site(postgres=cluster.url))


def _races(run: Run, site: Site) -> Json:
    with site:
        line = [sys.executable, "-m", "tools.soak.run_races", str(run.count)]
        process = subprocess.run(line, cwd=ROOT, env=site.env, stdout=subprocess.PIPE, text=True)
    if process.returncode:
        return {"faults": [f"ended with {process.returncode}"]}
    return {**json.loads(process.stdout), "faults": []}


def disk_full(run: Run) -> Json:
    """Fill the disk for a while during play."""
    with small_disk(run.folder / "disk", 24) as folder:
        if folder is None:
            raise SystemExit("no small disk can be mounted here")
        with Site(folder) as site:
            return asyncio.run(disk.full_disk(site, run.count, seed=run.seed, step=run.step))


def frames(run: Run) -> Json:
    """Send frames that no honest client sends."""
    with run.site() as site:
        return asyncio.run(hostile.attack(site, run.count, seed=run.seed, step=run.step))


def sockets(run: Run) -> Json:
    """Connect many sockets to one server process, and play at all their tables."""
    about: Json = {"seed": run.seed, "think": THINK, "spread": run.count / 4, "step": run.step}
    with run.site() as site:
        return asyncio.run(crowd.crowd(site, CROWD, run.count, **about))


def events(run: Run) -> Json:
    """Play a whole tournament over sockets, with people who quit and a deploy in a round."""
    about: Json = {"seed": run.seed, "step": run.step, "last_only": False}
    with run.site(live=event.LIVE) as site:
        return asyncio.run(event.event(site, PEOPLE, ROUNDS, **about))


def proofs_node(run: Run) -> Json:
    """Check proofs by Python and by the browser's code in Node."""
    return proofs.compare(run.count, seed=run.seed, judge=proofs.node, step=run.step)


def proofs_chromium(run: Run) -> Json:
    """Check proofs by Python and by the browser's code in Chromium."""
    with proofs.in_chromium() as judge:
        return proofs.compare(run.count, seed=run.seed, judge=judge, step=run.step)


def sign_in_times(run: Run) -> Json:
    """Compare the times of sign-up, log-in and reset with and without an account."""
    with run.site() as site:
        return answer_times.campaign(site, run.count, seed=run.seed, step=run.step)


CAMPAIGNS: Final = {
    "kills-sqlite": Campaign(kills_sqlite, 200, 50),
    "kills-postgres": Campaign(kills_postgres, 200, 50, (Postgres,)),
    "restarts-postgres": Campaign(partial(restarts, which="postgres"), 20, 20, (Postgres, Redis)),
    "restarts-redis": Campaign(partial(restarts, which="redis"), 20, 20, (Postgres, Redis)),
    "failover-primary": Campaign(partial(failovers, which="primary"), 20, 5, (Postgres, Redis)),
    "failover-split": Campaign(partial(failovers, which="split"), 20, 5, (Postgres, Redis)),
    "failover-redis": Campaign(partial(failovers, which="redis"), 20, 10, (Postgres, Redis)),
    "deploys-sqlite": Campaign(deploys_sqlite, 50, 25),
    "deploys-rolling": Campaign(deploys_rolling, 50, 25, (Postgres, Redis)),
    "upgrades-rolling": Campaign(upgrades_rolling, 20, 5, (Postgres, Redis)),
    "races-sqlite": Campaign(races_sqlite, 10_000, 1000),
    "races-postgres": Campaign(races_postgres, 10_000, 500, (Postgres,)),
    "disk-full": Campaign(disk_full, 20, 20),
    "frames": Campaign(frames, 1_000_000, 100_000),
    "sockets": Campaign(sockets, 600, 600),
    "answer-times": Campaign(sign_in_times, 200, 200),
    "events": Campaign(events, 3, 1),
    "proofs": Campaign(proofs_node, 1000, 500, (Node,)),
    "proofs-chromium": Campaign(proofs_chromium, 100, 100, (Chromium,)),
}
