"""Draws, resignations of partners and pauses at a table: over processes, bots and restarts."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async

from games.models import Match
from tests.support.live import Client, FakeClock, alay, bot, first_card, running, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

CLOCK = {"turn_ms": 20_000, "bank_ms": 10_000, "increment_ms": 0}
PAIRS = {"match.target": 3, "teams": "pairs"}


@database_sync_to_async
def stored():
    match = Match.objects.get()
    return (
        match.status,
        match.ended_by,
        match.winners,
        list(match.seats.values_list("won", flat=True)),
    )


async def come(runtimes, table, users, seq=2):
    clients = [
        await Client(runtimes[at % len(runtimes)], table, user).connect()
        for at, user in enumerate(users)
    ]
    for client in clients:
        await client.until_seq(seq)
    await settle()
    for client in clients:
        await client.drain()
    return clients


async def play_a_trick(clients):
    """Each plays a card."""
    seq = clients[0].state["seq"]
    for _ in clients:
        mover = next(client for client in clients if client.view["turn"] == client.seat)
        seq = (await mover.act(first_card(mover.view)))["seq"]
        for client in clients:
            await client.until_seq(seq)
    return seq


async def test_two_people_in_two_processes_agree_to_a_draw():
    table, users = await alay(2, rules={"match.target": 5})
    more = {"pubsub_in_memory": True}
    async with running(**more) as first, running(**more) as second:
        clients = await come((first, second), table, users)
        assert (await clients[0].act({"type": "offer", "what": "draw"}))["code"] == "draw_too_early"
        seq = await play_a_trick(clients)
        assert (await clients[0].act({"type": "offer", "what": "draw"}))["seq"] == seq + 1
        state = await clients[1].until_seq(seq + 1)
        assert state["events"] == [{"type": "offered", "seat": clients[0].seat, "what": "draw"}]
        assert state["view"]["offer"]["waits_for"] == [clients[1].seat]
        answer = {"type": "reply", "what": "draw", "yes": True}
        assert (await clients[1].act(answer))["t"] == "ack"
        state = await clients[0].until_seq(seq + 2)
        assert (state["view"]["winners"], state["view"]["ended_by"]) == ([], "agreed")
    assert await stored() == ("finished", "agreed", [], [None, None])


async def test_a_bot_that_is_behind_takes_the_draw_with_the_offer_itself():
    table, users = await alay(1, 1, rules={"match.target": 5})
    async with running() as runtime:
        client = (await come([runtime], table, users))[0]
        bot = 1 - client.seat
        lead = 0
        while not (lead and client.view["phase"] == "play" and client.view["turn"] == client.seat):
            if client.view["turn"] == client.seat and client.view["legal"]:
                await client.until_seq((await client.act(first_card(client.view))).get("seq", 0))
            else:
                await client.until(lambda frame: frame["t"] == "state")
            lead = client.view["score"][client.seat] - client.view["score"][bot]
        seen = await client.act({"type": "offer", "what": "draw"})
        assert seen["t"] == "ack"
        state = await client.until_seq(seen["seq"] + 1)
        told = [event for event in state["events"] if event["type"] == "replied"]
        assert told[0] == {"type": "replied", "seat": bot, "what": "draw", "yes": lead > 0}
        assert (state["view"]["ended_by"] == "agreed") == (lead > 0)


async def test_a_partner_is_asked_and_a_bot_beside_one_agrees():
    table, users = await alay(2, 2, rules=PAIRS)
    async with running(pace=1e6) as runtime:
        client = (await come([runtime], table, users))[0]
        assert (await client.act({"type": "resign"}))["code"] == "resign_not_allowed"
        assert (await client.act({"type": "offer", "what": "resign"}))["t"] == "ack"
        state = await client.until_seq(4)
        assert state["view"]["ended_by"] == "resigned"
        partner = (client.seat + 2) % 4
        assert [event.get("seat") for event in state["events"]][:2] == [client.seat, partner]
    status, ended_by, winners, won = await stored()
    assert (status, ended_by, won.count(True)) == ("finished", "resigned", 2)
    assert winners == [1 - client.seat % 2]


async def pause(clients):
    """The first asks and the others agree."""
    offered = await clients[0].act({"type": "offer", "what": "pause"})
    for client in clients[1:]:
        await client.until_seq(offered["seq"])
        await client.act({"type": "reply", "what": "pause", "yes": True})
    for client in clients:
        await client.until(lambda f: f["t"] == "state" and f["view"]["paused"] is not None)


@pytest.mark.parametrize(("what", "asker_at"), [("draw", 0), ("pause", 1)])
async def test_an_answer_is_for_the_offer_that_its_player_had_seen(what, asker_at):
    """Neither is a draw agreed to in the place of a pause, nor another player's pause."""
    table, users = await alay(3, rules={"match.target": 5})
    async with running() as runtime:
        clients = await come([runtime], table, users)
        ana, asker, joan = clients[0], clients[asker_at], clients[2]
        await play_a_trick(clients)
        first = (await ana.act({"type": "offer", "what": "pause"}))["seq"]
        await ana.until_seq(first)
        await joan.until_seq(first)
        withdrawn = await ana.act({"type": "reply", "what": "pause", "yes": False})
        await asker.until_seq(withdrawn["seq"])
        second = (await asker.act({"type": "offer", "what": what}))["seq"]
        agreed = {"type": "reply", "what": what, "yes": True}
        assert (await joan.act(agreed, base=first))["code"] == "asked_since"
        offer = (await joan.until_seq(second))["view"]["offer"]
        assert (offer["seat"], offer["agreed"]) == (asker.seat, [asker.seat])
        assert (await joan.act(agreed))["t"] == "ack"


