"""Health of this process, for load balancers: problems by name, without details.

A balancer takes a process out that is not ready. That helps where the process lacks something that
the others have, and takes the whole site away where they all lack it. So a process is not ready for
what it lacks alone; it is degraded by what all of them lack, and serves on.
"""

from __future__ import annotations

import asyncio
import shutil
from typing import TYPE_CHECKING, Final, NamedTuple

from django.conf import settings
from django.db import connection

from games.live.storage.journal import Unit

if TYPE_CHECKING:
    from games.live.process.peers import Peers
    from games.live.process.runtime import Runtime

PROBE_TIMEOUT_S: Final = 2.0
"""Seconds in which each part has to answer."""
LOOP_LATE: Final = 1.0
CLOCKS_LATE: Final = 5.0
"""Seconds without a look for due deadlines that count as a problem."""
LEAST_DISK_ROOM: Final = 64 * 1024 * 1024
"""Free bytes on the disk of VAR_DIR below which a process is degraded."""


class Health(NamedTuple):
    """Problems of this process by name, as docs/operations/monitoring.md lists them."""

    troubles: list[str]
    """Problems of this process alone: another one serves better."""
    degraded: list[str]
    """Problems that all processes share, or that a process can do without for a while."""


async def look(runtime: Runtime) -> Health:
    """Return the problems of this process: those it has alone, and those all processes share."""
    if runtime.draining:
        return Health(["draining"], [])
    if not runtime.ready:
        return Health(["starting"], [])
    stores = {"database": _reads(runtime), "journal": _writes(runtime)}
    *answers, pubsub_works = await asyncio.gather(
        *stores.values(), runtime.pubsub.delivers(PROBE_TIMEOUT_S)
    )
    works = dict(zip(stores, answers, strict=True))
    # Whoever reaches neither the database nor Redis is most likely cut off by itself.
    cut_off = not pubsub_works and not works["database"]
    alone = await asyncio.to_thread(_lacking_alone, runtime.peers, works)
    lacking = [part for part, answered in works.items() if not answered]
    if max(runtime.loop_lag.since(job) for job in ("due", "alive")) > CLOCKS_LATE:
        lacking.append("clocks")
    if cut_off or alone or lacking == ["clocks"]:
        health = Health(lacking, [])
    else:
        health = Health([], lacking)
    if not pubsub_works:
        health.degraded.append("pubsub")
    if runtime.journal.refused_lately and "journal" not in lacking:
        health.degraded.append("journal")  # a full disk takes an empty transaction, and no other
    if not has_disk_room():
        health.degraded.append("disk")
    if runtime.loop_lag.lag > LOOP_LATE:
        health.troubles.append("loop")
    return health


def has_disk_room() -> bool:
    """Return whether the disk of VAR_DIR has room for LEAST_DISK_ROOM bytes more."""
    try:
        return shutil.disk_usage(settings.VAR_DIR).free >= LEAST_DISK_ROOM
    except OSError:
        return False


def _lacking_alone(peers: Peers, works: dict[str, bool]) -> bool:
    """Return True if a part fails only in this process; tell the others whether it works here."""
    elsewhere = [
        peers.works_elsewhere(part, works_here=works_here) for part, works_here in works.items()
    ]
    return True in elsewhere


async def _reads(runtime: Runtime) -> bool:
    """Return whether the database answers a trivial query in time."""
    try:
        async with asyncio.timeout(PROBE_TIMEOUT_S):
            await runtime.db.run(_ask)
    except Exception:  # noqa: BLE001 - whatever it is, there is no answer
        return False
    return True


def _ask() -> None:
    """Run a trivial query to see if the database answers. Runs in a database thread."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()


async def _writes(runtime: Runtime) -> bool:
    """Return True if the journal writes an empty unit in time, through queue and transaction."""
    try:
        async with asyncio.timeout(PROBE_TIMEOUT_S):
            await runtime.journal.put(Unit())
    except Exception:  # noqa: BLE001 - whatever it is, nothing is written
        return False
    return True
