"""The servers that are measured: started fresh for each row, and ended by their process id."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from tools.bench.listening import PATIENCE, Listening
from tools.soak.site import ROOT, Site, free_port

Json = dict[str, Any]
WORK = Path(os.environ.get("VAR_DIR", ROOT / "var")) / "bench"
"""Databases and what is installed for the measurements; the same disk for all."""
SERVERS = ("uvicorn", "daphne")
RULES: Json = {"match.target": 1000, "match.max_deals": 1000}
"""Matches that do not end while they are measured; deals do, and are counted and stored."""
PROGRAMS: Json = {  # all of them answer, so nothing is done for want of an answer
    "next_deal_after": 30.0,
    "gone_after": 600.0,
    "commits_within": 60.0,
    "cut_within": 60.0,
    "cut_absent_within": 0.1,  # nobody is there while tables are laid, and nobody leaves
    "back_within": 0.1,
    "first_cut_within": 60.0,
    "nonces_within": 60.0,
    "inbox": 64,
}


class Server(Listening):
    """A process that listens already, until its database is thrown away."""

    def __init__(self, line: list[str], env: dict[str, str], ready: str, cwd: Path = ROOT) -> None:
        super().__init__(line, env, ready, cwd)
        self.wait_until_ready()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


@contextlib.contextmanager
def folder(name: str) -> Iterator[Path]:
    """An empty folder on the disk of all, gone afterwards."""
    WORK.mkdir(parents=True, exist_ok=True)
    path = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=WORK))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


class MeasuredSite(Site):
    """The whole site with a database of its own; `live` changes figures of the live path."""

    def __init__(
        self,
        path: Path,
        *,
        postgres: str | None = None,
        redis: str | None = None,
        live: Json | None = None,
    ) -> None:
        super().__init__(path, postgres=postgres, redis=redis)
        self.env |= {
            "DJANGO_SETTINGS_MODULE": "tools.bench.live.settings",
            "BENCH_LIVE": json.dumps({**PROGRAMS, **(live or {})}),
            "LOG_LEVEL": "WARNING",
        }
        self.measured: list[Server] = []

    def serve(self, server: str, *, nice: int = 0) -> str:
        """Serve the site with Daphne or uvicorn; gives the address.

        `nice` is by how much the process gives way to others, as systemd's `Nice`.
        """
        port = free_port()
        self._start("manage.py", "serve", "--server", server, "--port", str(port), nice=nice)
        return f"ws://127.0.0.1:{port}"

    def echo(self, server: str, app: str) -> str:
        """Serve an echo instead (`tools.bench.live.echo_server`), with the same server."""
        port = free_port()
        line = ["-m", "tools.bench.live.echo_server", "--server", server, "--app", app]
        self._start(*line, "--port", str(port))
        return f"ws://127.0.0.1:{port}/echo"

    def _start(self, *line: str, nice: int = 0) -> None:
        after = ["nice", "-n", str(nice)] if nice else []
        self.measured.append(Server([*after, sys.executable, *line], self.env, "Brisca is at"))

    @property
    def pids(self) -> list[int]:
        """Of the servers."""
        return [server.pid for server in self.measured]

    def lay(self, tables: int, urls: list[str], *, players: int = 4, **about: Any) -> list[Json]:
        """Tables of so many players, their match begun, shared out over the addresses.

        `about` is what else `tools.soak.inside` takes to lay them, such as the clock.

        Nobody is there yet, so the house deals first: a client that came meanwhile might cut a deck
        that was cut for want of anybody.
        """
        about = {"preset": "ludoteka", "players": players, "rules": RULES, **about}
        laid = [self.ask("lay", **about) for _ in range(tables)]
        until = time.monotonic() + PATIENCE
        while self.ask("overdue"):
            if time.monotonic() > until:
                raise RuntimeError("no server takes the matches on")
            time.sleep(0.2)
        return [{**one, "url": urls[at % len(urls)]} for at, one in enumerate(laid)]

    def __exit__(self, *about: Any) -> None:
        for server in self.measured:
            server.kill()
        super().__exit__(*about)


def load(job: Json) -> Json:
    """Run the load generator in its own process; RuntimeError with what it said if it fails."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.bench.live.load"],
        cwd=ROOT,
        input=json.dumps(job) + "\n",
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-4000:])
    return dict(json.loads(done.stdout))
