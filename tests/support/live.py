"""Tables, people and sockets for the tests of the live path."""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser

from games.engine import build_ruleset, is_turn
from games.live.core.clock import WallClock
from games.live.core.settings import Options, load
from games.live.process.runtime import Runtime
from games.live.server.routing import websocket_urlpatterns
from games.models import Player, Table, TableSeat
from games.models.people import PlayerKind
from games.services.matches import create_match
from games.services.rulesets import ruleset_row
from tests.support.people import player_with_account

ids = (f"action-{number:06}" for number in itertools.count())

JOINED = datetime(2026, 1, 1, tzinfo=UTC)
"""Time at which accounts are created: before every deal of the day in these tests."""

QUICK = {
    "pace": 0.0,
    "next_deal_after": 0.05,
    "next_deal_of_bots_after": 0.0,
    "rate": 1e6,
    "commits_within": 0.0,
    "cut_within": 0.0,
    "first_cut_within": 0.0,
    "cut_absent_within": 0.0,
    "nonces_within": 0.0,
    "back_within": 0.0,
    "account_rate": 1e6,
}


def options(**changes: Any) -> Options:
    """Return the site's options of the live path, with all waits set to zero."""
    return replace(load(), **{**QUICK, **changes})


class FakeClock:
    """A clock for tests that moves only when `go` is called."""

    def __init__(self, start: float = 1_800_000_000.0) -> None:
        self.time = start
        self._calls: list[tuple[float, int, FakeClock.Handle]] = []
        self._count = itertools.count()

    class Handle:
        def __init__(self, call: Callable[[], None]) -> None:
            self.call: Callable[[], None] | None = call

        def cancel(self) -> None:
            self.call = None

    def now(self) -> float:
        return self.time

    def later(self, seconds: float, call: Callable[[], None]) -> FakeClock.Handle:
        handle = self.Handle(call)
        self._calls.append((self.time + seconds, next(self._count), handle))
        return handle

    async def go(self, seconds: float) -> None:
        """Move the clock forward; timers due meanwhile run in order, each to its end."""
        end = self.time + seconds
        while True:
            self._calls = [item for item in self._calls if item[2].call is not None]
            due = min((item for item in self._calls if item[0] <= end), default=None)
            if due is None:
                break
            self._calls.remove(due)
            self.time = max(self.time, due[0])
            call, due[2].call = due[2].call, None
            if call is not None:
                call()
            await settle()
        self.time = end
        await settle()


RUNTIMES: list[Runtime] = []


async def heard(*runtimes: Runtime) -> None:
    """Wait until these runtimes have received and handled all published notifications."""
    for runtime in runtimes:
        await asyncio.sleep(0.01)  # what was rung goes out in the next turn of the loop
        assert await runtime.pubsub.delivers(10)
    await settle()


async def settle() -> None:
    """Wait until no runtime has a running task."""
    for _ in range(3):
        for runtime in RUNTIMES:
            while runtime.tasks.running:
                await asyncio.wait(runtime.tasks.running)
        await asyncio.sleep(0)


@asynccontextmanager
async def running(clock: Any = None, **changes: Any) -> AsyncIterator[Runtime]:
    """Run a live runtime within the block, and give it."""
    runtime = Runtime(options(**changes), clock or WallClock())
    await runtime.start()
    RUNTIMES.append(runtime)
    try:
        yield runtime
    finally:
        await settle()
        RUNTIMES.remove(runtime)
        await runtime.stop()


def user_and_player(name: str) -> tuple[Any, Player]:
    """Create an account registered at `JOINED`; return its user and its player."""
    player = player_with_account(name, joined=JOINED)
    return player.user, player


def bot(name: str, level: str = "greedy") -> Player:
    return Player.objects.get_or_create(name=name, defaults={"kind": PlayerKind.BOT, "bot": level})[
        0
    ]


def lay(
    people: int,
    bots: int = 0,
    *,
    preset: str = "ludoteka",
    start: bool = True,
    drawn: bool = True,
    **fields: Any,
) -> tuple[Table, list[Any]]:
    """Create a table with people, then bots, seated; return it and the people's users.

    The first dealer is chosen already, unless `drawn` is False.
    """
    fields.setdefault("delay", Table.Delay.NONE)
    changes = fields.pop("rules", {"match.target": 1, "match.tie": "draw"})
    players = people + bots
    ruleset = build_ruleset(preset, players=players, options=changes)
    pairs = [user_and_player(f"player{number}") for number in range(people)]
    seated = [pair[1] for pair in pairs] + [bot(f"bot{number}") for number in range(bots)]
    table = Table.objects.create(
        ruleset=ruleset_row(ruleset),
        players=players,
        host=seated[0],
        **fields,
    )
    TableSeat.objects.bulk_create(
        TableSeat(table=table, seat=seat, player=player, agreed=not start)
        for seat, player in enumerate(seated)
    )
    if start:
        create_match(table=table, first_dealer=secrets.randbelow(players) if drawn else None)
    return table, [pair[0] for pair in pairs]


alay = database_sync_to_async(lay)


