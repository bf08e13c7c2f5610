"""A connection is lost after a match: a wish for a rematch, and a rematch that begins without a player."""

from __future__ import annotations

import pytest

from tests.live.absences import GONE, choose, matches, outcomes, turn_to
from tests.support.live import Client, FakeClock, alay, play_out, running, seated, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def over(runtime):
    """Return a table of strangers whose match of two is over, its users and its clients."""
    table, users = await alay(2, rules={"match.target": 1, "match.tie": "draw"})
    clients = await seated(runtime, table, users)
    await play_out(clients)
    for client in clients:
        await client.until_table(lambda table: table["status"] == "finished")
    return table, users, clients


async def test_a_wish_for_a_rematch_ends_with_the_connection():
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await over(runtime)
        assert (await clients[GONE].do("rematch"))["t"] == "ack"
        await clients[0].until_table(lambda table: table["rematch"] == [GONE])
        await clients[GONE].close()
        await settle()
        await clock.go(6)
        await clients[0].until_table(lambda table: table["rematch"] == [])
        assert (await clients[0].do("rematch"))["t"] == "ack"
        await settle()
        assert await matches() == 1


async def test_a_wish_for_a_rematch_outlives_a_page_that_is_loaded_again():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users, clients = await over(runtime)
        assert (await clients[GONE].do("rematch"))["t"] == "ack"
        await clients[GONE].close()
        await settle()
        await clock.go(3)
        back = await Client(runtime, table, users[GONE]).connect()
        await clock.go(60)
        assert back.table["rematch"] == [GONE]


@pytest.mark.parametrize("choice", [None, "end"])
async def test_nobody_is_blamed_for_a_match_that_began_without_them(choice):
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await over(runtime)
        earlier, first = await outcomes(), clients[0].table["match"]
        assert (await clients[GONE].do("rematch"))["t"] == "ack"
        await clients[GONE].close()
        await settle()
        (other,) = clients[:GONE]
        assert (await other.do("rematch"))["t"] == "ack"
        await other.until_table(lambda table: table["status"] == "playing")
        await other.until(lambda f: f["t"] == "state" and f["match"] != first)
        while not other.view["hand"]:  # the clock cuts in the end
            await clock.go(5)
            await other.drain()
        await turn_to([other], GONE)
        await clock.go(61)
        await other.until_table(lambda table: bool(table["absences"]))
        if choice is not None:
            await choose([other], choice)
        else:
            await clock.go(21)
        await other.until_table(lambda table: table["status"] == "finished")
        ending = other.table["ended"]
        assert ending["ended_by"] == "abandoned"
        assert ending["gone"] == [{"seat": GONE, "why": "disconnected", "excused": True}]
    assert sorted(await outcomes()) == sorted([*earlier, "excused"])
