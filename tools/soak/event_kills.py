"""kill -9 of the server during a club's challenge or a league match."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

from tests.support.site import Site
from tools.soak.event import LONGEST, Event
from tools.soak.seat import judge

Json = dict[str, Any]


async def killed_match(site: Site, kind: str, count: int, *, seed: int) -> Json:
    """Play a match of `kind` (`challenge` or `league_match`) and kill the server `count` times.

    Each kill comes after some more acknowledged actions. Return the facts of the match
    (`match_calls.match_facts`), the numbers of kills and of acknowledged actions, and the faults.
    """
    rng = random.Random(seed)
    event = await asyncio.to_thread(site.ask, kind)
    server = await asyncio.to_thread(site.start)
    play = Event(site, server, seed, event, last_only=True)
    play.leaving = set()
    kills, until = 0, time.monotonic() + LONGEST
    next_kill = rng.randint(1, len(event["keys"]) * 6)
    while time.monotonic() < until:
        state = await asyncio.to_thread(site.ask, "event_state", event=event["event"])
        if state["status"] in ("finished", "cancelled"):
            break
        play.sit(state["games"])
        if kills < count and play.acknowledged() >= next_kill:
            await asyncio.to_thread(server.kill)
            server = await asyncio.to_thread(site.start, server.port)
            play.server, kills = server, kills + 1
            next_kill = play.acknowledged() + rng.randint(1, len(event["keys"]) * 6)
        await asyncio.sleep(0.1)
    await asyncio.gather(*play.tasks)
    facts: Json = await asyncio.to_thread(site.ask, "match_facts", event=event["event"])
    for seat in play.seats:
        stored = await asyncio.to_thread(site.ask, "audit", match=seat.table["match"])
        facts["faults"] += judge(seat, stored)
    facts["exit"] = await asyncio.to_thread(server.stop)
    facts["faults"] += site.troubles()
    return {**facts, "kills": kills, "acknowledged": play.acknowledged()}
