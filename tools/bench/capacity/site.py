"""A real site under load, and what it uses of each resource in a second.

PostgreSQL and Redis are the measurement's own. Process 1 of the site has all the tables; process 2, where
there is one, has no visitor and only receives the messages of process 1.
"""

from __future__ import annotations

import contextlib
import json
import os
import pwd
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self

import httpx
import redis

from tools.bench.live.ask_pages import COUNTERS
from tools.bench.live.beside_pages import asker
from tools.bench.live.counting import CountingProcess
from tools.bench.live.load import Json, Used
from tools.bench.live.servers import PROGRAMS, RULES, MeasuredSite
from tools.soak.failover import Node
from tools.soak.site import ROOT
from tools.soak.stands import Redis

OPEN_TABLES: Final = 20
"""Tables in the list of the lobby."""
TURN_MS: Final = 3_600_000
"""The clock of a turn: its deadlines are stored, and none comes while there are measurements."""
SETTINGS: Final = ("max_connections = 200", "checkpoint_timeout = '1h'", "max_wal_size = '8GB'")
METRICS: Final = {
    "units": "brisca_commit_units_sum",
    "commits": "brisca_commit_seconds_count",
    "commit_s": "brisca_commit_seconds_sum",
}


class CapacitySite(MeasuredSite):
    """A site with some processes on a database and a Redis of its own."""

    def __init__(self, path: Path, node: Node, messages: str | None) -> None:
        super().__init__(path, postgres=node.url, redis=messages, live=PROGRAMS)
        self.urls: list[str] = []
        self._node = node
        self._redis = redis.Redis.from_url(messages) if messages else None

    def begin(self, server: str, processes: int) -> Self:
        """Start the processes, and open the tables that the lobby lists."""
        self.manage("collectstatic", "--noinput", "-v0")
        self.urls = [self.serve(server) for _ in range(processes)]
        for _ in range(OPEN_TABLES):
            self.ask("lay", preset="ludoteka", players=4, rules=RULES, start=False)
        return self

    def seat(self, tables: int, players: int) -> list[Json]:
        """Return tables of so many players in process 1, whose matches have begun."""
        return self.lay(tables, self.urls[:1], players=players, turn_ms=TURN_MS)

    def rows_a_match(self, matches: int) -> float:
        """Let bots play matches and return how many rows of the games' tables each leaves for good."""
        before = self._rows()
        line = ["--preset", "ludoteka", "--players", "4", "--bots", "rules,greedy"]
        command = [sys.executable, "manage.py", "play_bots", *line, "--matches", str(matches)]
        subprocess.run(command, cwd=ROOT, env=self.env, check=True, capture_output=True)
        return (self._rows() - before) / matches

    def _rows(self) -> int:
        import psycopg

        tables = "SELECT relname FROM pg_stat_user_tables WHERE relname LIKE 'games_%'"
        with psycopg.connect(self.env["DATABASE_URL"]) as connection:
            names = [name for (name,) in connection.execute(tables).fetchall()]
            counts = " + ".join(f'(SELECT count(*) FROM "{name}")' for name in names)
            ((rows,),) = connection.execute(f"SELECT {counts}".encode()).fetchall()
        return int(rows)

    def snapshot(self) -> dict[str, float]:
        """Return what all parts have used up to now: CPU in seconds, commits, bytes, messages."""
        lines = httpx.get(f"{self.urls[0].replace('ws', 'http', 1)}/metrics").text.splitlines()
        told = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        ((wal,),) = self._node.execute("SELECT (pg_current_wal_lsn() - '0/0')::float8")
        info: Any = self._redis.info("everything") if self._redis else {}
        return {
            "at": time.perf_counter(),
            "cpu": Used(self.pids[:1]).cpu(),
            "grown_mib": Used(self.pids[:1]).memory() / 1024,
            "listener_cpu": Used(self.pids[1:]).cpu(),
            "database_cpu": Used(_server(self._node)).cpu(),
            "wal_bytes": float(str(wal)),
            "redis_cpu": info.get("used_cpu_user", 0) + info.get("used_cpu_sys", 0),
            "messages": info.get("cmdstat_publish", {}).get("calls", 0),
            **{name: float(told.get(metric, 0)) for name, metric in METRICS.items()},
        }

    def observe(self, job: Json, seconds: float, *, warm: float = 3.0, pages_s: float = 0) -> Json:
        """Run a load and return all rates of a second, `mib` of process 1, and its entries held."""
        job = {"beat_s": 10.0, "url": self.urls[0], **job}
        beside = asker(self.urls[0], pages_s) if pages_s else contextlib.nullcontext()
        with (
            CountingProcess("tools.bench.capacity.load", first=json.dumps(job)) as crowd,
            beside as asking,
        ):

            def counters() -> Json:
                pages = asking.counters() if asking else dict.fromkeys(COUNTERS, 0)
                return {**self.snapshot(), **crowd.counters(), **pages}

            time.sleep(warm)
            before = counters()
            work_ms = fixed_work(seconds)
            after = counters()
        if after["errors"]:
            raise RuntimeError(f"the load failed: {after['errors'][0]}")
        if after["refused"]:
            raise RuntimeError(f"{after['refused']:.0f} pages were not answered well")
        took = after["at"] - before["at"]
        rates = {name: (after[name] - before[name]) / took for name in before if name != "errors"}
        return {**rates, "work_ms": work_ms, "mib": after["grown_mib"], "played": after["moves"]}


def fixed_work(seconds: float) -> float:
    """Wait so long, and do the same small work meanwhile; return the mean of its CPU in ms.

    Other programs on the machine change how much CPU the same work takes: it is measured beside.
    """
    until, took = time.monotonic() + seconds, list[float]()
    while time.monotonic() < until:
        began = time.thread_time()
        json.loads(json.dumps([{"card": f"O{n}", "seat": n % 4} for n in range(3_000)]))
        took.append(time.thread_time() - began)
        time.sleep(0.1)
    return 1000 * statistics.mean(took)


@contextlib.contextmanager
def database() -> Iterator[Node]:
    """A PostgreSQL server with fsync that makes no checkpoint for an hour."""
    with tempfile.TemporaryDirectory(prefix="capacity-") as name:
        path = Path(name)
        if os.geteuid() == 0:
            who = pwd.getpwnam("postgres")
            os.chown(path, who.pw_uid, who.pw_gid)
        node = Node(path / "cluster")
        node.create()
        with (node.folder / "postgresql.conf").open("a") as config:
            config.write("\n".join(["", *SETTINGS, ""]))
        node.start()
        try:
            yield node
        finally:
            node.stop()


@contextlib.contextmanager
def running(node: Node, server: str, processes: int) -> Iterator[CapacitySite]:
    """A site with nobody there, in a database of its own; one process has no Redis."""
    with contextlib.ExitStack() as stack:
        path = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="capacity-")))
        messages = stack.enter_context(Redis().running()).url if processes > 1 else None
        made = stack.enter_context(CapacitySite(path, node, messages))
        yield made.begin(server, processes)


def _server(node: Node) -> list[int]:
    """Return the processes of a PostgreSQL server."""
    pid = int((node.folder / "postmaster.pid").read_text().split()[0])
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]
