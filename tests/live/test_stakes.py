"""Matches with a stake over sockets: told to the table, paid, won, and nobody's balance shown."""

from __future__ import annotations

import re

import pytest
from channels.db import database_sync_to_async

from games.models import MatchPot, Player
from games.services import chips
from tests.services.stakes import assert_holds, balances
from tests.support.live import Client, alay, play_out, running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

RULES = {"match.target": 1, "pot.stake": 37}


@database_sync_to_async
def held(*users):
    assert_holds()
    return balances(*[Player.objects.get(user=user) for user in users])


async def news(client, **wanted):
    """The table once its status and pot are these."""

    def there(frame):
        return frame["t"] == "table" and all(frame["table"].get(k) == v for k, v in wanted.items())

    if client.table is None or any(client.table.get(k) != v for k, v in wanted.items()):
        await client.until(there)
    return client.table


async def test_a_match_with_a_stake_is_paid_and_won_over_sockets():
    table, users = await alay(2, rules=RULES, start=False)
    async with running() as runtime:
        watcher = await Client(runtime, table).connect()
        clients = [await Client(runtime, table, user).connect() for user in users]
        assert clients[0].table["pot"] == {"stake": 37, "pot": 0}
        for client in clients:
            await client.do("agree", on=False)
            await client.do("agree", on=True)
        for client in (*clients, watcher):
            told = await news(client, status="playing")
            assert told["pot"] == {"stake": 37, "pot": 74}
        assert await held(*users) == [963, 963]
        await play_out(clients)
        for client in (*clients, watcher):
            told = await news(client, status="finished")
            assert told["pot"] == {"stake": 37, "pot": 0}
        winner = clients[0].view["winners"][0]
        after = [963, 963]
        after[winner] = 1037
        assert await held(*users) == after
        pot = await database_sync_to_async(MatchPot.objects.get)()
        assert (pot.ended, pot.payouts[winner]) == ("paid", 74)
        for client in (*clients, watcher):
            said = str(client.frames)
            for secret in ("1037", "963", "balance"):  # as a value: digits stand in hashes too
                assert not re.search(rf"(?<!\w){secret}(?!\w)", said)


async def test_giving_up_leaves_the_pot_to_the_other():
    table, users = await alay(2, rules=RULES)
    async with running() as runtime:
        clients = [await Client(runtime, table, user).connect() for user in users]
        await clients[0].until_seq(2)
        assert (await clients[0].act({"type": "resign"}))["t"] == "ack"
        await news(clients[1], status="finished")
    assert await held(*users) == [963, 1037]


async def test_a_rematch_that_cannot_be_paid_is_refused_with_its_reason():
    table, users = await alay(2, rules={**RULES, "pot.stake": 1000})
    async with running() as runtime:
        clients = [await Client(runtime, table, user).connect() for user in users]
        await clients[0].until_seq(2)
        await clients[0].act({"type": "resign"})
        await news(clients[0], status="finished")
        answer = await clients[0].do("rematch")
        assert (answer["t"], answer["code"]) == ("nak", "not_enough_chips")
        assert answer["message"]
        assert (await clients[1].do("rematch"))["t"] == "ack"
        loser = await database_sync_to_async(Player.objects.get)(user=users[0])
        await database_sync_to_async(chips.refill)(player=loser)
        assert (await clients[0].do("rematch"))["code"] == "not_enough_chips"
    assert await held(*users) == [chips.REFILL, 2000]


async def test_a_table_without_a_stake_says_nothing_of_chips():
    table, users = await alay(1, 1)
    async with running() as runtime:
        client = await Client(runtime, table, users[0]).connect()
        assert "pot" not in client.table
        await play_out([client])
    assert await held(*users) == [1000]
