"""Many sockets at one process for a while: nothing lost, nothing doubled, memory bounded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from bench.soak.play import Play
from bench.soak.site import Site

KINDS = (("ludoteka", 4, 0), ("chiamata", 5, 0), ("ludoteka", 2, 0), ("briscola", 6, 0))
ONE_WATCHES = 1
WARM = 0.25
"""Share of the time after which memory is looked at first."""


ARRIVE = 300.0
"""Seconds until all of them have to be there."""


async def crowd(
    site: Site, sockets: int, seconds: int, *, seed: int, think: float, step: Callable[[], None]
) -> dict[str, Any]:
    """So many sockets for so many seconds once all are there, and until their matches are over."""
    each = sum(players - bots + ONE_WATCHES for _, players, bots in KINDS) / len(KINDS)
    tables = -(-sockets // round(each))
    server = await asyncio.to_thread(site.start)
    about = {"tables": tables, "seed": seed, "think": think, "deals": 1}
    play = Play(site, [server.port], kinds=KINDS, **about)
    memory, most = [server.memory()], 0
    play.begin(wait=True)
    async with asyncio.timeout(ARRIVE):
        while most < sockets:
            await asyncio.sleep(0.1)
            most = max(most, _there(play))
    play.gate.set()
    for second in range(seconds):
        await asyncio.sleep(1)
        most = max(most, _there(play))
        if second == int(seconds * WARM):
            memory.append(server.memory())
        step()
    memory.append(server.memory())
    tally = await play.finish()
    code = await asyncio.to_thread(server.stop)
    minutes = seconds * (1 - WARM) / 60
    return {
        "sockets": most,
        "tables": tables,
        "seconds": seconds,
        "last_exit": code,
        "memory_mib": [round(kib / 1024, 1) for kib in memory],
        "mib_a_minute_when_warm": round((memory[-1] - memory[-2]) / 1024 / minutes, 2),
        **tally.result(),
    }


def _there(play: Play) -> int:
    """Sockets that have been shown something."""
    return sum(1 for seats in play.seats for seat in seats if seat.view is not None)
