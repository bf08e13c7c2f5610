"""Kills and deploys of the server, and outages of its database and Redis, during play."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

from tests.support.site import Server, Site, free_port
from tools.soak.play import Play

Step = Callable[[], None]


async def kills(
    site: Site, count: int, *, seed: int, tables: int, step: Step, deals: int = 2
) -> dict[str, Any]:
    """Kill the only server `count` times during play and restart it; return counts and faults."""
    rng = random.Random(seed)
    server = await asyncio.to_thread(site.start)
    play = Play(site, [server.port], tables=tables, seed=seed, deals=deals)
    play.begin()
    for _ in range(count):
        await play.more(rng.randint(1, 6 * deals * tables))
        await asyncio.sleep(rng.random() * 0.02)  # not always just after an acknowledgement
        await asyncio.to_thread(server.kill)
        server = await asyncio.to_thread(site.start, server.port)
        step()
    tally = await play.finish()
    code = await asyncio.to_thread(server.stop)
    tally.faults.extend(site.troubles())
    return {"kills": count, "last_exit": code, **tally.result()}


async def deploys(
    site: Site, count: int, *, seed: int, tables: int, step: Step, deals: int = 2
) -> dict[str, Any]:
    """Replace a server `count` times during play, by SIGTERM and a new one on the same port.

    Return counts of play and faults, with the servers' exit codes. With Redis there are two servers,
    replaced in turn, so that one always answers; else there is one.
    """
    rng = random.Random(seed)
    several = "REDIS_URL" in site.env
    ports = [free_port() for _ in range(2 if several else 1)]
    servers: list[Server] = [await asyncio.to_thread(site.start, port) for port in ports]
    play, codes = Play(site, ports, tables=tables, seed=seed, deals=deals), []
    play.begin()
    for turn in range(count):
        await play.more(rng.randint(1, 6 * deals * tables))
        at = turn % len(servers)
        codes.append(await asyncio.to_thread(servers[at].stop))
        servers[at] = await asyncio.to_thread(site.start, ports[at])
        step()
    tally = await play.finish()
    codes += [await asyncio.to_thread(server.stop) for server in servers]
    tally.faults.extend(site.troubles())
    return {"deploys": count, "exits": sorted(set(codes)), **tally.result()}


async def outages(
    site: Site,
    count: int,
    outage: Step,
    *,
    seed: int,
    tables: int,
    step: Step,
    deals: int = 2,
) -> dict[str, Any]:
    """Call `outage` `count` times while clients play on two servers; return counts and faults."""
    rng = random.Random(seed)
    servers = [await asyncio.to_thread(site.start) for _ in range(2)]
    play = Play(site, [server.port for server in servers], tables=tables, seed=seed, deals=deals)
    play.begin()
    for _ in range(count):
        await play.more(rng.randint(1, 6 * deals * tables))
        await asyncio.to_thread(outage)
        step()
    await play.more(tables)
    tally = await play.finish()
    codes = [await asyncio.to_thread(server.stop) for server in servers]
    return {"outages": count, "exits": sorted(set(codes)), **tally.result()}
