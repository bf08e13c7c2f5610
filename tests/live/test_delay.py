"""Who watches people sees their tricks late, and until then nothing of them at all."""

from __future__ import annotations

import json

import pytest

from tests.live.support import Client, alay, first_card, running, settle
from tests.live.test_accords import come

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

LONG = {"match.target": 5}


async def play(clients, cards):
    """So many cards, one after the other; what was played."""
    played = []
    for _ in range(cards):
        mover = next(client for client in clients if client.view["turn"] == client.seat)
        action = first_card(mover.view)
        seq = (await mover.act(action))["seq"]
        for client in clients:
            await client.until_seq(seq)
        played.append(action["card"])
    return played


async def quiet(client):
    """What came to a client, whoever else had something to tell."""
    await settle()
    before = len(client.frames)
    await client.drain()
    return client.frames[before:]


def states(frames):
    return [frame for frame in frames if frame["t"] == "state"]


async def test_a_trick_is_shown_when_it_is_over_and_not_a_message_before():
    table, users = await alay(2, rules=LONG, delay=1)
    async with running() as runtime:
        clients = await come([runtime], table, users)
        watcher = (await come([runtime], table, [None]))[0]
        (lead,) = await play(clients, 1)
        assert await quiet(watcher) == []
        await watcher.send({"t": "p", "have": 2})
        assert (await watcher.until(lambda f: f["t"] == "p"))["seq"] == 2
        await watcher.send({"t": "sync", "have": 2})
        synced = await watcher.until(lambda f: f["t"] == "state")
        assert lead not in json.dumps(synced)
        assert (synced["seq"], synced["clock"]) == (2, None)
        cards = [lead, *await play(clients, 1)]
        state = await watcher.until_seq(4)
        shown = [event["card"] for event in state["events"] if event["type"] == "card_played"]
        assert shown == cards
        assert [play["card"] for play in state["view"]["last_trick"]["plays"]] == cards


@pytest.mark.parametrize("bell", [True, False])
async def test_another_process_and_a_new_page_show_no_more(bell):
    table, users = await alay(2, rules=LONG, delay=3)
    more = {"bell_in_memory": bell, "heads_every": 4.0 if bell else 0.02}
    async with running(**more) as first, running(**more) as second:
        clients = await come([first], table, users)
        watcher = await Client(second, table).connect()
        cards = await play(clients, 7)
        late = await Client(second, table).connect()
        for one in (watcher, late):
            await one.until(lambda f: f["t"] == "state" and f["seq"] >= 4)
            assert one.state["seq"] == 4
            told = json.dumps(one.frames)
            assert all(card in told for card in cards[:2])
            played = [
                event["card"]
                for frame in states(one.frames)
                for event in frame["events"]
                if event["type"] == "card_played"
            ]
            assert not set(played) & set(cards[2:])
    async with running() as third:
        again = await Client(third, table).connect(have=4)
        state = await again.until(lambda f: f["t"] == "state")
        assert (state["seq"], state["events"]) == (4, [])


async def test_a_match_that_is_over_is_shown_to_its_end():
    table, users = await alay(2, rules=LONG, delay=3)
    async with running() as runtime:
        clients = await come([runtime], table, users)
        watcher = (await come([runtime], table, [None], seq=0))[0]
        await play(clients, 3)
        assert (await clients[0].act({"type": "resign"}))["t"] == "ack"
        state = await watcher.until(lambda f: f["t"] == "state" and f["view"]["ended_by"])
        assert len(state["view"]["trick"] or state["view"]["last_trick"]["plays"]) > 0
        assert state["view"]["ended_by"] == "resigned"


async def test_one_person_with_bots_is_seen_as_they_play():
    table, users = await alay(1, 1, rules=LONG, delay=3)
    async with running(pace=1e6) as runtime:
        clients = await come([runtime], table, users)
        watcher = (await come([runtime], table, [None]))[0]
        if clients[0].view["turn"] == clients[0].seat:
            seq = (await clients[0].act(first_card(clients[0].view)))["seq"]
            await watcher.until_seq(seq)
        assert watcher.view["phase"] == "play"
        assert watcher.state["clock"] == clients[0].state["clock"]
