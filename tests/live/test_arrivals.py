"""People who come to a table at once, as after the loss of a process, are read for together."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from channels.db import database_sync_to_async as on_db

from games.live.sockets.consumers import TableConsumer
from games.live.table import room
from games.live.table.chat import ChatLog
from tests.support.live import Client, alay, running, seated, user_and_player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.fixture
def read_for(monkeypatch: pytest.MonkeyPatch) -> list[set[int | None]]:
    """Those for whom a table has been read, each time that it has."""
    found: list[set[int | None]] = []
    read = room.read_tables

    def counted(table_id: str, players: set[int | None], now: float) -> Any:
        found.append(set(players))
        return read(table_id, players, now)

    monkeypatch.setattr(room, "read_tables", counted)
    return found


async def test_a_table_is_read_once_for_all_who_sit_there(
    read_for: list[set[int | None]],
) -> None:
    table, users = await alay(4)
    async with running() as runtime:
        clients = [Client(runtime, table, user) for user in users]
        await asyncio.gather(*(client.connect() for client in clients))
        assert sorted(client.seat for client in clients) == [0, 1, 2, 3]
        assert len(read_for) == 1
        twin = await Client(runtime, table, users[0]).connect()
        assert twin.seat == clients[0].seat
        assert len(read_for) == 1, "it is there already"


async def test_of_many_who_come_to_watch_at_once_all_but_the_first_are_read_for_together(
    read_for: list[set[int | None]],
) -> None:
    table, _users = await alay(2)
    watchers = [await on_db(user_and_player)(name) for name in ("leo", "mar", "pau", "sol")]
    async with running() as runtime:
        await asyncio.gather(
            *(Client(runtime, table, user).connect() for user, _player in watchers)
        )
        assert len(read_for) <= 3  # who comes while the first read runs waits for the second
        assert set().union(*read_for) >= {
            member.player for member in runtime.room(table.public_id).table.members
        }


async def test_whoever_leaves_while_waiting_is_not_read_for_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, users = await alay(2)
    async with running() as runtime:
        here = runtime.room(table.public_id)
        away, back = asyncio.Event(), runtime.db.read

        async def waits(call: Any) -> Any:
            await away.wait()
            return await back(call)

        monkeypatch.setattr(runtime.db, "read", waits)
        arriving = asyncio.ensure_future(here.admits(None))
        await asyncio.sleep(0)
        assert here._arriving == {None}
        arriving.cancel()
        await asyncio.gather(arriving, return_exceptions=True)
        assert here._arriving == set()
        away.set()
        assert await here.admits(None) is True
        assert len(users) == 2


async def test_no_card_waits_for_chat_or_for_the_note_of_an_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, users = await alay(2)
    database_answers = asyncio.Event()

    async def waits(*_about: Any) -> None:
        await database_answers.wait()

    monkeypatch.setattr(ChatLog, "show", waits)
    monkeypatch.setattr(TableConsumer, "_note_address", waits)
    async with running() as runtime:
        try:
            clients = await seated(runtime, table, users)
            mover = next(one for one in clients if one.view["turn"] == one.seat)
            card = next(one for one in mover.view["legal"] if one["type"] == "play")
            assert (await asyncio.wait_for(mover.act(card), 10))["t"] == "ack"
            resigning = asyncio.ensure_future(mover.act({"type": "resign"}))
            await asyncio.sleep(0.1)
            assert not resigning.done(), "it may end the match, after which no address is noted"
        finally:
            database_answers.set()
        assert (await asyncio.wait_for(resigning, 10))["t"] == "ack"
