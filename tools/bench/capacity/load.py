"""The load generator of the capacity model: tables, lobby and heartbeats, until it is told to end.

`python -m tools.bench.capacity.load` reads a job as a line of JSON from standard input. For each line
after it, it answers with its counters as a line of JSON; it ends with its input.

    {"tables": [...], "think": 0.5, "play": true, "beat_s": 10, "lobby": 50, "changes_s": 2, "url": "ws://..."}
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time
from typing import Any, Final

import uvloop
from picows import WSFrame, WSListener, WSTransport, ws_connect

from tools.bench.live.load import PATIENCE, Json, Meter, in_batches
from tools.bench.live.load_tables import Tables

BEATS_S: Final = 0.05
"""Interval of sending the heartbeats that are due, in seconds."""


class Visitor(WSListener):
    """A stranger's socket in the lobby."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.frames = self.bytes = 0
        self.transport: Any = None

    async def open(self) -> None:
        """Connect."""
        origin = {"Origin": self.url.replace("ws://", "http://")}
        await ws_connect(lambda: self, f"{self.url}/ws/lobby/", extra_headers=origin)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self.frames += 1
        self.bytes += len(frame.get_payload_as_bytes())


class Crowd:
    """All sockets of a job."""

    def __init__(self, job: Json) -> None:
        self.job, self.meter = job, Meter(counting=True)
        self.tables = Tables(job, self.meter)
        self.visitors = [Visitor(job["url"]) for _ in range(job.get("lobby", 0))]
        self.beats = self.changes = 0

    async def connect(self) -> None:
        """Open the sockets, and begin what goes on beside the play."""
        async with asyncio.timeout(PATIENCE):
            await self.tables.connect()
            await in_batches([visitor.open for visitor in self.visitors])
        if self.job.get("play"):
            self.tables.begin()

    async def beat(self) -> None:
        """Send the heartbeats of all sockets of tables in turn, each every `beat_s` seconds."""
        members = [member for table in self.tables.tables for member in table.members]
        began, sent = time.perf_counter(), 0
        while members:
            await asyncio.sleep(BEATS_S)
            due = int((time.perf_counter() - began) * len(members) / self.job["beat_s"])
            for number in range(sent, due):
                member = members[number % len(members)]
                member.say({"t": "p", "have": member.seq})
            self.beats, sent = self.beats + due - sent, due

    async def change(self) -> None:
        """Come into the lobby and leave it by turns, so that its list changes so often."""
        while rate := self.job.get("changes_s", 0):
            visitor = Visitor(self.job["url"])
            await visitor.open()
            self.changes += 1
            await asyncio.sleep(1 / rate)
            visitor.transport.disconnect()
            self.changes += 1
            await asyncio.sleep(1 / rate)

    def counters(self) -> Json:
        """Return what was counted up to now."""
        meter, tables = self.meter, self.tables
        return {
            "moves": meter.count,
            "wait_s": sum(meter.waits),
            "deals": tables.deals,
            "bytes": tables.bytes,
            "beats": self.beats,
            "changes": self.changes,
            "lobby_frames": sum(visitor.frames for visitor in self.visitors),
            "lobby_bytes": sum(visitor.bytes for visitor in self.visitors),
            "cpu_s": time.process_time(),
            "errors": meter.errors,
        }


async def run(job: Json) -> None:
    """Drive the job and answer each line of standard input until it ends."""
    crowd, loop = Crowd(job), asyncio.get_running_loop()
    await crowd.connect()
    print(json.dumps(crowd.counters()), flush=True)
    tasks = [asyncio.create_task(crowd.beat()), asyncio.create_task(crowd.change())]
    while await loop.run_in_executor(None, sys.stdin.readline):
        print(json.dumps(crowd.counters()), flush=True)
    for task in tasks:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
    await crowd.tables.end()


def main() -> None:
    job = json.loads(sys.stdin.readline())
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(job))


if __name__ == "__main__":
    main()
