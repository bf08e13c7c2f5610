"""Every game of the family over real sockets: its phases, and who is told of what."""

from __future__ import annotations

import asyncio

import pytest
from channels.db import database_sync_to_async

from games.engine import PRESETS
from tests.live.test_secrets import the_log
from tests.support.leaked_cards import leaks
from tests.support.live import Client, FakeClock, alay, play_out, running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

SHORT = {
    "chiamata": {"match.target": 1},
    "gingo": {"match.max_deals": 1},
    "rematada": {"match.target": 100},
    "mariaje": {"match.target": 60},
    "mexican": {"match.max_deals": 1},
}
GAZE = {"talk.mode": "senas", "talk.seen_by": "gaze", "talk.truth": "free"}


def short(preset):
    return SHORT.get(preset, SHORT["chiamata"])


async def watch(client):
    """Follow a match to its end, saying now and then how far, as the page does."""
    while client.state is None or client.view["phase"] != "match_over":
        await client.until(lambda frame: frame["t"] == "state", timeout=30)
        if client.state["seq"] % 20 == 0:
            await client.send({"t": "p", "have": client.state["seq"]})


@pytest.mark.parametrize("preset", sorted(set(PRESETS) - {"ludoteka"}))
async def test_a_match_of_every_preset_is_played_to_its_end_and_leaks_nothing(preset):
    players = min(PRESETS[preset].players)
    table, users = await alay(2, players - 2, preset=preset, rules=short(preset))
    async with running() as runtime:
        watcher = await Client(runtime, table).connect()
        clients = [await Client(runtime, table, user).connect() for user in users]
        await asyncio.gather(play_out(clients), watch(watcher))
    log = await database_sync_to_async(the_log)()
    assert leaks(watcher.frames, log, None) == []
    for client in clients:
        assert leaks(client.frames, log, client.seat) == []


async def test_the_first_dealer_is_drawn_for_all_to_see():
    rules = {"first_dealer": "high_card", "match.target": 1}
    table, users = await alay(2, 1, rules=rules, start=False)
    async with running() as runtime:
        clients = [await Client(runtime, table, user).connect() for user in users]
        assert (await clients[0].do("start"))["t"] == "ack"
        await clients[0].until_seq(3)  # drawn, cut and dealt; it may have come before the ack
        states = [frame for frame in clients[0].frames if frame["t"] == "state"]
        told = [event for frame in states for event in frame["events"]]
        (drawn,) = [event for event in told if event["type"] == "dealer_drawn"]
        assert drawn["dealer"] == clients[0].view["dealer"]
        await play_out(clients)
    log = await database_sync_to_async(the_log)()
    assert log.entries[0].action["type"] == "draw_dealer"


async def four(runtimes, table, users):
    clients = []
    for at, user in enumerate(users):
        clients.append(await Client(runtimes[at % len(runtimes)], table, user).connect())
    for client in clients:
        await client.until(lambda frame: frame["t"] == "state" and frame["view"]["phase"] == "play")
        await client.drain()
        client.frames.clear()
    return clients


def signs_seen(client):
    return [
        (event["sign"], event["seen_by"])
        for frame in client.frames
        if frame["t"] == "state"
        for event in frame["events"]
        if event["type"] == "signed"
    ]


@pytest.mark.parametrize("bell", [True, False])
async def test_a_sign_reaches_exactly_those_who_look_also_in_another_process(bell):
    table, users = await alay(4, rules=GAZE)
    more = {"pubsub_in_memory": True, "heads_every": 4.0} if bell else {}
    async with running(**more) as one, running(**more) as other:
        clients = await four((one, other) if bell else (one,), table, users)
        # seat 1, an opponent, turns to the signer; its partner, seat 2, looks away
        assert (await clients[1].act({"type": "look", "at": 0}))["t"] == "ack"
        assert (await clients[2].act({"type": "look", "at": 3}))["t"] == "ack"
        assert (await clients[0].act({"type": "sign", "sign": "brisca"}))["t"] == "ack"
        if not signs_seen(clients[1]):  # that they turned may be told apart from the sign
            await clients[1].until(lambda frame: bool(signs_seen(clients[1])), timeout=30)
        for client in clients:
            await client.drain()
        assert signs_seen(clients[1])[-1:] == [("brisca", [1])]
        assert signs_seen(clients[0]) == [("brisca", [])]
        assert signs_seen(clients[2]) == signs_seen(clients[3]) == []
        quiet = [frame for frame in clients[3].frames if frame["t"] == "state"]
        assert quiet == [], "who does not look is not sent a frame"


