"""Many sockets at one process for a while: nothing lost, nothing doubled, memory bounded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tools.soak.play import Play
from tools.soak.site import Site

KINDS = (("ludoteka", 4, 0), ("chiamata", 5, 0), ("ludoteka", 2, 0), ("briscola", 6, 0))
ONE_WATCHES = 1
SPARE = 1.08
"""So many times the sockets asked for, as some are between two matches."""
WARM = 60
"""Seconds after which memory may not grow much any more; a quarter of a run that is shorter."""
GROWTH = 5.0
"""Percent that it may grow after that in a run that is longer."""
EACH = 10
"""Seconds between two looks at the memory."""
ARRIVE = 300.0
"""Seconds until all of them have to be there, beside `spread`."""
HEARTBEAT = 10.0
"""Seconds, as pages do."""


async def crowd(
    site: Site,
    sockets: int,
    seconds: int,
    *,
    seed: int,
    think: float,
    step: Callable[[], None],
    spread: float = 0,
) -> dict[str, Any]:
    """So many sockets for so many seconds once all are there, and until their matches are over.

    With `spread` the tables begin over so many seconds, so that matches begin and end at any time
    afterwards; without it all wait for the last to be there.
    """
    each = sum(players - bots + ONE_WATCHES for _, players, bots in KINDS) / len(KINDS)
    tables = -(-round(sockets * (SPARE if spread else 1)) // round(each))
    server = await asyncio.to_thread(site.start)
    about = {"tables": tables, "seed": seed, "think": think, "deals": 1, "audit_late": True}
    play = Play(site, [server.port], kinds=KINDS, heartbeat=HEARTBEAT, **about)
    empty = server.memory()
    play.begin(wait=not spread, spread=spread)
    async with asyncio.timeout(spread + ARRIVE):
        while _there(play) < sockets:  # noqa: ASYNC110 - counted in many places
            await asyncio.sleep(0.1)
    play.gate.set()
    counts, memory = [_there(play)], []
    for second in range(seconds):
        await asyncio.sleep(1)
        counts.append(_there(play))
        if second % EACH == EACH - 1 or second == seconds - 1:
            memory.append(server.memory())
        step()
    tally = await play.finish()
    code = await asyncio.to_thread(server.stop)
    warm = memory[min(WARM // EACH, -(-len(memory) // 4)) - 1]
    growth = round(100 * (memory[-1] - warm) / warm, 1)
    if seconds > 2 * WARM and growth > GROWTH:
        tally.faults.append(f"memory grew by {growth} % after the first minute")
    if tally.fresh:
        tally.faults.append(f"{tally.fresh} times events were left out")
    return {
        "sockets_least": min(counts),
        "sockets_most": max(counts),
        "tables": tables,
        "seconds": seconds,
        "last_exit": code,
        "memory_mib": [round(kib / 1024, 1) for kib in (empty, *memory)],
        "growth_percent_after_the_first_minute": growth,
        "most_after_the_first_minute_percent": round(100 * (max(memory) - warm) / warm, 1),
        **tally.result(),
    }


def _there(play: Play) -> int:
    """Sockets that have been shown something."""
    return sum(1 for seats in play.seats for seat in seats if seat.view is not None)
