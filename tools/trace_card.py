"""How often one played card enters each package of `games.live`: `python -m tools.trace_card`.

Two people sit at a table in this process, with sockets as their servers see them. One plays a card,
and every call of a function of `games.live` is counted until both have been sent the new state. A
package is entered when a function outside it calls one inside, or wakes one that waited there. What
one function calls several times counts once: a state goes to each of those at the table. The thread
of the database is not followed; the loop waits for it in `storage`.

The packages `core`, `protocol` and `match_state` are tools of the others: clocks, counters and
queues; the encoding of messages; the match as a value. They are listed, but do not count as places
that a card comes through.
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
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

from tools.soak import empty

if TYPE_CHECKING:
    from games.live.process.runtime import Runtime

ROOT: Final = "games.live."
TOOLS: Final = ("core", "protocol", "match_state")
"""Packages that the others use without going on from there."""
BACKGROUND: Final = (
    "process.scheduler.",
    "core.loop_lag.",
    "core.pubsub.",
    "table.state_broadcast.StateBroadcast._send_table",
)
"""Beginnings of functions that the loop calls by the clock, whether or not a card is played."""


class PackageTrace:
    """Counts how often functions of each package are called from another package."""

    def __init__(self) -> None:
        self.entries: Counter[str] = Counter()
        self.calls: list[tuple[str, str]] = []
        """Each entry in order: the function that called, and the one that was called."""
        self._stack: list[tuple[str, str, int]] = []
        """Package, function and number of each call that runs."""
        self._latest = "server"
        self._activations = 0
        self._counted: set[tuple[int, str]] = set()

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Count what this thread runs within the block."""
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
        if not module.startswith(ROOT):
            return
        if event == "call":
            name = f"{module.removeprefix(ROOT)}.{frame.f_code.co_qualname}"
            self._enter(name.split(".")[0], name)
        elif self._stack:
            self._stack.pop()

    def _enter(self, package: str, name: str) -> None:
        """Put a function that begins, or goes on, on the stack; count it but in the background."""
        first = self._stack[0][1] if self._stack else name
        if not first.startswith(BACKGROUND):
            if package not in TOOLS or self._stack:
                self._note(package, name)
            if package not in TOOLS:
                self._latest = package
        self._activations += 1
        self._stack.append((package, name, self._activations))

    def _note(self, package: str, name: str) -> None:
        """Count a call where it comes from another package."""
        before, caller, activation = self._caller()
        if package != before and (activation, package) not in self._counted:
            self._counted.add((activation, package))
            self.entries[package] += 1
            self.calls.append((caller, name))

    def _caller(self) -> tuple[str, str, int]:
        """Return the innermost running function that is of no package of tools.

        What the loop wakes goes on from where the card was last.
        """
        for package, name, activation in reversed(self._stack):
            if package not in TOOLS:
                return package, name, activation
        return self._latest, f"(the loop, after {self._latest})", -self._activations


class TracedSocket:
    """A server's end of one socket, for whole messages; it takes none before it is `direct`."""

    def __init__(self) -> None:
        self.on_text: Callable[[str], None] | None = None
        self.direct = False
        self.frames: list[dict[str, Any]] = []
        self.came = asyncio.Event()

    def write(self, texts: Iterable[bytes]) -> bool:
        """Keep messages; False where they are to go through ASGI."""
        if self.direct:
            self.frames += map(json.loads, texts)
            self.came.set()
        return self.direct

    async def until_seq(self, seq: int) -> None:
        """Wait for the state at `seq`."""
        while not any(one["t"] == "state" and one["seq"] >= seq for one in self.frames):
            self.came.clear()
            await self.came.wait()


async def trace_card(runtime: Runtime, table: Any, users: Sequence[Any]) -> PackageTrace:
    """Play the first trick of a match of two, then one card more, and trace that."""
    from games.live.core import raw_frames
    from tests.live.support import Client, first_card

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
    seq = clients[mover].state["seq"]
    act = {"t": "act", "id": "traced-card", "base": seq, "a": first_card(clients[mover].view)}
    trace = PackageTrace()
    for socket in sockets:
        socket.direct = True
    with trace.recording():
        sockets[mover].on_text(json.dumps(act))
        await asyncio.gather(*(socket.until_seq(seq + 1) for socket in sockets))
    return trace


async def _to_play(clients: Sequence[Any]) -> int:
    """Return whose turn it is, once all have read what there was to tell."""
    from tests.live.support import settle

    await settle()
    for client in clients:
        await client.drain()
    return next(at for at, one in enumerate(clients) if one.view["turn"] == one.seat)


def main() -> None:
    """Print the figures, for a site of its own in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(VAR_DIR=folder, DJANGO_SETTINGS_MODULE="tests.live.bare_settings")
        os.environ.pop("DATABASE_URL", None)
        empty.copy_site(folder)
        import django

        django.setup()
        trace = asyncio.run(_on_a_site())
    for package, entries in sorted(trace.entries.items()):
        print(f"{package:12} {entries:3}{'  (tools)' if package in TOOLS else ''}")
    if "--calls" in sys.argv:
        for caller, called in trace.calls:
            print(f"{caller} -> {called}")


async def _on_a_site() -> PackageTrace:
    from tests.live.support import alay, running

    table, users = await alay(2)
    async with running() as runtime:
        return await trace_card(runtime, table, users)


if __name__ == "__main__":
    main()
