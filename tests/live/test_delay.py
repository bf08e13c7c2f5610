"""Who watches people sees their tricks late, and until then nothing of them at all."""

from __future__ import annotations

import json

import pytest
from channels.db import database_sync_to_async

from tests.live.test_accords import come
from tests.support.live import Client, alay, first_card, running, settle, user_and_player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

LONG = {"match.target": 5}


async def act(clients, choose=first_card):
    """Whoever's turn it is acts, and all players see it; gives the action and its seq."""
    mover = next(client for client in clients if client.view["turn"] == client.seat)
    action = choose(mover.view)
    seq = (await mover.act(action))["seq"]
    for client in clients:
        await client.until_seq(seq)
    return action, seq


async def play(clients, cards):
    """So many cards, one after the other; what was played."""
    return [(await act(clients))[0]["card"] for _ in range(cards)]


def lowest_bid(view):
    """The first thing to do that is no pass."""
    return next(one for one in view["legal"] if one.get("bid") != "pass")


def a_pass(view):
    """Pass where that can be done."""
    return next((one for one in view["legal"] if one.get("bid") == "pass"), view["legal"][0])


async def bid_out(clients):
    """The first bids what is lowest, the others pass, and the trump is named; the last seq."""
    _action, seq = await act(clients, lowest_bid)
    while clients[0].view["phase"] != "play":
        _action, seq = await act(clients, a_pass)
    return seq


async def say(client, phrase):
    """Say a phrase, which has to be taken."""
    await client.send({"t": "chat", "id": f"said-{phrase}", "phrase": phrase})
    assert (await client.until(lambda f: f.get("id") == f"said-{phrase}"))["t"] == "ack"


def lines(frames):
    """The phrases that were told."""
    return [line["phrase"] for one in frames if one["t"] == "chat" for line in one["lines"]]


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
    more = {"pubsub_in_memory": bell, "heads_every": 4.0 if bell else 0.02}
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


@pytest.mark.parametrize("delay", [1, 3])
async def test_the_auction_is_shown_with_the_first_trick(delay):
    table, users = await alay(5, preset="chiamata", delay=delay)
    async with running() as runtime:
        clients = await come([runtime], table, users)
        watcher = (await come([runtime], table, [None], seq=0))[0]
        at = watcher.state["seq"]
        last = await bid_out(clients)
        assert states(await quiet(watcher)) == []
        late = await Client(runtime, table).connect()
        for one in (watcher, late):
            await one.send({"t": "sync", "have": None})
            state = await one.until(lambda f: f["t"] == "state" and f["fresh"])
            assert state["seq"] == at
            assert not (state["view"]["auction"] or {}).get("bids")
            assert state["view"]["contract"] is None
        for _trick in range(delay):
            assert not any(f["view"]["contract"] for f in states(await quiet(watcher)))
            await play(clients, 5)
        state = await watcher.until_seq(last + 5)
        assert state["seq"] == last + 5
        assert state["view"]["contract"] is not None
        assert "bid_made" in {event["type"] for event in state["events"]}


async def test_a_pause_is_shown_with_the_trick_that_follows():
    table, users = await alay(2, rules=LONG, delay=1)
    async with running() as runtime:
        clients = await come([runtime], table, users)
        watcher = (await come([runtime], table, [None]))[0]
        at = watcher.state["seq"]
        offered = await clients[0].act({"type": "offer", "what": "pause"})
        await clients[1].until_seq(offered["seq"])
        await clients[1].act({"type": "reply", "what": "pause", "yes": True})
        await clients[0].until_table(lambda table: table["resumes_in_ms"])
        shown = await quiet(watcher)
        assert states(shown) == []
        assert all(f["table"]["resumes_in_ms"] is None for f in shown if f["t"] == "table")
        assert watcher.state["seq"] == at


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_what_players_say_is_heard_with_the_moment_it_was_said_in(elsewhere):
    table, users = await alay(2, rules=LONG, delay=1)
    more = {"pubsub_in_memory": True}
    async with running(**more) as first, running(**more) as second:
        clients = await come([first], table, users)
        watcher = (await come([second if elsewhere else first], table, [None]))[0]
        await say(clients[0], "hello")
        assert lines([await watcher.until(lambda f: f["t"] == "chat")]) == ["hello"]
        await play(clients, 1)
        await say(clients[1], "well_played")
        assert lines([await clients[0].until(lambda f: "well_played" in lines([f]))])
        assert lines(await quiet(watcher)) == []
        late = await Client(second, table).connect()
        await late.until(lambda f: f["t"] == "chat" and f["fresh"])
        assert lines(late.frames + await quiet(late)) == ["hello"]
        await play(clients, 1)
        for one in (watcher, late):
            await one.until(lambda f: lines([f]) == ["well_played"])
            order = [f["t"] for f in one.frames if f["t"] in ("state", "chat")]
            assert order[-2:] == ["state", "chat"]


async def test_who_comes_later_hears_what_waits_for_the_others():
    table, users = await alay(2, rules=LONG, delay=3)
    async with running() as first:
        clients = await come([first], table, users)
        await play(clients, 3)
        await say(clients[0], "hello")
        for client in clients:
            await client.close()
    async with running() as second:  # it has never heard the line
        clients = await come([second], table, users)
        watcher = await Client(second, table).connect()
        assert lines(watcher.frames + await quiet(watcher)) == []
        assert (await clients[0].act({"type": "resign"}))["t"] == "ack"
        await watcher.until(lambda f: lines([f]) == ["hello"])


async def test_what_watchers_say_waits_for_nothing():
    table, users = await alay(2, rules=LONG, delay=3)
    tom, _ = await database_sync_to_async(user_and_player)("tom")
    async with running() as runtime:
        clients = await come([runtime], table, users)
        watcher, other = await come([runtime, runtime], table, [tom, None], seq=0)
        await play(clients, 1)
        await say(watcher, "hello")
        assert lines([await other.until(lambda f: f["t"] == "chat")]) == ["hello"]
