"""Leaving a match over the socket: a bot plays on at once, and nobody else loses anything."""

from __future__ import annotations

import asyncio

import pytest
from channels.db import database_sync_to_async

from games.models import Departure, Match, MatchOutcome
from tests.support.live import (
    Client,
    FakeClock,
    alay,
    first_card,
    play,
    play_a_trick,
    play_out,
    running,
    seated,
    settle,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

departures = database_sync_to_async(
    lambda: list(Departure.objects.values_list("seat", "reason", "returned_at"))
)
outcomes = database_sync_to_async(
    lambda: list(MatchOutcome.objects.order_by("player").values_list("kind", flat=True))
)
the_match = database_sync_to_async(lambda: Match.objects.get())
PLAYERS = {2: {}, 3: {}, 4: {"teams": "pairs"}, 6: {"teams": "pairs"}}


def has_bot(seat: int):
    return lambda table: bool(table["seats"][seat]["substitute"])


@pytest.mark.parametrize("count", PLAYERS)
async def test_the_match_goes_on_to_its_end_without_the_leaver(count):
    rules = {"match.target": 1, "match.tie": "draw", **PLAYERS[count]}
    table, users = await alay(count, rules=rules)
    async with running() as runtime:
        clients = await seated(runtime, table, users)
        leaver, stay = clients[1], [*clients[:1], *clients[2:]]
        playing = [asyncio.create_task(play(client, first_card)) for client in stay]
        while leaver.view["turn"] != 1:
            await leaver.until(lambda frame: frame["t"] == "state")
        await leaver.act(first_card(leaver.view))
        assert (await leaver.do("leave"))["t"] == "ack"
        await leaver.until_table(has_bot(1))
        await asyncio.gather(*playing)
        assert [client.view["phase"] for client in stay] == ["match_over"] * len(stay)
    assert await departures() == [(1, "left", None)]
    assert await outcomes() == ["finished", "left", *["finished"] * (count - 2)]


async def test_leaving_when_it_is_not_ones_turn_takes_no_time_from_the_other():
    table, users = await alay(2, turn_ms=30_000, bank_ms=60_000)
    clock = FakeClock()
    async with running(clock) as runtime:
        clients = await seated(runtime, table, users)
        await play_a_trick(clients)
        await settle()
        for client in clients:
            await client.drain()
        waits = next(one for one in clients if one.view["turn"] != one.seat)
        actor = runtime.rooms[table.public_id].actor
        plan, banks = actor.plan, list(actor.game.time.banks)
        await clock.go(3)
        assert (await waits.do("leave"))["t"] == "ack"
        await settle()
        assert (actor.plan, actor.game.time.banks) == (plan, banks)


async def test_a_process_that_dies_after_the_leave_lets_the_bot_play_in_the_next():
    table, users = await alay(2)
    async with running(FakeClock(), pace=1.0) as runtime:
        clients = await seated(runtime, table, users)
        await play_a_trick(clients)
        for client in clients:
            assert (await client.do("leave"))["t"] == "ack"
        await settle()
        seq = runtime.rooms[table.public_id].actor.game.seq
    assert len(await departures()) == 2
    async with running() as runtime:
        watcher = await Client(runtime, table).connect()
        await watcher.until_seq(seq + 1)
        assert [bool(seat["substitute"]) for seat in watcher.table["seats"]] == [True, True]
    assert len(await departures()) == 2


async def test_a_leaver_who_comes_back_plays_on_and_has_not_left():
    table, users = await alay(3)
    async with running(FakeClock(), pace=1.0) as runtime:
        clients = await seated(runtime, table, users)
        await play_a_trick(clients)
        assert (await clients[1].do("leave"))["t"] == "ack"
        await clients[1].close()
        back = await Client(runtime, table, users[1]).connect()
        assert back.table["seats"][1]["substitute"]
        assert (await back.do("take_back"))["t"] == "ack"
        await back.until_table(lambda table: not table["seats"][1]["substitute"])
        await play_out([clients[0], back, clients[2]])
    assert await outcomes() == ["finished", "returned", "finished"]


async def test_what_leaving_costs_is_said_before():
    table, users = await alay(1, 1)
    async with running() as runtime:
        (alone,) = await seated(runtime, table, users)
        watcher = await Client(runtime, table).connect()
        assert alone.table["you"]["leaving"] == "free"
        assert watcher.table["you"]["leaving"] is None


async def test_among_strangers_leaving_costs_a_rated_match():
    table, users = await alay(2)
    async with running() as runtime:
        clients = await seated(runtime, table, users)
        rated = (await the_match()).rated
        assert clients[0].table["you"]["leaving"] == ("rated" if rated else "counted")


async def test_who_watches_and_who_has_left_cannot_leave():
    table, users = await alay(2)
    async with running(FakeClock()) as runtime:
        await seated(runtime, table, users)
        watcher = await Client(runtime, table).connect()
        assert (await watcher.do("leave"))["code"] == "forbidden"