async def test_a_refused_sign_is_heard_of_by_nobody_else():
    table, users = await alay(4, rules={"talk.mode": "senas"})
    async with running() as runtime:
        clients = await four((runtime,), table, users)
        hand = clients[0].view["hand"]
        trump = clients[0].view["trump"]["suit"]
        false = "no_trump" if any(card[0] == trump for card in hand) else "trump_ace"
        answer = await clients[0].act({"type": "sign", "sign": false})
        assert (answer["t"], answer["code"]) == ("nak", "sign_not_true")
        for client in clients[1:]:
            await client.drain()
            assert client.frames == []


async def test_a_question_is_answered_for_all_to_hear_and_talk_has_its_table():
    table, users = await alay(4, rules={"talk.mode": "parlant_tapat", "talk.truth": "free"})
    async with running() as runtime:
        clients = await four((runtime,), table, users)
        assert (await clients[0].act({"type": "say", "text": "hola"}))["code"] == "talk_not_allowed"
        assert (await clients[1].act({"type": "ask", "to": 3, "question": "points"}))["t"] == "ack"
        assert (await clients[3].act({"type": "answer", "to": 1, "yes": True}))["t"] == "ack"
        await clients[0].until(
            lambda frame: any(e["type"] == "answered" for e in frame.get("events", []))
        )


async def test_who_does_not_bid_in_time_passes():
    table, users = await alay(
        5, preset="chiamata", rules=short("chiamata"), turn_ms=20_000, bank_ms=0
    )
    clock = FakeClock()
    async with running(clock=clock) as runtime:
        client, *_others = [await Client(runtime, table, user).connect() for user in users]
        await client.until(
            lambda frame: frame["t"] == "state" and frame["view"]["phase"] == "auction"
        )
        await clock.go(22)
        await client.drain()
        (said,) = client.view["auction"]["bids"]
        assert said["bid"] == "pass"


async def test_partners_look_at_each_others_cards_until_the_first_lead():
    table, users = await alay(4, rules={"peek.at_deal": True, "match.target": 1})
    async with running() as runtime:
        clients = await four((runtime,), table, users)
        refused = await clients[0].act({"type": "peek", "at": 1})
        assert refused["code"] == "peek_not_partner"
        assert (await clients[0].act({"type": "peek", "at": 2}))["t"] == "ack"
        await clients[0].drain()
        hands = clients[0].view["hands"]
        assert hands[2] == clients[2].view["hand"]
        assert hands[1] is hands[3] is None
        for client in clients[1:]:
            await client.drain()
            assert client.frames == []
            assert client.view["hands"] is None
        leader = clients[clients[0].view["turn"]]
        await leader.act(leader.view["legal"][0])
        await clients[0].drain()
        assert clients[0].view["hands"] is None
        assert (await clients[0].act({"type": "peek", "at": 2}))["code"] == "peek_not_now"


async def test_free_words_in_a_game_with_talk_are_not_sent_to_who_has_turned_the_chat_off():
    table, users = await alay(4, rules={"talk.mode": "parlant"})
    users[2].preferences = {"chat": "off"}
    await users[2].asave(update_fields=["preferences"])

    def said(client):
        events = [event for frame in client.frames for event in frame.get("events", [])]
        return [event["text"] for event in events if event["type"] == "said"]

    async with running() as runtime:
        clients = await four((runtime,), table, users)
        card = clients[0].view["hand"][0]
        assert (await clients[0].act({"type": "say", "text": "hola"}))["t"] == "ack"
        assert (await clients[1].act({"type": "say", "text": card}))["t"] == "ack"
        await clients[2].until(lambda _frame: bool(said(clients[2])))
        await clients[3].until(lambda _frame: len(said(clients[3])) == 2)
        assert said(clients[2]) == [card]
        assert said(clients[3]) == ["hola", card]
        assert (await clients[2].act({"type": "say", "text": "hola"}))["code"] == "chat_off"