class Client:
    """A WebSocket client of a table, which sends messages and keeps all received frames."""

    def __init__(self, runtime: Runtime, table: Table, user: Any = None) -> None:
        path = f"/ws/table/{table.public_id}/"
        self.socket = WebsocketCommunicator(URLRouter(websocket_urlpatterns), path)
        self.socket.scope["user"] = user or AnonymousUser()
        self.socket.scope["brisca.runtime"] = runtime
        self.frames: list[dict[str, Any]] = []
        self.table: dict[str, Any] | None = None
        self.state: dict[str, Any] | None = None
        self.closed: int | None = None

    async def connect(self, *, hello: bool = True, have: int | None = None) -> Client:
        accepted, _ = await self.socket.connect(timeout=30)
        assert accepted
        if hello:
            await self.send({"t": "hello", "proto": 1, "have": have})
            await self.until(lambda frame: frame["t"] == "table")
        return self

    async def send(self, message: dict[str, Any]) -> None:
        await self.socket.send_to(text_data=json.dumps(message))

    async def receive(self, timeout: float = 30) -> dict[str, Any]:
        output = await self.socket.receive_output(timeout)
        if output["type"] == "websocket.close":
            self.closed = output["code"]
            return {"t": "closed", "code": output["code"]}
        frame: dict[str, Any] = json.loads(output["text"])
        self.frames.append(frame)
        if frame["t"] == "table":
            self.table = frame["table"]
        elif frame["t"] == "state":
            self.state = frame
        return frame

    async def until(
        self, wanted: Callable[[dict[str, Any]], bool], timeout: float = 30
    ) -> dict[str, Any]:
        async with asyncio.timeout(timeout):
            while True:
                frame = await self.receive(timeout)
                if wanted(frame):
                    return frame
                if frame["t"] == "closed":
                    raise AssertionError(f"closed with {frame['code']}")

    async def until_table(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until the table satisfies `wanted`, also at once; return the table."""
        while self.table is None or not wanted(self.table):
            await self.until(lambda frame: frame["t"] == "table")
        return self.table

    async def until_seq(self, seq: int) -> dict[str, Any]:
        if self.state is not None and self.state["seq"] >= seq:
            return self.state
        return await self.until(lambda frame: frame["t"] == "state" and frame["seq"] >= seq)

    async def act(
        self, action: dict[str, Any], *, id: str | None = None, base: int | None = None
    ) -> dict[str, Any]:
        """Send an action of the match; return the server's ack or nak."""
        id = id or next(ids)
        base = self.state["seq"] if base is None and self.state else base or 0
        await self.send({"t": "act", "id": id, "base": base, "a": action})
        return await self.until(lambda frame: frame.get("id") == id)

    async def do(self, cmd: str, **fields: Any) -> dict[str, Any]:
        id = next(ids)
        await self.send({"t": "do", "id": id, "cmd": cmd, **fields})
        return await self.until(lambda frame: frame.get("id") == id)

    async def drain(self) -> None:
        """Receive all frames that were sent already."""
        while not await self.socket.receive_nothing(0.01, 0.005):
            await self.receive()

    async def close(self) -> None:
        await self.socket.disconnect(timeout=30)

    @property
    def view(self) -> dict[str, Any]:
        assert self.state is not None
        view: dict[str, Any] = self.state["view"]
        return view

    @property
    def seat(self) -> int | None:
        assert self.table is not None
        seat: int | None = self.table["you"]["seat"]
        return seat


async def seated(runtime: Runtime, table: Table, users: Iterable[Any]) -> list[Client]:
    """Return clients of these users, in order, that have received the start of the match."""
    clients = [await Client(runtime, table, user).connect() for user in users]
    for client in clients:
        await client.until_seq(2)
    return clients


async def mover_and_rival(
    runtime: Runtime, table: Table, users: Iterable[Any]
) -> tuple[Client, Client]:
    """Return the client whose turn it is and the waiting one, at a table of two.

    Both have received everything sent so far.
    """
    clients = await seated(runtime, table, users)
    await settle()
    for client in clients:
        await client.drain()
    mover = next(client for client in clients if client.view["turn"] == client.seat)
    return mover, next(client for client in clients if client is not mover)


async def play(client: Client, choose: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Play a client's turns, with the actions that `choose` returns, until the match is over."""
    while client.state is None or client.view["phase"] != "match_over":
        view = client.state and client.view
        if view and is_turn(view["phase"]) and view["turn"] == client.seat:
            answer = await client.act(choose(view))
            assert answer["t"] == "ack", answer
            await client.until_seq(answer["seq"])
        else:
            await client.until(lambda frame: frame["t"] == "state", timeout=30)


def first_card(view: dict[str, Any]) -> dict[str, Any]:
    card: dict[str, Any] = view["legal"][0]
    return card


async def play_a_trick(clients: list[Client]) -> None:
    """Play one trick: each of these clients, who sit at all seats, plays a card."""
    for _ in clients:
        seq = max(client.state["seq"] for client in clients if client.state)
        for client in clients:
            await client.until_seq(seq)
        mover = next(client for client in clients if client.view["turn"] == client.seat)
        answer = await mover.act(first_card(mover.view))
        assert answer["t"] == "ack", answer
        await mover.until_seq(answer["seq"])


async def play_out(clients: list[Client], watchers: tuple[Client, ...] = ()) -> None:
    """Play the match to its end; these clients play their first legal card on each turn."""
    await asyncio.gather(*(play(client, first_card) for client in clients))
    for watcher in watchers:
        state = clients[0].state
        assert state is not None
        await watcher.until_seq(state["seq"])
