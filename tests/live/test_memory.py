"""What is over takes no memory: nothing of it may wait for a search for garbage, which is rare."""

from __future__ import annotations

import gc
import weakref

import pytest

from games.live.game import Game
from tests.live.support import Client, alay, first_card, play, running, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.fixture
def no_search_for_garbage():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def games_in_memory(match: str) -> int:
    return sum(1 for one in gc.get_objects() if type(one) is Game and one.info.public_id == match)


async def test_a_table_that_everybody_has_left_is_gone_at_once(no_search_for_garbage):
    table, users = await alay(1, 1)
    async with running() as runtime:
        client = await Client(runtime, table, users[0]).connect()
        watcher = await Client(runtime, table).connect()
        await play(client, first_card)
        await settle()
        room = runtime.rooms[table.public_id]
        match = room.actor.match_id
        left = [weakref.ref(one) for one in (room, room.actor, *room.members)]
        del room
        assert games_in_memory(match) == 1
        for one in (client, watcher):
            await one.close()
        del client, watcher, one
        await settle()
        await runtime.clocks.idle()
        assert [type(ref()).__name__ for ref in left if ref() is not None] == []
        assert games_in_memory(match) == 0
