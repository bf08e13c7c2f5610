"""Who looks on at a table is counted, and named where they let it be seen."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async

from games.models import Player
from games.services import social
from tests.support.live import Client, alay, running, user_and_player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@database_sync_to_async
def onlooker(name, *, named=True, guest=False):
    """Somebody who watches, with their setting."""
    user, _player = user_and_player(name)
    user.preferences = {"watching": "named" if named else "counted"}
    user.is_guest = guest
    user.save()
    return user


async def seen(client, count):
    """The names that a client is told once so many look on."""
    if client.table["watchers"] != count:
        await client.until_table(lambda table: table["watchers"] == count)
    return client.table["watching"]


async def block(one, other):
    """One blocks the other; names."""
    players = {player.name: player async for player in Player.objects.all()}
    await database_sync_to_async(social.block)(player=players[one], other=players[other])


async def test_who_chose_so_is_named_and_all_others_are_counted():
    table, users = await alay(2)
    who = [
        await onlooker("tom"),
        await onlooker("eva", named=False),
        await onlooker("guest-1", guest=True),
        None,
    ]
    async with running() as runtime:
        ana = await Client(runtime, table, users[0]).connect()
        assert await seen(ana, 0) == []
        watchers = [await Client(runtime, table, user).connect() for user in who]
        assert await seen(ana, 4) == ["tom"]
        assert await seen(watchers[3], 4) == ["tom"]
        await watchers[0].close()
        assert await seen(ana, 3) == []


async def test_somebody_with_two_pages_looks_on_once():
    table, users = await alay(2)
    tom = await onlooker("tom")
    async with running() as runtime:
        ana = await Client(runtime, table, users[0]).connect()
        pages = [await Client(runtime, table, tom).connect() for _ in range(2)]
        assert await seen(ana, 1) == ["tom"]
        await pages[0].close()
        eva = await Client(runtime, table, await onlooker("eva")).connect()
        assert await seen(eva, 2) == ["eva", "tom"]


async def test_players_are_not_among_those_who_look_on():
    table, users = await alay(2)
    users[0].preferences = {"watching": "named"}
    await users[0].asave()
    async with running() as runtime:
        ana = await Client(runtime, table, users[0]).connect()
        stranger = await Client(runtime, table).connect()
        assert await seen(ana, 1) == await seen(stranger, 1) == []


@pytest.mark.parametrize(("blocker", "blocked"), [("player0", "tom"), ("tom", "player0")])
async def test_who_is_apart_does_not_see_the_others_name(blocker, blocked):
    table, users = await alay(2)
    tom = await onlooker("tom")
    await block(blocker, blocked)
    async with running() as runtime:
        ana, eva = [await Client(runtime, table, user).connect() for user in users]
        watcher = await Client(runtime, table, tom).connect()
        assert await seen(ana, 1) == []
        assert await seen(eva, 1) == await seen(watcher, 1) == ["tom"]


async def test_who_looks_on_in_another_process_is_named_too():
    table, users = await alay(2)
    tom = await onlooker("tom")
    async with running(pubsub_in_memory=True) as here, running(pubsub_in_memory=True) as there:
        ana = await Client(here, table, users[0]).connect()
        watcher = await Client(there, table, tom).connect()
        assert await seen(ana, 1) == ["tom"]
        await watcher.close()
        assert await seen(ana, 0) == []
