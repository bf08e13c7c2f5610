"""Full disk during play: the server refuses moves meanwhile, and play continues by itself afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.support.site import Site
from tools.soak.play import Play

Step = Callable[[], None]
KINDS = (("ludoteka", 2, 0), ("chiamata", 5, 0), ("catalan", 4, 1))
PATIENCE = 60.0


async def full_disk(site: Site, count: int, *, seed: int, step: Step) -> dict[str, Any]:
    """Fill and free the disk of the site's folder `count` times during play; return counts."""
    server = await asyncio.to_thread(site.start)
    play = Play(site, [server.port], tables=len(KINDS), seed=seed, kinds=KINDS)
    play.begin()
    ballast = site.folder / "ballast"
    for _ in range(count):
        await play.more(20)
        before = _refused(play)
        await asyncio.to_thread(_fill, ballast)
        async with asyncio.timeout(PATIENCE):
            while _refused(play) < before + 3:  # noqa: ASYNC110 - counted in many places
                await asyncio.sleep(0.01)
        ballast.unlink()
        step()
    await play.more(20)
    tally = await play.finish()
    code = await asyncio.to_thread(server.stop)
    return {"times_full": count, "last_exit": code, **tally.result()}


def _refused(play: Play) -> int:
    """Return the number of moves refused with `internal`, as the server could not store them."""
    running = sum(seat.naks["internal"] for seats in play.seats for seat in seats)
    return play.tally.refusals["internal"] + running


def _fill(ballast: Path) -> None:
    """Write to a file until no byte of the disk is left, in ever smaller blocks."""
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1 << 9):
            with contextlib.suppress(OSError):
                while True:
                    file.write(os.urandom(size))
