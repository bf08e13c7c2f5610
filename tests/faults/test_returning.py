"""People who come back at a bad moment are not sent away for good."""

from __future__ import annotations

import pytest

from games.live.table import room as rooms
from tests.support.live import Client, running
from tools.soak.races import lay_table, to_move

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def test_who_comes_back_while_the_table_is_read_may_stay(monkeypatch):
    _, users, table = await lay_table(preset="ludoteka", players=2, rules={"match.max_deals": 1})
    async with running() as runtime:
        clients = [await Client(runtime, table, user).connect() for user in users]
        (room,) = runtime.rooms.values()
        back, read = [], rooms.read_tables

        def as_she_comes(*given):
            found = read(*given)
            if back:
                room.table.members.add(back.pop())  # the loop goes on while a thread reads
            return found

        away = next(one for one in room.table.members if one.seat == 1)
        room.table.members.discard(away)
        back.append(away)
        monkeypatch.setattr(rooms, "read_tables", as_she_comes)
        await room.refresh()
        assert away in room.table.members
        assert room.table.json_for[away.player]["you"]["seat"] == 1
        await clients[1].send({"t": "p", "have": None})
        await clients[1].until(lambda frame: frame["t"] == "p")


async def test_who_comes_while_the_server_ends_is_told_to_come_back():
    _, users, table = await lay_table(preset="ludoteka", players=2, rules={"match.max_deals": 1})
    async with running() as runtime:
        await runtime.drain()
        client = await Client(runtime, table, users[0]).connect(hello=False)
        assert (await client.receive())["code"] == "restart"
        assert await client.receive() == {"t": "closed", "code": 4012}


async def test_who_comes_as_the_threads_end_is_told_to_come_back(monkeypatch):
    _, users, table = await lay_table(preset="ludoteka", players=2, rules={"match.max_deals": 1})

    async def ended(call):
        raise RuntimeError("cannot schedule new futures after shutdown")

    async with running() as runtime:
        await runtime.drain()
        with monkeypatch.context() as patched:
            patched.setattr(runtime.db, "run", ended)
            client = await Client(runtime, table, users[0]).connect(hello=False)
            assert (await client.receive())["code"] == "restart"
            assert await client.receive() == {"t": "closed", "code": 4012}


async def test_a_room_is_kept_while_somebody_is_on_the_way_in(monkeypatch):
    """Else the first would sit in a room of their own, and never hear of the others' moves."""
    laid, users, table = await lay_table(preset="ludoteka", players=2, rules={"match.max_deals": 1})
    async with running() as runtime:
        read = rooms.read_tables

        def swept_meanwhile(*given):
            runtime.drop_idle(table.public_id)
            return read(*given)

        monkeypatch.setattr(rooms, "read_tables", swept_meanwhile)
        first = await Client(runtime, table, users[0]).connect()
        monkeypatch.setattr(rooms, "read_tables", read)
        second = await Client(runtime, table, users[1]).connect()
        (room,) = runtime.rooms.values()
        assert {member.seat for member in room.table.members} == {0, 1}
        (mover,) = await to_move([[first], [second]], 1)
        taken = await mover.act(mover.view["legal"][0])
        for client in (first, second):
            assert (await client.until_seq(taken["seq"]))["match"] == laid["match"]
