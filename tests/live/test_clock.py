"""Time-outs, bots for who is gone, and time given back; on a clock of the test's own."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async

from games.live.match import outage
from games.models import Action, Deadline, TableSeat, Worker
from tests.support.live import (
    FakeClock,
    alay,
    first_card,
    mover_and_rival,
    play_a_trick,
    running,
    settle,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

CLOCK = {"turn_ms": 20_000, "bank_ms": 10_000, "increment_ms": 2_000}
actions = database_sync_to_async(
    lambda: list(Action.objects.values_list("seat", "by", "client_id", "ms"))
)
substitutes = database_sync_to_async(
    lambda: dict(TableSeat.objects.values_list("seat", "substitute"))
)


async def test_a_turn_ends_after_its_time_its_bank_and_a_moment_of_grace():
    table, users = await alay(2, rules={"match.target": 5}, **CLOCK)
    clock = FakeClock()
    async with running(clock) as runtime:
        mover, _ = await mover_and_rival(runtime, table, users)
        late = runtime.options.orphan_margin  # nobody here made the plan that was loaded
        await clock.go(30 + 0.9)
        assert len(await actions()) == 2
        await clock.go(0.2 + late)
        rows = await actions()
        assert rows[2][:3] == (mover.seat, "clock", "timeout:2")
        state = await mover.until_seq(3)
        assert state["events"][0]["type"] == "card_played"
        assert state["clock"]["bank_ms"][mover.seat] == 2_000


async def test_a_move_in_the_grace_counts():
    table, users = await alay(2, **CLOCK)
    clock = FakeClock()
    async with running(clock) as runtime:
        mover, _ = await mover_and_rival(runtime, table, users)
        await clock.go(30.5)
        assert (await mover.act(first_card(mover.view)))["seq"] == 3
        assert (await actions())[2][1] == "player"


async def test_clients_are_told_what_is_left():
    table, users = await alay(2, **CLOCK)
    clock = FakeClock()
    async with running(clock) as runtime:
        mover, other = await mover_and_rival(runtime, table, users)
        await clock.go(5)
        await other.send({"t": "sync", "have": 2})
        state = await other.until(lambda f: f["t"] == "state")
        assert state["clock"] == {
            "turn": mover.seat,
            "remaining_ms": 15_000,
            "turn_ms": 20_000,
            "bank_ms": [10_000, 10_000],
            "paused": False,
        }


async def test_after_two_turns_run_out_a_bot_plays_until_the_seat_is_taken_back():
    table, users = await alay(2, rules={"match.target": 5}, **CLOCK)
    clock = FakeClock()
    async with running(clock) as runtime:
        mover, other = await mover_and_rival(runtime, table, users)
        await play_a_trick([mover, other])
        for _ in range(400):
            await clock.go(1)
            await other.drain()
            if other.view["turn"] == other.seat:
                await other.act(first_card(other.view))
            if (await substitutes())[mover.seat]:
                break
        assert (await substitutes())[mover.seat] == "rules"
        timeouts = [row[2] for row in await actions() if row[2].startswith("timeout:")]
        assert len(timeouts) == 2
        await settle()
        await clock.go(1)
        await mover.until_table(lambda table: table["seats"][mover.seat]["substitute"] == "rules")
        assert (await mover.act({"type": "claim"}))["code"] == "forbidden"
        assert (await mover.do("take_back"))["t"] == "ack"
        assert (await substitutes())[mover.seat] == ""
        await settle()
        await mover.drain()
        while mover.view["turn"] != mover.seat:
            await other.drain()
            await other.act(first_card(other.view))
            await mover.drain()
        assert (await mover.act(first_card(mover.view)))["t"] == "ack"


async def test_a_seat_without_a_socket_gets_a_bot_after_a_minute():
    table, users = await alay(2, rules={"match.target": 5})
    clock = FakeClock()
    async with running(clock) as runtime:
        one, two = await mover_and_rival(runtime, table, users)
        await play_a_trick([one, two])
        await one.until_seq(two.state["seq"])
        mover, other = (one, two) if one.view["turn"] == one.seat else (two, one)
        await mover.close()
        await clock.go(59)
        assert not other.table["absences"]
        await clock.go(2)
        await other.until_table(lambda table: bool(table["absences"]))
        assert set((await substitutes()).values()) == {""}
        await clock.go(20)
        assert (await substitutes())[mover.seat] == "rules"
        assert (await substitutes())[other.seat] == ""
        await clock.go(1)
        state = await other.until_seq(5)
        assert state["events"][0]["seat"] == mover.seat


async def test_without_a_clock_nobody_who_is_there_is_hurried():
    table, users = await alay(2)
    clock = FakeClock()
    async with running(clock) as runtime:
        mover, _ = await mover_and_rival(runtime, table, users)
        await clock.go(3600)
        assert set((await substitutes()).values()) == {""}
        assert (await mover.act(first_card(mover.view)))["seq"] == 3


async def test_after_an_outage_turns_get_their_time_back():
    await alay(2, **CLOCK)

    def story():
        now = 1_800_000_000.0
        outage.say_alive("a", now)
        deadline = Deadline.objects.get()
        Deadline.objects.filter(pk=deadline.pk).update(kind="turn")

        def due(at):
            return Deadline.objects.get().due_at.timestamp() - at

        def set_due(at):
            deadline.refresh_from_db()
            deadline.due_at = deadline.due_at.fromtimestamp(at, deadline.due_at.tzinfo)
            deadline.save()

        set_due(now + 28)
        assert outage.say_alive("b", now + 2.5, outage=3, min_left=20) == 0
        assert due(now) == 28
        assert outage.say_alive("c", now + 602.5, outage=3, min_left=20) == 1
        assert due(now + 602.5) == pytest.approx(25.5)
        set_due(now + 604)
        assert outage.say_alive("d", now + 900, outage=3, min_left=20) == 1
        assert due(now + 900) == 20
        assert Worker.objects.count() == 4

    await database_sync_to_async(story)()
