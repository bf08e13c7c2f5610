"""Health of this process, for load balancers: a list of problems by name, without details."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from django.db import connection

from games.live.storage.journal import Unit

if TYPE_CHECKING:
    from games.live.process.runtime import Runtime

WITHIN: Final = 2.0
"""Seconds in which each part has to answer."""
LOOP_LATE: Final = 1.0
CLOCKS_LATE: Final = 5.0
"""Seconds without a look for due deadlines that count as a problem."""


async def troubles(runtime: Runtime) -> list[str]:
    """Return the names of this process's problems, as docs/operations.md lists them; [] if ready."""
    if runtime.draining:
        return ["draining"]
    if not runtime.ready:
        return ["starting"]
    found = await asyncio.gather(_database(runtime), _journal(runtime), _bells(runtime))
    wrong = [name for name in found if name]
    if max(runtime.loop_lag.since(job) for job in ("due", "alive")) > CLOCKS_LATE:
        wrong.append("clocks")
    if runtime.loop_lag.lag > LOOP_LATE:
        wrong.append("loop")
    return wrong


async def _database(runtime: Runtime) -> str:
    try:
        async with asyncio.timeout(WITHIN):
            await runtime.db.run(_ask)
    except Exception:  # noqa: BLE001 - whatever it is, there is no answer
        return "database"
    return ""


def _ask() -> None:
    """Run a query that needs no table. Runs in a database thread."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()


async def _journal(runtime: Runtime) -> str:
    """Return "journal" if an empty unit does not pass queue, thread and transaction in time."""
    try:
        async with asyncio.timeout(WITHIN):
            await runtime.journal.put(Unit())
    except Exception:  # noqa: BLE001 - whatever it is, nothing is written
        return "journal"
    return ""


async def _bells(runtime: Runtime) -> str:
    return "" if await runtime.pubsub.delivers(WITHIN) else "bells"
