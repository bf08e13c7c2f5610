"""boardgame.io, installed from npm in the folder of the benchmarks' databases and nowhere else."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.support.site import free_port
from tools.bench.live.servers import WORK_FOLDER, Server

SOURCE_FOLDER = Path(__file__).parent / "peers"
INSTALL_FOLDER = WORK_FOLDER / "peers"
NODE_PERSIST_VERSIONS = ("3.1.3", "3.1.0")
"""Versions of node-persist, which FlatFile writes with: the one that npm installs with boardgame.io,
and the quickest of those that boardgame.io accepts, as 3.1.3 waits a second for each file."""
VERSIONS = {"boardgame.io": "0.50.2", "node-persist": NODE_PERSIST_VERSIONS}


def installed() -> bool:
    """Install boardgame.io with npm if needed; return True if its server can run here."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return False
    return all(_install(npm, version) for version in NODE_PERSIST_VERSIONS)


def _install(npm: str, persist: str) -> bool:
    target = INSTALL_FOLDER / persist
    target.mkdir(parents=True, exist_ok=True)
    for source in SOURCE_FOLDER.iterdir():
        shutil.copy(source, target)
    if (target / "node_modules" / "boardgame.io").exists():
        return True
    line = [npm, "install", "--silent", "--no-audit", "--no-fund", "--omit=dev", "--save-exact"]
    package = f"node-persist@{persist}"
    return subprocess.run([*line, package], cwd=target, capture_output=True).returncode == 0


@contextlib.contextmanager
def server(files: Path, persist: str | None) -> Iterator[tuple[Server, str]]:
    """Run boardgame.io's server within the block; give the process and its URL.

    With `persist`, a version of node-persist, its FlatFile store keeps the matches in the folder `files`;
    otherwise they are in memory.
    """
    port = free_port()
    line = ["node", "server.js", str(port), *([str(files)] if persist else [])]
    env = {**os.environ, "NODE_ENV": "production"}
    with Server(
        line, env, "ready", cwd=INSTALL_FOLDER / (persist or NODE_PERSIST_VERSIONS[0])
    ) as process:
        yield process, f"ws://127.0.0.1:{port}"
