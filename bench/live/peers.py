"""boardgame.io, installed from npm beside the databases of the measurements and nowhere else."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from bench.live.servers import WORK, Server
from bench.soak.site import free_port

HERE = Path(__file__).parent / "peers"
THERE = WORK / "peers"
VERSIONS = {"boardgame.io": "0.50.2", "node-persist": "3.1.0"}
"""As `peers/package.json` pins them. Of the versions that boardgame.io takes, this node-persist is
the quicker by far: 3.1.3 waits a second for each file."""


def installed() -> bool:
    """Whether boardgame.io can run here; installs it where npm is at hand."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return False
    THERE.mkdir(parents=True, exist_ok=True)
    for source in HERE.iterdir():
        shutil.copy(source, THERE)
    if not (THERE / "node_modules" / "boardgame.io").exists():
        line = [npm, "install", "--silent", "--no-audit", "--no-fund", "--omit=dev"]
        return subprocess.run(line, cwd=THERE, capture_output=True).returncode == 0
    return True


@contextlib.contextmanager
def server(flat: Path | None) -> Iterator[tuple[Server, str]]:
    """Its server with the store in memory, or with FlatFile in a folder; with its address."""
    port = free_port()
    line = ["node", "server.js", str(port), *([str(flat)] if flat else [])]
    env = {**os.environ, "NODE_ENV": "production"}
    with Server(line, env, "ready", cwd=THERE) as process:
        yield process, f"ws://127.0.0.1:{port}"
