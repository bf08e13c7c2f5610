"""What is over takes no memory: nothing of it may wait for a search for garbage, which is rare."""

from __future__ import annotations

import gc
import tracemalloc
import weakref

import pytest

from games.live.match_state.match_state import Game
from games.live.protocol.messages import encode_part, trimmed_copy
from games.live.table.state_messages import Frames, RenderCache
from tests.support.live import Client, alay, first_card, play, running, settle

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
        left = [weakref.ref(one) for one in (room, room.actor, *room.table.members)]
        del room
        assert games_in_memory(match) == 1
        for one in (client, watcher):
            await one.close()
        del client, watcher, one
        await settle()
        await runtime.scheduler.idle()
        assert [type(ref()).__name__ for ref in left if ref() is not None] == []
        assert games_in_memory(match) == 0


def taken(by: list[bytes | None]) -> int:
    """Bytes of memory that are free again once these are forgotten."""
    before = tracemalloc.get_traced_memory()[0]
    by.clear()
    return before - tracemalloc.get_traced_memory()[0]


async def test_what_is_kept_of_frames_takes_no_more_than_its_length():
    """The encoder's own bytes hold the whole buffer that they were made in."""
    table, users = await alay(4, 0)
    async with running() as runtime:
        client = await Client(runtime, table, users[0]).connect()
        await client.until_seq(2)
        game = runtime.rooms[table.public_id].actor.game
        tracemalloc.start()
        try:
            kept: RenderCache = {}
            frames = Frames(game, 0.0, cache=kept)
            for seat in range(4):
                frames.state(seat, None, max_events=200)
            shown: list[bytes | None] = [told for _, told in kept.values()]
            del frames
            kept.clear()
            length = sum(map(len, shown))
            assert len(shown) == 4
            assert taken(shown) < length + 4 * 256
            told = encode_part({"seats": ["name"] * 500})
            assert len(told) > 3000
            shown = [trimmed_copy(told)]
            assert taken(shown) < len(told) + 256
        finally:
            tracemalloc.stop()
        await client.close()