async def test_the_clock_stands_in_a_pause_and_goes_on_where_it_stood():
    table, users = await alay(2, rules={"match.target": 5}, **CLOCK)
    clock = FakeClock()
    async with running(clock) as runtime:
        clients = await come([runtime], table, users)
        await clock.go(5)
        await pause(clients)
        await clock.go(300)
        mover = next(client for client in clients if client.view["turn"] == client.seat)
        told = mover.state["clock"]
        assert (told["paused"], told["remaining_ms"]) == (True, 15_000)
        assert (await mover.act({"type": "play", "card": mover.view["hand"][0]}))[
            "code"
        ] == "paused"
        assert (await clients[1].act({"type": "resume"}))["t"] == "ack"
        state = await mover.until(lambda f: f["t"] == "state" and f["view"]["paused"] is None)
        assert (state["clock"]["paused"], state["clock"]["remaining_ms"]) == (False, 15_000)
        await clock.go(24)
        await mover.drain()
        assert mover.view["turn"] == mover.seat  # its time and a part of its bank
        await clock.go(3)
        await mover.drain()
        assert mover.view["turn"] != mover.seat


async def test_a_pause_outlives_the_server_and_ends_by_itself():
    table, users = await alay(2, rules={"match.target": 5}, **CLOCK)
    clock = FakeClock()
    async with running(clock) as runtime:
        await pause(await come([runtime], table, users))
        await clock.go(100)
    async with running(clock, gone_after=1e6) as runtime:
        clients = await come([runtime], table, users)
        assert clients[0].view["paused"] == clients[0].seat
        assert clients[0].state["clock"]["paused"] is True
        assert clients[0].table["resumes_in_ms"] == 500_000
        await clock.go(500 + runtime.options.orphan_margin + 1)
        for client in clients:
            await client.drain()
        assert clients[0].view["paused"] is None
        await clients[0].until_table(lambda table: table["resumes_in_ms"] is None)


async def test_nobody_is_replaced_in_a_pause():
    table, users = await alay(2, rules={"match.target": 5}, **CLOCK)
    clock = FakeClock()
    async with running(clock) as runtime:
        clients = await come([runtime], table, users)
        await pause(clients)
        await clients[0].close()
        await settle()
        await clock.go(200)
        await clients[1].drain()
        assert clients[1].table["seats"][0]["substitute"] is None
        await clients[1].act({"type": "resume"})
        for _ in range(4):  # a minute of the own turn, then nobody answers whether to wait
            await clock.go(30)
            await settle()
        await clients[1].until_table(lambda table: bool(table["seats"][0]["substitute"]))


async def test_a_bot_answers_its_partner_with_the_question_itself():
    await database_sync_to_async(bot)("bot0", "rules")
    table, users = await alay(2, 2, rules={**PAIRS, "talk.mode": "parlant_tapat"})
    async with running(pace=1e6) as runtime:
        client = (await come([runtime], table, users))[0]
        partner = (client.seat + 2) % 4
        seen = await client.act({"type": "ask", "to": partner, "question": "brisca"})
        state = await client.until_seq(seen["seq"] + 1)
        told = [event for event in state["events"] if event["type"] in ("asked", "answered")]
        assert [(event["type"], event["seat"]) for event in told][-1] == ("answered", partner)
        assert state["view"]["questions"] == []
