"""A match is followed by the processes where its people are, and by one where there are none."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from channels.db import database_sync_to_async

from games.live.core.pubsub import PubSub
from games.models import AbsenceVote, Action, Match
from tests.live.browsers import WAITS, dealt_after_the_clocks_cut, sealed, sit
from tests.support.live import Client, FakeClock, alay, heard, play_out, running, seated, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

CLOCK = {"turn_ms": 20_000, "bank_ms": 0, "increment_ms": 0}
SLOWLY = {"pubsub_in_memory": True, "tick": 3600.0, "heads_every": 3600.0}
timeouts = database_sync_to_async(
    lambda: list(
        Action.objects.filter(client_id__startswith="timeout").values_list("seq", "client_id", "by")
    )
)
votes = database_sync_to_async(lambda: list(AbsenceVote.objects.values_list("result", flat=True)))
ended = database_sync_to_async(
    lambda: list(Match.objects.exclude(status="playing").values_list("ended_by", flat=True))
)


@asynccontextmanager
async def two_processes():
    """Two that hear of each other by bells alone."""
    async with (
        running(FakeClock(), **SLOWLY) as here,
        running(FakeClock(), **SLOWLY) as there,
    ):
        yield here, there


async def test_a_process_lets_go_of_a_match_whose_people_are_elsewhere():
    table, users = await alay(2, **CLOCK)
    async with two_processes() as (here, there):
        clients = await seated(there, table, users)
        watcher = await Client(here, table).connect()
        await watcher.until_seq(2)
        await heard(here, there)
        assert here.rooms[table.public_id].actor is not None
        await watcher.close()
        await settle()
        there.rooms[table.public_id].presence_changed()
        await heard(there, here)
        assert table.public_id not in here.rooms
        assert there.rooms[table.public_id].actor is not None
        await asyncio.wait_for(play_out(clients), 60)
        assert table.public_id not in here.rooms


async def test_a_match_that_nobody_is_at_anywhere_is_kept():
    table, users = await alay(2, **CLOCK)
    async with running(FakeClock(), **SLOWLY) as runtime:
        for client in await seated(runtime, table, users):
            await client.close()
        await settle()
        await runtime.scheduler.idle()
        assert runtime.rooms[table.public_id].actor is not None


async def test_a_watcher_keeps_a_match_and_its_process_is_told_of_every_card():
    table, users = await alay(2, **CLOCK)
    async with two_processes() as (here, there):
        clients = await seated(there, table, users)
        watcher = await Client(here, table).connect()
        await heard(here, there)
        await here.scheduler.idle()
        await asyncio.wait_for(play_out(clients, (watcher,)), 60)


async def test_what_is_due_or_under_way_is_not_let_go():
    table, users = await alay(2, **CLOCK)
    clock = FakeClock()
    async with running(clock, **SLOWLY) as here, running(FakeClock(), **SLOWLY) as there:
        clients = await seated(there, table, users)
        await here.scheduler.due()
        watcher = await Client(here, table).connect()
        await watcher.until_seq(2)
        await watcher.close()
        room = here.rooms[table.public_id]
        there.rooms[table.public_id].presence_changed()
        async with room.actor.lock:
            await heard(there, here)
            assert not room.is_idle()
        assert room.is_idle()
        clock.time += 25  # its timer has not been seen to yet
        assert not room.is_idle()
        assert len(clients) == 2  # they are members as long as somebody has them


async def test_when_the_process_dies_one_other_takes_on_and_asks_about_who_is_gone_once():
    table, users = await alay(2, rules={"match.target": 5}, **CLOCK)
    clocks = [FakeClock() for _ in range(3)]
    async with AsyncExitStack() as stack:
        others = [await stack.enter_async_context(running(clock, **SLOWLY)) for clock in clocks[1:]]
        async with running(clocks[0], **SLOWLY) as first:
            clients = await seated(first, table, users)
            for other in others:  # they have known of it, and have let go of it
                watcher = await Client(other, table).connect()
                await watcher.close()
            first.rooms[table.public_id].presence_changed()
            await heard(first, *others)
            assert not any(other.rooms for other in others)
            for client in clients:
                client.frames.clear()
        await asyncio.gather(*(clock.go(23) for clock in clocks[1:]))
        await asyncio.gather(*(other.scheduler.due() for other in others))
        assert await votes() == []  # a minute of the own turn is theirs, whatever the clock says
        await asyncio.gather(*(clock.go(62) for clock in clocks[1:]))
        await asyncio.gather(*(other.scheduler.due() for other in others))
        await settle()
        await asyncio.gather(*(clock.go(0.1) for clock in clocks[1:]))
        assert await votes() == ["open"]
        await asyncio.gather(*(clock.go(22) for clock in clocks[1:]))
        await settle()
        assert await timeouts() == []
        assert await ended() == ["abandoned"]  # nobody played a card, nor came back


async def test_news_of_who_is_where_outlive_a_look_at_what_is_idle():
    table, users = await alay(2)
    clock = FakeClock()
    async with (
        running(FakeClock(), **WAITS, **SLOWLY) as slow,
        running(clock, **WAITS, **SLOWLY) as quick,
    ):
        browsers = await sit(slow, table, users)
        await sealed(*browsers)
        await clock.go(WAITS["cut_within"] + 2 * quick.options.orphan_margin)

        async def looks_all_the_time():
            while True:
                await quick.scheduler.idle()
                await asyncio.sleep(0.01)

        looking = asyncio.create_task(looks_all_the_time())
        await quick.scheduler.due()
        looking.cancel()
        await settle()
        await clock.go(0.1)
        block = await dealt_after_the_clocks_cut(*browsers)
        assert block["flags"] == ["cut_by_clock"]


async def test_bells_of_one_turn_of_the_loop_go_out_together_and_the_latest_counts():
    got, all_of_them = [], asyncio.Event()

    async def hears(bell):
        got.append(bell)
        if len(got) == 4:
            all_of_them.set()

    here, there = PubSub(hears, in_memory=True), PubSub(hears, in_memory=True)
    sent = []
    layer = here._layer
    send = layer.group_send

    async def counted(group, message):
        sent.append(message)
        await send(group, message)

    await there.start()
    await here.start()
    try:
        assert await there.delivers(10)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(layer, "group_send", counted)
            for seq in range(5):
                for table in ("one", "two"):
                    here.publish("head", table=table, match=f"match {table}", seq=seq)
            here.publish("chat", table="one", line=1)
            here.publish("chat", table="one", line=2)
            async with asyncio.timeout(10):
                await all_of_them.wait()
    finally:
        await here.stop()
        await there.stop()
    assert len(sent) == 1
    told = [(bell["what"], bell["table"], bell.get("seq", bell.get("line"))) for bell in got]
    assert told == [("head", "one", 4), ("head", "two", 4), ("chat", "one", 1), ("chat", "one", 2)]
    assert {bell["from"] for bell in got} == {here.id}
