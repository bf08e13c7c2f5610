"""Load of many sockets on one process: no action is lost or doubled, and memory stays bounded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tests.support.site import Site
from tools.soak.play import Play

KINDS = (("ludoteka", 4, 0), ("chiamata", 5, 0), ("ludoteka", 2, 0), ("briscola", 6, 0))
ONE_WATCHES = 1
SPARE = 1.08
"""Factor on the number of sockets asked for, as some are between two matches."""
WARM = 60
"""Seconds after which memory may not grow much any more; a quarter of a run that is shorter."""
GROWTH = 5.0
"""Percent that memory may grow after WARM seconds, in a run that is longer."""
EACH = 10
"""Seconds between two measurements of the memory."""
ARRIVE = 300.0
"""Seconds until all sockets must have a state, beside `spread`."""
HEARTBEAT = 10.0
"""Seconds without a frame after which a client sends a heartbeat, as pages do."""


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
    """Keep `sockets` sockets connected for `seconds` after all are there; return counts and faults.

    With `spread` the tables begin over so many seconds, so that matches begin and end at any time
    afterwards; without it all wait for the last to be there.
    """
    each = sum(players - bots + ONE_WATCHES for _, players, bots in KINDS) / len(KINDS)
    tables = -(-round(sockets * (SPARE if spread else 1)) // round(each))
    server = await asyncio.to_thread(site.start)
    play = Play(
        site, [server.port], tables=tables, seed=seed, think=think, deals=1, kinds=KINDS,
        heartbeat=HEARTBEAT, audit_late=True,
    )  # fmt: skip
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
    """Return the number of sockets that have received the state of their match."""
    return sum(1 for seats in play.seats for seat in seats if seat.view is not None)
