"""A client that waits, as for a database that is away, hears that the server is there."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from games.live.clients.visitor import Visitor
from games.live.protocol.messages import Closing
from games.live.sockets import socket
from games.live.sockets.consumers import TableConsumer
from tests.support.live import Client, FakeClock, alay, running, seated, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.fixture
def database_away(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """An event for which all who come have to wait, as if the database answered only then."""
    back = asyncio.Event()
    read = Visitor.from_scope

    async def from_scope(*about: Any) -> Visitor:
        await back.wait()
        return await read(*about)

    monkeypatch.setattr(Visitor, "from_scope", from_scope)
    return back


async def heard(client: Client) -> int:
    """Return the number of signs of life that a client has been sent by now."""
    await client.drain()
    return sum(frame["t"] == "p" for frame in client.frames)


async def test_whoever_waits_to_be_admitted_hears_each_second_that_the_server_is_there(
    database_away: asyncio.Event,
) -> None:
    table, users = await alay(2)
    clock = FakeClock()
    async with running(clock) as runtime:
        client = await Client(runtime, table, users[0]).connect(hello=False)
        await client.send({"t": "hello", "proto": 1})
        assert await client.socket.receive_nothing(0.05)
        for _ in range(3):
            await clock.go(socket.SILENT_S)
            assert await client.receive() == {"t": "p"}
        database_away.set()
        await client.until(lambda frame: frame["t"] == "table")
        await clock.go(3 * socket.SILENT_S)
        assert await heard(client) == 3, "it is there"
        await client.close()


async def test_whoever_waits_for_an_answer_hears_that_it_will_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, users = await alay(2)
    async with running(FakeClock()) as runtime:
        first, second = await seated(runtime, table, users)
        written, act = asyncio.Event(), TableConsumer._act

        async def slowly(self: TableConsumer, message: Any) -> None:
            await written.wait()
            await act(self, message)

        monkeypatch.setattr(TableConsumer, "_act", slowly)
        message = {"t": "act", "id": "waits-000001", "base": 0, "a": {"type": "play", "card": "O1"}}
        await first.send(message)
        await asyncio.sleep(0.01)
        await runtime.scheduler.signs_of_life()
        assert await heard(first) == 0, "it has not waited for long"
        monkeypatch.setattr(socket, "SILENT_S", 0.0)
        await runtime.scheduler.signs_of_life()
        assert (await heard(first), await heard(second)) == (1, 0)
        written.set()
        await first.until(lambda frame: frame.get("id") == "waits-000001")
        await settle()
        await runtime.scheduler.signs_of_life()
        assert (await heard(first), await heard(second)) == (1, 0)


async def test_whoever_waits_too_long_is_sent_to_another_process(
    database_away: asyncio.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, users = await alay(2)
    clock = FakeClock()
    async with running(clock) as runtime:
        client = await Client(runtime, table, users[0]).connect(hello=False)
        monkeypatch.setattr(socket, "SENT_AWAY_S", 0.0)
        await clock.go(socket.SILENT_S)
        bye = await client.receive()
        assert (bye["t"], bye["code"]) == ("bye", "restart")
        assert 0 <= bye["in"] < socket.AWAY_OVER_MS
        assert (await client.receive())["code"] == Closing.RESTART
        database_away.set()
        await client.close()
        await settle()
        assert len(runtime.connections) == 0
