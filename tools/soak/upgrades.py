"""Rolling upgrades: servers of an earlier revision are replaced by today's during play."""

from __future__ import annotations

import asyncio
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tests.support.site import ROOT, Site, free_port
from tools.soak.play import Play

MIGRATIONS: Final = "*/migrations/0*.py"


def before_newest_migration() -> str | None:
    """Return the last commit whose database tables differ from today's, or None."""
    line = ["log", "-1", "--format=%H", "--diff-filter=A", "--", MIGRATIONS]
    newest = _git(*line).strip()
    return _git("rev-parse", "--verify", "--quiet", f"{newest}^").strip() or None


def unpack(revision: str, folder: Path) -> Path:
    """Write the files of a commit into a new folder, and return the folder.

    Raises:
        subprocess.CalledProcessError: there is no such commit here.
    """
    folder.mkdir()
    line = ["git", "archive", "--format=tar", revision]
    packed = subprocess.run(line, cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed, check=True)
    return folder


async def upgrade(
    site: Site, *, seed: int, tables: int, step: Callable[[], None], deals: int = 2
) -> dict[str, Any]:
    """Play at two servers of the site's revision, migrate their database, and replace both by today's.

    Each step comes after a random number of acknowledged actions, so that the earlier code uses
    today's tables for a while, and then runs beside today's code.
    """
    rng = random.Random(seed)
    ports = [free_port() for _ in range(2)]
    servers = [await asyncio.to_thread(site.start, port) for port in ports]
    play, codes = Play(site, ports, tables=tables, seed=seed, deals=deals), []
    play.begin()
    await play.more(rng.randint(1, 6 * deals * tables))
    await asyncio.to_thread(site.manage, "migrate", "-v0", root=ROOT)
    site.run_from(ROOT)  # not before: what looks at finished matches meanwhile needs its own tables
    for at, port in enumerate(ports):
        await play.more(rng.randint(1, 6 * deals * tables))
        codes.append(await asyncio.to_thread(servers[at].stop))
        servers[at] = await asyncio.to_thread(site.start, port)
    step()
    tally = await play.finish()
    codes += [await asyncio.to_thread(server.stop) for server in servers]
    tally.faults.extend(site.troubles())
    return {"upgrades": 1, "exits": sorted(set(codes)), **tally.result()}


def _git(*line: str) -> str:
    """Return the output of a git command in this checkout; empty if it fails."""
    return subprocess.run(["git", *line], cwd=ROOT, capture_output=True, text=True).stdout
