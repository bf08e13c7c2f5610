"""Count how often one played card enters each package of `games.live`: `python -m tools.trace_card`.

Two people sit at a table in this process, with sockets as their servers see them. One plays a card, and
every call of a function of `games.live` is counted until both have got the new state. A package is
entered when a function outside it calls one inside, or wakes one that waited there. Several calls from
one function count once: a state goes to each of those at the table. The thread of the database is not
followed; the event loop waits for it in `storage`.

The packages `core`, `protocol` and `match_state` are tools of the others: clocks, counters and queues;
the encoding of messages; the match as a value. They are listed, but do not count as places that a card
comes through.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

from tests.support import empty_databases

if TYPE_CHECKING:
    from games.live.process.runtime import Runtime

TRACED_PREFIX: Final = "games.live."
TOOLS: Final = ("core", "protocol", "match_state")
"""Packages that the others only use: a card does not go on from there."""
BACKGROUND_FUNCTIONS: Final = (
    "process.scheduler.",
    "core.loop_lag.",
    "core.pubsub.",
    "table.state_broadcast.StateBroadcast._send_table",
)
"""Prefixes of functions that the event loop calls regularly, whether or not a card is played."""


class PackageTrace:
    """Counts of calls that enter each package of the live path from another one."""

    def __init__(self) -> None:
        self.entries: Counter[str] = Counter()
        self.calls: list[tuple[str, str]] = []
        """Calling and called function of each entry, in order."""
        self._stack: list[tuple[str, str, int]] = []
        """Package, function and number of each running call."""
        self._latest = "server"
        self._activations = 0
        self._counted: set[tuple[int, str]] = set()

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Count this thread's calls between packages within the block."""
        self._stack.clear()
        sys.setprofile(self._on_event)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _on_event(self, frame: FrameType, event: str, _arg: Any) -> None:
        if event not in ("call", "return"):
            return
        module = frame.f_globals.get("__name__", "")
        if not module.startswith(TRACED_PREFIX):
            return
        if event == "call":
            name = f"{module.removeprefix(TRACED_PREFIX)}.{frame.f_code.co_qualname}"
            self._enter(name.split(".")[0], name)
        elif self._stack:
            self._stack.pop()

    def _enter(self, package: str, name: str) -> None:
        """Push the function that now runs onto the call stack, and count the call.

        Calls in the background are not counted.
        """
        first = self._stack[0][1] if self._stack else name
        if not first.startswith(BACKGROUND_FUNCTIONS):
            if package not in TOOLS or self._stack:
                self._note(package, name)
            if package not in TOOLS:
                self._latest = package
        self._activations += 1
        self._stack.append((package, name, self._activations))

    def _note(self, package: str, name: str) -> None:
        """Count a call of a function if it comes from another package."""
        before, caller, activation = self._caller()
        if package != before and (activation, package) not in self._counted:
            self._counted.add((activation, package))
            self.entries[package] += 1
            self.calls.append((caller, name))

    def _caller(self) -> tuple[str, str, int]:
        """Return (package, name, activation) of the innermost running function outside tools.

        A function that the event loop wakes continues from the package where the card was last.
        """
        for package, name, activation in reversed(self._stack):
            if package not in TOOLS:
                return package, name, activation
        return self._latest, f"(the loop, after {self._latest})", -self._activations


class TracedSocket:
    """Server's end of one socket that records messages as frames, once `direct` is set."""

    def __init__(self) -> None:
        self.on_text: Callable[[str], None] | None = None
        self.direct = False
        self.frames: list[dict[str, Any]] = []
        self.came = asyncio.Event()

    def write(self, texts: Iterable[bytes]) -> bool:
        """Record messages as frames; return False if they should go through ASGI."""
        if self.direct:
            self.frames += map(json.loads, texts)
            self.came.set()
        return self.direct

    async def until_seq(self, seq: int) -> None:
        """Wait until the socket has got the state with at least this sequence number."""
        while not any(frame["t"] == "state" and frame["seq"] >= seq for frame in self.frames):
            self.came.clear()
            await self.came.wait()


async def trace_card(runtime: Runtime, table: Any, users: Sequence[Any]) -> PackageTrace:
    """Play the first trick of a match of two, then trace the next card; return the counts."""
    from games.live.core import raw_frames
    from tests.support.live import Client, first_card

    clients = [Client(runtime, table, user) for user in users]
    sockets = [TracedSocket() for _ in clients]
    for client, socket in zip(clients, sockets, strict=True):
        client.socket.scope[raw_frames.KEY] = socket
        await client.connect()
    for client in clients:
        await client.until_seq(2)
    for _ in clients:
        mover = await _to_play(clients)
        await clients[mover].act(first_card(clients[mover].view))
    mover = await _to_play(clients)
    state = clients[mover].state
    assert state is not None
    seq = state["seq"]
    act = {"t": "act", "id": "traced-card", "base": seq, "a": first_card(clients[mover].view)}
    trace = PackageTrace()
    for socket in sockets:
        socket.direct = True
    with trace.recording():
        receive = sockets[mover].on_text
        assert receive is not None
        receive(json.dumps(act))
        await asyncio.gather(*(socket.until_seq(seq + 1) for socket in sockets))
    return trace


async def _to_play(clients: Sequence[Any]) -> int:
    """Return the index of the client whose turn it is, once all have read their messages."""
    from tests.support.live import settle

    await settle()
    for client in clients:
        await client.drain()
    return next(at for at, client in enumerate(clients) if client.view["turn"] == client.seat)


def main() -> None:
    """Trace a card on a temporary site; print the entries by package, and with `--calls` each entry."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(VAR_DIR=folder, DJANGO_SETTINGS_MODULE="tests.support.bare_settings")
        os.environ.pop("DATABASE_URL", None)
        empty_databases.copy_site(Path(folder))
        import django

        django.setup()
        trace = asyncio.run(_on_a_site())
    for package, entries in sorted(trace.entries.items()):
        print(f"{package:12} {entries:3}{'  (tools)' if package in TOOLS else ''}")
    if "--calls" in sys.argv:
        for caller, called in trace.calls:
            print(f"{caller} -> {called}")


async def _on_a_site() -> PackageTrace:
    from tests.support.live import alay, running

    table, users = await alay(2)
    async with running() as runtime:
        return await trace_card(runtime, table, users)


if __name__ == "__main__":
    main()
