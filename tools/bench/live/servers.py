"""Servers that are measured: started fresh for each row, and ended by their process id."""

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

from tests.support.server_process import PATIENCE, ServerProcess
from tests.support.site import ROOT, Site, free_port

Json = dict[str, Any]
WORK_FOLDER = Path(os.environ.get("VAR_DIR", ROOT / "var")) / "bench"
"""Folder of the databases and installations of the measurements, so that all use the same disk."""
SERVERS = ("uvicorn", "daphne")
LONG_MATCH_RULES: Json = {"match.target": 1000, "match.max_deals": 1000}
"""Rules of matches that do not end during a measurement; their deals end, and are counted and stored."""
CLIENT_DEADLINES: Json = {  # all clients are programs that answer, so no deadline may pass
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


class Server(ServerProcess):
    """Server process that already listens; leaving the `with` block kills it."""

    def __init__(self, line: list[str], env: dict[str, str], ready: str, cwd: Path = ROOT) -> None:
        super().__init__(line, env, ready, cwd)
        self.wait_until_ready()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


@contextlib.contextmanager
def folder(name: str) -> Iterator[Path]:
    """Give an empty folder for databases within the block, and delete it afterwards.

    It is on the disk of all measurements.
    """
    WORK_FOLDER.mkdir(parents=True, exist_ok=True)
    path = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=WORK_FOLDER))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


class MeasuredSite(Site):
    """The whole site with its own database, to measure; `live` changes the live path's settings."""

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
            "BENCH_LIVE": json.dumps({**CLIENT_DEADLINES, **(live or {})}),
            "LOG_LEVEL": "WARNING",
        }
        self.measured: list[Server] = []

    def serve(self, server: str, *, nice: int = 0) -> str:
        """Serve the site with Daphne or uvicorn; return its URL.

        `nice` is the process's niceness, as systemd's `Nice`.
        """
        port = free_port()
        self._start("manage.py", "serve", "--server", server, "--port", str(port), nice=nice)
        return f"ws://127.0.0.1:{port}"

    def echo(self, server: str, app: str) -> str:
        """Serve an echo (`tools.bench.live.echo_server`) with Daphne or uvicorn instead; return the address."""
        port = free_port()
        line = ["-m", "tools.bench.live.echo_server", "--server", server, "--app", app]
        self._start(*line, "--port", str(port))
        return f"ws://127.0.0.1:{port}/echo"

    def _start(self, *line: str, nice: int = 0) -> None:
        prefix = ["nice", "-n", str(nice)] if nice else []
        self.measured.append(Server([*prefix, sys.executable, *line], self.env, "Brisca is at"))

    @property
    def pids(self) -> list[int]:
        """Return the process ids of the site's servers."""
        return [server.pid for server in self.measured]

    def lay(self, tables: int, urls: list[str], *, players: int = 4, **about: Any) -> list[Json]:
        """Create tables with a running match, spread over the URLs; return what clients need.

        `about` has further arguments of `tests.support.site_calls` for a table, such as the clock. The first deals
        are made before any client connects: a client that came meanwhile might cut a deck that was already
        cut because nobody was there.

        Raises:
            RuntimeError: no server takes over the matches within PATIENCE seconds.
        """
        about = {"preset": "ludoteka", "players": players, "rules": LONG_MATCH_RULES, **about}
        laid = [self.ask("lay", **about) for _ in range(tables)]
        until = time.monotonic() + PATIENCE
        while self.ask("overdue"):
            if time.monotonic() > until:
                raise RuntimeError("no server takes the matches on")
            time.sleep(0.2)
        return [{**table, "url": urls[at % len(urls)]} for at, table in enumerate(laid)]

    def __exit__(self, *about: Any) -> None:
        for server in self.measured:
            server.kill()
        super().__exit__(*about)


def load(job: Json) -> Json:
    """Run a job of the load generator in its own process; return the row of figures.

    Raises:
        RuntimeError: the process failed; the message is the end of its errors.
    """
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
