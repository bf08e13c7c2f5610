"""The load generator: a process of its own, the same for every server.

`python -m tools.bench.live.load` reads one job as JSON from standard input, drives the server that it
names, and writes one JSON line: the rate, the latency, and the CPU of the server and of the generator.

    {"kind": "echo" | "tables" | "peers", "url": "ws://...", "warm": 1.0, "seconds": 3.0,
     "stall_limit": 1.0, "least": 0, ...}

With `turns`, so many windows are measured one after another, those at odd places while another process
makes load (`tools.bench.live.load_windows`); their rows are in the list `windows`.
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

from tools.bench.live.load_windows import until_quiet

Json = dict[str, Any]
SOCKETS_OPENED_AT_ONCE = 50
START_TIMEOUT_S = 60.0
"""Seconds after which a load that has not begun has failed."""


@dataclass(slots=True)
class Meter:
    """Counter of answers that collects their latencies (seconds) while `counting` is set."""

    counting: bool = False
    count: int = 0
    waits: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def start(self) -> None:
        """Start counting answers from zero."""
        self.counting, self.count, self.waits = True, 0, []

    def add(self, wait: float) -> None:
        """Count an answer that took `wait` seconds."""
        if self.counting:
            self.count += 1
            self.waits.append(wait)

    def fault(self, what: str) -> None:
        """Record an error of the load, which makes the measured row void."""
        if len(self.errors) < 10:
            self.errors.append(what)


def quantile(waits: list[float], share: float) -> float:
    """Return a quantile of sorted latencies, in milliseconds; `share` is from 0 to 1."""
    if not waits:
        return 0.0
    return round(waits[min(len(waits) - 1, int(len(waits) * share))] * 1000, 3)


class ProcessUsage:
    """CPU time and memory of processes, children included, from /proc."""

    def __init__(self, pids: list[int]) -> None:
        self.pids = pids

    def cpu(self) -> float:
        """Return the CPU seconds that the processes have used so far."""
        import os

        ticks = 0
        for pid in self.pids:
            with contextlib.suppress(OSError):
                with open(f"/proc/{pid}/stat") as stat:
                    fields = stat.read().rpartition(")")[2].split()
                ticks += sum(int(fields[at]) for at in (11, 12, 13, 14))
        return ticks / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Return the resident memory of the processes, in KiB."""
        total = 0
        for pid in self.pids:
            with contextlib.suppress(OSError), open(f"/proc/{pid}/status") as status:
                total += sum(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
        return total


async def run(job: Json) -> Json:
    """Run a job of the load generator; return its row of figures, or its windows (rows).

    Raises:
        TimeoutError: the load does not start within START_TIMEOUT_S.
    """
    from tools.bench.live import load_echo, load_peers, load_tables

    kinds: dict[str, Any] = {
        "echo": load_echo.Echo,
        "tables": load_tables.Tables,
        "peers": load_peers.Peers,
    }
    meter, used = Meter(), ProcessUsage(job.get("pids", []))
    load = kinds[job["kind"]](job, meter)
    empty = used.memory()
    async with asyncio.timeout(START_TIMEOUT_S):
        await load.connect()
    idle = used.memory()
    load.begin()
    turns, period = job.get("turns", 0), job["warm"] + job["seconds"]
    begins = time.time() + (until_quiet(period) if turns else 0.0)
    windows = []
    for turn in range(turns or 1):
        await asyncio.sleep(max(0.0, begins + turn * period - time.time()) + job["warm"])
        windows.append(await _window(job, load, meter, used))
        kib_a_socket = [
            round((memory - empty) / load.sockets, 1) for memory in (idle, used.memory())
        ]
        windows[-1] |= {"kib_a_socket_idle": kib_a_socket[0], "kib_a_socket_after": kib_a_socket[1]}
    await load.end()
    return {"windows": windows} if turns else windows[0]


async def _window(job: Json, load: Any, meter: Meter, used: ProcessUsage) -> Json:
    """Measure a running load for the seconds of its job; return the row of figures."""
    gc.collect()
    gc.disable()
    meter.start()
    began, mine, theirs = time.perf_counter(), time.process_time(), used.cpu()
    await asyncio.sleep(job["seconds"])
    async with asyncio.timeout(START_TIMEOUT_S):
        await until(lambda: meter.count >= job["least"] or bool(meter.errors))
    meter.counting = False
    elapsed = time.perf_counter() - began
    mine, theirs = time.process_time() - mine, used.cpu() - theirs
    gc.enable()
    waits = sorted(meter.waits)
    return {
        "rate": round(meter.count / elapsed, 1),
        "p50_ms": quantile(waits, 0.5),
        "p95_ms": quantile(waits, 0.95),
        "p99_ms": quantile(waits, 0.99),
        "server_us": round(theirs / meter.count * 1e6, 1) if meter.count else None,
        "server_cpu": round(theirs / elapsed, 3),
        "generator_cpu": round(mine / elapsed, 3),
        "generator_bound": mine / elapsed > 0.95,
        "sockets": load.sockets,
        "counted": meter.count,
        "stalled": load.stalled(job["stall_limit"]),
        "errors": list(meter.errors),
        **load.extra_figures(),
    }


async def until(done: Callable[[], bool]) -> None:
    """Wait until `done` returns True, calling it again and again."""
    while not done():  # noqa: ASYNC110 - sockets notify nobody
        await asyncio.sleep(0.01)


async def run_in_batches(makers: list[Any]) -> list[Any]:
    """Run these coroutine functions, SOCKETS_OPENED_AT_ONCE at a time; return their results."""
    done: list[Any] = []
    for at in range(0, len(makers), SOCKETS_OPENED_AT_ONCE):
        done += await asyncio.gather(*(make() for make in makers[at : at + SOCKETS_OPENED_AT_ONCE]))
    return done


def main() -> None:
    """Run the job of load given on standard input (JSON), and print its result."""
    job = json.loads(sys.stdin.readline())
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        print(json.dumps(runner.run(run(job))), flush=True)


if __name__ == "__main__":
    main()
