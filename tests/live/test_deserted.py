"""A waiting table whose people are gone is not offered, and somebody there becomes its host."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from channels.db import database_sync_to_async

from games.models import Table
from games.selectors.tables import lobby_tables
from games.services import tables
from tests.services.people import table_of
from tests.support.live import Client, FakeClock, running, settle, user_and_player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@database_sync_to_async
def opened(clock, **fields):
    """Return a table that waits, its host's user, and the user and player of somebody else."""
    (user, host), (other, guest) = user_and_player("ana"), user_and_player("eva")
    table = table_of(host, 3, **fields)
    table.seats.filter(player=host).update(sat_at=datetime.fromtimestamp(clock.now(), UTC))
    return table, user, other, guest


@database_sync_to_async
def offered(runtime):
    """Return the public ids of the tables that the lobby offers."""
    return [row["id"] for row, _people in lobby_tables(runtime.is_deserted)]


@database_sync_to_async
def sit(table, player, clock):
    tables.sit(table=table, player=player, seat=None, agreed=True)
    now = datetime.fromtimestamp(clock.now(), UTC)
    table.seats.filter(player=player).update(sat_at=now)


host_of = database_sync_to_async(lambda table: Table.objects.get(pk=table.pk).host.name)


async def test_a_table_whose_people_are_gone_is_offered_for_a_minute_and_again_when_one_is_back():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, user, _other, _guest = await opened(clock)
        client = await Client(runtime, table, user).connect()
        await clock.go(300)
        await runtime.scheduler.presence()
        assert await offered(runtime) == [table.public_id], "somebody is there"
        await client.close()
        await clock.go(55)
        assert await offered(runtime) == [table.public_id]
        await clock.go(10)
        runtime.drop_idle(table.public_id)
        assert await offered(runtime) == []
        await Client(runtime, table, user).connect()
        assert await offered(runtime) == [table.public_id]


async def test_a_table_is_offered_before_its_host_has_connected():
    clock = FakeClock()
    async with running(clock) as runtime:
        await clock.go(300)
        table, *_ = await opened(clock)
        assert await offered(runtime) == [table.public_id]
        await clock.go(61)
        assert await offered(runtime) == []


async def test_who_is_connected_to_another_process_keeps_a_table_in_the_list():
    clock = FakeClock()
    async with (
        running(clock, pubsub_in_memory=True) as here,
        running(clock, pubsub_in_memory=True) as elsewhere,
    ):
        table, user, _other, _guest = await opened(clock)
        client = await Client(elsewhere, table, user).connect()
        for _ in range(10):
            await clock.go(10)
            await elsewhere.scheduler.presence()
            await settle()
        assert await offered(here) == [table.public_id]
        await client.close()
        await clock.go(90)
        assert await offered(here) == []


async def test_a_full_table_is_not_offered():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, _user, _other, guest = await opened(clock)
        await database_sync_to_async(tables.add_bot)(
            table=table,
            player=await database_sync_to_async(lambda: table.host)(),
            seat=1,
            level="rules",
        )
        assert await offered(runtime) == [table.public_id]
        await database_sync_to_async(tables.sit)(table=table, player=guest, seat=2, agreed=False)
        assert await offered(runtime) == []


async def test_who_sits_at_a_public_table_whose_host_is_gone_becomes_its_host():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, user, other, guest = await opened(clock)
        host = await Client(runtime, table, user).connect()
        await sit(table, guest, clock)
        eva = await Client(runtime, table, other).connect()
        await host.close()
        await clock.go(55)
        assert await host_of(table) == "ana"
        await clock.go(10)
        assert await host_of(table) == "eva"
        await eva.until_table(lambda table: table["you"]["host"])
        answer = await eva.do("start")
        assert answer["t"] == "ack", answer


async def test_a_host_who_is_back_in_time_stays_the_host():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, user, other, guest = await opened(clock)
        host = await Client(runtime, table, user).connect()
        await sit(table, guest, clock)
        await Client(runtime, table, other).connect()
        await host.close()
        await clock.go(50)
        await Client(runtime, table, user).connect()
        await clock.go(60)
        assert await host_of(table) == "ana"


async def test_a_table_that_a_link_opens_keeps_its_host():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, user, other, guest = await opened(clock, visibility="link")
        host = await Client(runtime, table, user).connect()
        await sit(table, guest, clock)
        await Client(runtime, table, other).connect()
        await host.close()
        await clock.go(600)
        assert await host_of(table) == "ana"


async def test_news_of_one_table_costs_no_look_at_the_others(monkeypatch):
    clock = FakeClock()
    async with running(clock) as runtime:
        table, user, *_ = await opened(clock)
        await Client(runtime, table, user).connect()
        looked = []
        monkeypatch.setattr(runtime, "is_deserted", lambda name, _sat_at: looked.append(name))
        judged = {name: (clock.now(), None) for name in (table.public_id, "other", "third")}
        monkeypatch.setattr(runtime.lobby, "_judged", judged)
        monkeypatch.setattr(runtime.lobby, "members", {object()})
        runtime.rooms[table.public_id].presence_changed()
        assert looked == [table.public_id]
        looked.clear()
        runtime.lobby.check_deserted()
        assert looked == list(judged)
        monkeypatch.undo()
