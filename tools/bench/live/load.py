"""The load generator: a process of its own, the same for every server.

`python -m tools.bench.live.load` reads one job as JSON from standard input, drives the server that it
names, and writes one JSON line: rate, latency, what the server and the generator itself used.

    {"kind": "echo" | "tables" | "peers", "url": "ws://...", "warm": 1.0, "seconds": 3.0,
     "still": 1.0, "least": 0, ...}

With `turns`, so many windows are measured one after another, those at odd places while something
goes on beside (`tools.bench.live.turns`); their rows are in the list `windows`.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import uvloop

from tools.bench.live.turns import until_quiet

Json = dict[str, Any]
OPENED_AT_ONCE = 50
"""Sockets that are opened at a time."""
PATIENCE = 60.0
"""Seconds until a load that has not begun is given up."""


@dataclass(slots=True)
class Meter:
    """A meter of the answers between `open` and `close`. Latencies in seconds."""

    counting: bool = False
    count: int = 0
    waits: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def start(self) -> None:
        """Begin to count, from nothing."""
        self.counting, self.count, self.waits = True, 0, []

    def add(self, wait: float) -> None:
        """One more is done; it took so long."""
        if self.counting:
            self.count += 1
            self.waits.append(wait)

    def fault(self, what: str) -> None:
        """Something that voids the row."""
        if len(self.errors) < 10:
            self.errors.append(what)


def quantile(waits: list[float], share: float) -> float:
    """Milliseconds within which this share was done; `waits` sorted, in seconds."""
    if not waits:
        return 0.0
    return round(waits[min(len(waits) - 1, int(len(waits) * share))] * 1000, 3)


class Used:
    """CPU seconds and memory of processes, children included, from /proc."""

    def __init__(self, pids: list[int]) -> None:
        self.pids = pids

    def cpu(self) -> float:
        """CPU seconds up to now."""
        import os

        ticks = 0
        for pid in self.pids:
            with contextlib.suppress(OSError):
                with open(f"/proc/{pid}/stat") as stat:
                    fields = stat.read().rpartition(")")[2].split()
                ticks += sum(int(fields[at]) for at in (11, 12, 13, 14))
        return ticks / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """KiB that they hold."""
        total = 0
        for pid in self.pids:
            with contextlib.suppress(OSError), open(f"/proc/{pid}/status") as status:
                total += sum(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
        return total


async def run(job: Json) -> Json:
    """Drive the server and measure; RuntimeError where the load does not come up."""
    from tools.bench.live import load_echo, load_peers, load_tables

    kinds = {"echo": load_echo.Echo, "tables": load_tables.Tables, "peers": load_peers.Peers}
    meter, used = Meter(), Used(job.get("pids", []))
    load = kinds[job["kind"]](job, meter)
    empty = used.memory()
    async with asyncio.timeout(PATIENCE):
        await load.connect()
    idle = used.memory()
    load.begin()
    turns, period = job.get("turns", 0), job["warm"] + job["seconds"]
    begins = time.time() + (until_quiet(period) if turns else 0.0)
    windows = []
    for turn in range(turns or 1):
        await asyncio.sleep(max(0.0, begins + turn * period - time.time()) + job["warm"])
        windows.append(await _window(job, load, meter, used))
        held = [round((one - empty) / load.sockets, 1) for one in (idle, used.memory())]
        windows[-1] |= {"kib_a_socket_idle": held[0], "kib_a_socket_after": held[1]}
    await load.end()
    return {"windows": windows} if turns else windows[0]


async def _window(job: Json, load: Any, meter: Meter, used: Used) -> Json:
    """Measure a load that goes on, from now on for the seconds of its job."""
    gc.collect()
    gc.disable()
    meter.start()
    began, mine, theirs = time.perf_counter(), time.process_time(), used.cpu()
    await asyncio.sleep(job["seconds"])
    async with asyncio.timeout(PATIENCE):
        await until(lambda: meter.count >= job["least"] or bool(meter.errors))
    meter.counting = False
    took = time.perf_counter() - began
    mine, theirs = time.process_time() - mine, used.cpu() - theirs
    gc.enable()
    waits = sorted(meter.waits)
    return {
        "rate": round(meter.count / took, 1),
        "p50_ms": quantile(waits, 0.5),
        "p95_ms": quantile(waits, 0.95),
        "p99_ms": quantile(waits, 0.99),
        "server_us": round(theirs / meter.count * 1e6, 1) if meter.count else None,
        "server_cpu": round(theirs / took, 3),
        "generator_cpu": round(mine / took, 3),
        "generator_bound": mine / took > 0.95,
        "sockets": load.sockets,
        "counted": meter.count,
        "stalled": load.stalled(job["still"]),
        "errors": list(meter.errors),
        **load.also(),
    }


async def until(done: Callable[[], bool]) -> None:
    """Wait until it is so; sockets tell nobody."""
    while not done():  # noqa: ASYNC110 - as said
        await asyncio.sleep(0.01)


async def in_batches(makers: list[Any]) -> list[Any]:
    """The results of these coroutine functions, so many at a time."""
    done: list[Any] = []
    for at in range(0, len(makers), OPENED_AT_ONCE):
        done += await asyncio.gather(*(make() for make in makers[at : at + OPENED_AT_ONCE]))
    return done


def main() -> None:
    job = json.loads(sys.stdin.readline())
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        print(json.dumps(runner.run(run(job))), flush=True)


if __name__ == "__main__":
    main()
