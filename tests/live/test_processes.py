"""Two processes on one database, played by two runtimes; and a process that starts anew."""

from __future__ import annotations

import asyncio

import pytest
from channels.db import database_sync_to_async

from games.models import Action, Match
from tests.support.live import Client, alay, first_card, ids, play_out, running, seated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

rows = database_sync_to_async(
    lambda: list(Action.objects.order_by("seq", "sub").values_list("seq", "seat", "client_id"))
)


async def pair(first, second, table, users):
    clients = [
        await Client(runtime, table, user).connect()
        for runtime, user in zip((first, second), users, strict=True)
    ]
    for client in clients:
        await client.until_seq(2)
    return clients


async def twice(first, second, table, clients):
    """Whose turn it is, and two more clients of theirs, one in each process."""
    mover = next(client for client in clients if client.view["turn"] == client.seat)
    user = mover.socket.scope["user"]
    return mover, await pair(first, second, table, [user, user])


@pytest.mark.parametrize("bell", [True, False])
async def test_a_match_over_two_processes(bell):
    table, users = await alay(2)
    more = {"pubsub_in_memory": bell, "heads_every": 4.0 if bell else 0.02}
    async with running(**more) as first, running(**more) as second:
        clients = await pair(first, second, table, users)
        await asyncio.wait_for(play_out(clients), 60)
        assert clients[0].state["seq"] == clients[1].state["seq"]
        assert clients[0].view["result"] == clients[1].view["result"]
    assert (await database_sync_to_async(Match.objects.get)()).status == "finished"


async def test_the_same_action_through_two_processes_is_played_once():
    table, users = await alay(2)
    async with running() as first, running() as second:
        clients = await pair(first, second, table, users)
        mover, twins = await twice(first, second, table, clients)
        action, id = first_card(mover.view), next(ids)
        answers = await asyncio.gather(*(twin.act(action, id=id, base=2) for twin in twins))
        assert answers == [{"t": "ack", "id": id, "seq": 3}] * 2
        assert [row for row in await rows() if row[2] == id] == [(3, mover.seat, id)]


async def test_two_cards_at_once_through_two_processes_one_is_played():
    table, users = await alay(2)
    async with running() as first, running() as second:
        clients = await pair(first, second, table, users)
        mover, twins = await twice(first, second, table, clients)
        cards = [action for action in mover.view["legal"] if action["type"] == "play"][:2]
        answers = await asyncio.gather(
            *(twin.act(card, base=2) for twin, card in zip(twins, cards, strict=True))
        )
        assert sorted(answer["t"] for answer in answers) == ["ack", "nak"]
        refused = next(answer for answer in answers if answer["t"] == "nak")
        assert refused["code"] == "base_behind"
        for twin in twins:
            await twin.until_seq(3)
        assert twins[0].view == twins[1].view
        assert len(await rows()) == 3


async def test_a_client_ahead_of_its_new_process_is_understood():
    table, users = await alay(2)
    async with running(heads_every=3600.0) as first, running(heads_every=3600.0) as second:
        clients = await pair(first, second, table, users)
        idle = clients[1]
        while len(await rows()) < 5:
            for client in clients:
                moved = await Client(first, table, client.socket.scope["user"]).connect()
                await moved.until(lambda f: f["t"] == "state")
                if moved.view["turn"] == moved.seat:
                    await moved.act(first_card(moved.view))
                await moved.close()
        assert idle.state["seq"] == 2
        seq = len(await rows())
        await idle.send({"t": "sync", "have": seq})
        await idle.until_seq(seq)


async def test_another_process_resumes_the_match_in_the_middle_of_a_trick():
    table, users = await alay(2, 2)
    async with running(pace=1e6) as runtime:
        clients = await seated(runtime, table, users)
        mover = next((c for c in clients if c.view["turn"] == c.seat), None)
        if mover is not None:
            await mover.act(first_card(mover.view))
        hands = [client.view["hand"] for client in clients if client is not mover]
    async with running() as runtime:
        again = [await Client(runtime, table, user).connect() for user in users]
        for client in again:
            await client.until(lambda f: f["t"] == "state")
        if mover is not None:
            assert [
                client.view["hand"]
                for client, before in zip(again, clients, strict=True)
                if before is not mover
            ] == hands
        await play_out(again)


async def test_a_match_that_nobody_looks_at_goes_on():
    """Bots alone, after a restart: the loop of the clocks takes the match on."""
    await alay(0, 2)
    async with running(tick=0.02, orphan_margin=0.0):
        for _ in range(500):
            match = await database_sync_to_async(Match.objects.get)()
            if match.status == "finished":
                break
            await asyncio.sleep(0.02)
    assert match.status == "finished"
