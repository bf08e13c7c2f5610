"""Deadlines with several processes: each is seen to once, and nobody is told of it twice."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime, timedelta

import pytest
from channels.db import database_sync_to_async
from django.db import connection

from games.engine import is_turn
from games.live.match import outage
from games.models import Action, Deadline, Worker
from tests.live.metering import added
from tests.support.live import Client, FakeClock, alay, heard, running, seated, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

RACES = int(os.environ.get("DEADLINE_RACES", "40"))
"""Turns that two processes end at the same moment; DEADLINE_RACES= for more."""
CLOCK = {"turn_ms": 20_000, "bank_ms": 10_000, "increment_ms": 2_000}

rows = database_sync_to_async(
    lambda: list(Action.objects.order_by("seq", "sub").values_list("seq", "by", "client_id"))
)


def seqs(client):
    return [frame["seq"] for frame in client.frames if frame["t"] == "state"]


def told(client):
    """Every card that the client was told of as an event."""
    frames = [frame for frame in client.frames if frame["t"] == "state"]
    return [
        (frame["match"], event["seat"], event["card"], frame["view"]["deal"])
        for frame in frames
        for event in frame["events"]
        if event["type"] == "card_played"
    ]


async def test_two_processes_race_for_the_same_deadlines_and_one_wins_each(monkeypatch):
    """Timers of both fire together, whichever wrote the entry before; no bot takes over."""
    monkeypatch.setattr("games.live.match.autoplay.struck_out", lambda turns, seat: False)
    table, users = await alay(2, rules={"match.target": 1000}, **CLOCK)
    more = {
        "pubsub_in_memory": True,
        "orphan_margin": 0.0,
        "gone_after": 1e9,
        "unread_bytes": 1 << 40,
    }
    async with running(**more) as first, running(**more) as second:
        clients = [
            await Client(runtime, table, user).connect()
            for runtime, user in zip((first, second), users, strict=True)
        ]
        for client in clients:
            await client.until_seq(2)
        for runtime in (first, second):  # who is where: nobody is gone in either
            runtime.rooms[table.public_id].presence_changed()
        await heard(first, second)
        actors = [runtime.rooms[table.public_id].actor for runtime in (first, second)]
        raced = set()
        with added() as grown:
            while len(raced) < RACES:
                games = [await actor.ensure() for actor in actors]
                seq = max(game.seq for game in games)
                for client in clients:
                    await client.until_seq(seq)
                for actor in actors:
                    while (await actor.ensure()).seq < seq:
                        await actor.catch_up()
                state = actors[0].game.state
                if not is_turn(state.phase):
                    await first.autoplay.next_deal(actors[0], seq)
                    await settle()
                    continue
                plan = actors[0].plan
                assert (plan.for_seq, actors[1].plan.for_seq) == (seq, seq)
                house = [
                    runtime.autoplay._time_out(actor, actor.plan)
                    for runtime, actor in zip((first, second), actors, strict=True)
                ]
                if len(raced) % 2:
                    house.reverse()
                await asyncio.gather(*house)
                raced.add(seq)
                await settle()
            beaten = grown("brisca_collisions_total")
        journal = await rows()
        await settle()
        for client in clients:
            await client.until_seq(journal[-1][0])
            await client.drain()
    ended = [int(name.split(":")[1]) for _, by, name in journal if by == "clock" and "time" in name]
    assert sorted(ended) == sorted(raced)
    assert len(ended) == len(set(ended)) == RACES
    assert [row[0] for row in journal] == list(range(1, len(journal) + 1))
    for client in clients:
        cards = told(client)
        assert len(cards) == len(set(cards)), "a card was told twice"
        assert len(cards) >= RACES - 1
        assert seqs(client) == sorted(seqs(client))
    assert beaten >= RACES / 2, "they hardly raced"


async def test_of_processes_that_come_back_together_one_gives_time_back():
    await alay(2, **CLOCK)

    def story():
        now = 1_800_000_000.0
        outage.say_alive("a", now)
        Deadline.objects.update(kind="turn", due_at=datetime.fromtimestamp(now + 28, UTC))
        return now

    now = await database_sync_to_async(story)()

    def back(name):
        try:
            return outage.say_alive(name, now + 600, outage=3, min_left=20)
        finally:
            connection.close()

    moved = await asyncio.gather(*(asyncio.to_thread(back, f"w{n}") for n in range(4)))
    assert sorted(moved) == [0, 0, 0, 1]
    deadline = await database_sync_to_async(Deadline.objects.get)()
    assert deadline.due_at.timestamp() == now + 628
    assert await database_sync_to_async(Worker.objects.count)() == 5


async def test_a_turn_whose_time_was_given_back_is_not_ended_by_a_timer_that_does_not_know():
    """The database was away while the process lived: its timers are older than the deadline."""
    table, users = await alay(2, rules={"match.target": 5}, **CLOCK)
    clock = FakeClock()
    async with running(clock) as runtime:
        clients = await seated(runtime, table, users)
        await settle()
        actor = runtime.rooms[table.public_id].actor
        before = len(await rows())
        later = actor.plan.due + 300

        def give_back():
            Deadline.objects.update(due_at=datetime.fromtimestamp(later, UTC))

        await database_sync_to_async(give_back)()
        await clock.go(45)
        assert len(await rows()) == before
        assert actor.plan.due == pytest.approx(later)
        await clients[0].send({"t": "sync", "have": 2})
        state = await clients[0].until(lambda f: f["t"] == "state")
        assert state["clock"]["remaining_ms"] == CLOCK["turn_ms"]
        await clock.go(300)
        assert len(await rows()) == before + 1


async def test_a_process_that_could_not_speak_gives_time_back_before_it_ends_a_turn():
    table, users = await alay(2, rules={"match.target": 5}, **CLOCK)
    clock = FakeClock()
    async with running(clock) as runtime:
        _clients = await seated(runtime, table, users)  # they stay while they are held
        await settle()
        actor, before = runtime.rooms[table.public_id].actor, len(await rows())

        def silence():
            moment = datetime.fromtimestamp(clock.now(), UTC)
            Worker.objects.update(last_alive=moment - timedelta(seconds=1))

        await database_sync_to_async(silence)()
        clock.time += 45  # the whole machine slept
        runtime.scheduler._spoke_at -= 45
        await actor.fire(actor.plan)
        assert actor.plan.due >= clock.now() + runtime.options.mercy
        await settle()
        assert len(await rows()) == before
        await clock.go(0)
        assert len(await rows()) == before


async def test_who_was_not_told_of_what_is_in_memory_is_told_by_the_poll():
    """As after a fault between reading the journal and telling of it."""
    table, users = await alay(2)
    async with running(heads_every=0.02) as runtime:
        clients = await seated(runtime, table, users)
        mover = next(client for client in clients if client.view["turn"] == client.seat)
        other = next(client for client in clients if client is not mover)
        room = runtime.rooms[table.public_id]
        publish, shown = room.broadcast.publish_state, room.broadcast
        shown.publish_state = lambda game: None
        with added() as grown:
            await mover.act(mover.view["legal"][0])
            state = await other.until_seq(3)
            assert state["events"][0]["type"] == "card_played"
            await mover.until_seq(3)
            assert grown("brisca_resyncs_total", why="late") == 2
        shown.publish_state = publish
