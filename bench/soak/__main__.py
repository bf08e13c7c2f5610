"""Fault campaigns in full: `python -m bench.soak [NAME ...] [--scale 1.0] [--seed 0]`.

Each runs against servers and databases of its own, shows how far it is, and leaves what it counted
in bench/results/faults-NAME.json with the command that made it. The exit code is 1 where any of
them found a fault.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.soak import crowd, disk, hostile, kills
from bench.soak.site import ROOT, Site, small_disk
from bench.soak.stands import Postgres, Redis
from games.management.progress import Progress

Json = dict[str, Any]
RESULTS = ROOT / "bench" / "results"
TABLES = 6


class Run:
    """One campaign: how much of it, and where."""

    def __init__(self, name: str, scale: float, seed: int, folder: Path) -> None:
        self.name, self.scale, self.seed, self.folder = name, scale, seed, folder

    def times(self, full: int) -> int:
        """So often, at this scale."""
        return max(1, round(full * self.scale))

    def site(self, **about: Any) -> Site:
        """A site in a folder of its own."""
        folder = self.folder / "site"
        folder.mkdir()
        return Site(folder, **about)


def kills_sqlite(run: Run) -> Json:
    """kill -9 of the server, on SQLite."""
    count = run.times(200)
    with run.site() as site, Progress(run.name, count) as bar:
        return asyncio.run(kills.kills(site, count, seed=run.seed, tables=TABLES, step=bar.step))


def kills_postgres(run: Run) -> Json:
    """kill -9 of the server, on PostgreSQL."""
    count = run.times(200)
    with (
        Postgres(run.folder / "pg").running() as postgres,
        run.site(postgres=postgres.url) as site,
        Progress(run.name, count) as bar,
    ):
        return asyncio.run(kills.kills(site, count, seed=run.seed, tables=TABLES, step=bar.step))


def restarts(run: Run, which: str) -> Json:
    """Restarts of PostgreSQL or of Redis under two servers."""
    count = run.times(20)
    with Postgres(run.folder / "pg").running() as postgres, Redis().running() as redis:
        outage = postgres.restart if which == "postgres" else redis.restart
        about = {"postgres": postgres.url, "redis": redis.url}
        with run.site(**about) as site, Progress(run.name, count) as bar:
            return asyncio.run(
                kills.outages(site, count, outage, seed=run.seed, tables=TABLES, step=bar.step)
            )


def deploys_sqlite(run: Run) -> Json:
    """SIGTERM and a new server, on SQLite."""
    count = run.times(50)
    with run.site() as site, Progress(run.name, count) as bar:
        return asyncio.run(kills.deploys(site, count, seed=run.seed, tables=TABLES, step=bar.step))


def deploys_rolling(run: Run) -> Json:
    """SIGTERM of one of two servers after the other, on PostgreSQL and Redis."""
    count = run.times(50)
    with Postgres(run.folder / "pg").running() as postgres, Redis().running() as redis:
        about = {"postgres": postgres.url, "redis": redis.url}
        with run.site(**about) as site, Progress(run.name, count) as bar:
            return asyncio.run(
                kills.deploys(site, count, seed=run.seed, tables=TABLES, step=bar.step)
            )


def races(run: Run, *, postgres: bool) -> Json:
    """Two runtimes race for a chair, a move and a clock."""
    if not postgres:
        return _races(run, run.site())
    with Postgres(run.folder / "pg").running() as cluster:
        return _races(run, run.site(postgres=cluster.url))


def _races(run: Run, site: Site) -> Json:
    with site:
        line = [sys.executable, "-m", "bench.soak.racing", str(run.times(10_000))]
        made = subprocess.run(line, cwd=ROOT, env=site.env, stdout=subprocess.PIPE, text=True)
    if made.returncode:
        return {"faults": [f"ended with {made.returncode}"]}
    return {**json.loads(made.stdout), "faults": []}


def disk_full(run: Run) -> Json:
    """A disk that is full for a while."""
    count = run.times(20)
    with small_disk(run.folder / "disk", 24) as folder:
        if folder is None:
            raise SystemExit("no small disk can be mounted here")
        with Site(folder) as site, Progress(run.name, count) as bar:
            return asyncio.run(disk.full_disk(site, count, seed=run.seed, step=bar.step))


def frames(run: Run) -> Json:
    """Hostile frames."""
    count = run.times(1_000_000)
    with run.site() as site, Progress(run.name, count) as bar:
        return asyncio.run(hostile.attack(site, count, seed=run.seed, step=bar.step))


def sockets(run: Run) -> Json:
    """Many sockets at one process."""
    seconds = run.times(600)
    with run.site() as site, Progress(run.name, seconds) as bar:
        return asyncio.run(
            crowd.crowd(site, run.times(2000), seconds, seed=run.seed, think=3.0, step=bar.step)
        )


CAMPAIGNS: dict[str, Callable[[Run], Json]] = {
    "kills-sqlite": kills_sqlite,
    "kills-postgres": kills_postgres,
    "restarts-postgres": lambda run: restarts(run, "postgres"),
    "restarts-redis": lambda run: restarts(run, "redis"),
    "deploys-sqlite": deploys_sqlite,
    "deploys-rolling": deploys_rolling,
    "races-sqlite": lambda run: races(run, postgres=False),
    "races-postgres": lambda run: races(run, postgres=True),
    "disk-full": disk_full,
    "frames": frames,
    "sockets": sockets,
}
ON_REDIS = frozenset({"restarts-postgres", "restarts-redis", "deploys-rolling"})
ON_POSTGRES = ON_REDIS | {"kills-postgres", "races-postgres"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CAMPAIGNS))
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full counts")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if unknown := set(options.names) - set(CAMPAIGNS):
        parser.error(f"no campaign is called {', '.join(sorted(unknown))}")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.soak.settings")
    failed = [name for name in options.names or CAMPAIGNS if not _campaign(name, options)]
    if failed:
        raise SystemExit(f"faults in {', '.join(failed)}")


def _campaign(name: str, options: argparse.Namespace) -> bool:
    """Whether a campaign found no fault; what it counted is kept."""
    if name in ON_POSTGRES and not Postgres.there():
        print(f"{name} is left out: needs postgres")
        return True
    if name in ON_REDIS and not Redis.there():
        print(f"{name} is left out: needs redis")
        return True
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="brisca-soak-") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as somebody else
        result = CAMPAIGNS[name](Run(name, options.scale, options.seed, Path(folder)))
    line = ["python", "-m", "bench.soak", name, "--seed", str(options.seed)]
    if options.scale != 1.0:
        line += ["--scale", str(options.scale)]
    seconds = round(time.monotonic() - began, 1)
    kept = {"command": shlex.join(line), "took_seconds": seconds, **result}
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / f"faults-{name}.json").write_text(json.dumps(kept, indent=2) + "\n")
    print(f"{name}: {len(result['faults'])} faults in {seconds} s")
    for fault in result["faults"][:10]:
        print(f"  {fault}")
    return not result["faults"]


if __name__ == "__main__":
    main()
