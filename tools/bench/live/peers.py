"""boardgame.io, installed from npm beside the databases of the measurements and nowhere else."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tools.bench.live.servers import WORK, Server
from tools.soak.site import free_port

HERE = Path(__file__).parent / "peers"
THERE = WORK / "peers"
PERSISTS = ("3.1.3", "3.1.0")
"""Versions of node-persist, which FlatFile writes with: what npm installs with boardgame.io, and the
quickest of those that it takes, as 3.1.3 waits a second for each file."""
VERSIONS = {"boardgame.io": "0.50.2", "node-persist": PERSISTS}


def installed() -> bool:
    """Return whether boardgame.io can run here; install it with npm, once for each store."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return False
    return all(_install(npm, version) for version in PERSISTS)


def _install(npm: str, persist: str) -> bool:
    there = THERE / persist
    there.mkdir(parents=True, exist_ok=True)
    for source in HERE.iterdir():
        shutil.copy(source, there)
    if (there / "node_modules" / "boardgame.io").exists():
        return True
    line = [npm, "install", "--silent", "--no-audit", "--no-fund", "--omit=dev", "--save-exact"]
    wanted = f"node-persist@{persist}"
    return subprocess.run([*line, wanted], cwd=there, capture_output=True).returncode == 0


@contextlib.contextmanager
def server(files: Path, persist: str | None) -> Iterator[tuple[Server, str]]:
    """Its server with its address: the store in memory, or FlatFile in a folder.

    With `persist`, a version of node-persist, FlatFile keeps the matches in `files`.
    """
    port = free_port()
    line = ["node", "server.js", str(port), *([str(files)] if persist else [])]
    env = {**os.environ, "NODE_ENV": "production"}
    with Server(line, env, "ready", cwd=THERE / (persist or PERSISTS[0])) as process:
        yield process, f"ws://127.0.0.1:{port}"
