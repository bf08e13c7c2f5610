"""A match of one person with bots and without a clock waits for that person, and costs nothing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from channels.db import database_sync_to_async

from games.models import Action, Deadline, Departure, Match, MatchOutcome, TableSeat
from games.selectors.parked import parked
from tests.support.live import Client, FakeClock, alay, first_card, running, seated, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

HOUR, DAY = 3600.0, 86_400.0
ALONE = {2: {}, 4: {"teams": "pairs"}}

the_match = database_sync_to_async(lambda: Match.objects.get())
the_deadline = database_sync_to_async(lambda: Deadline.objects.get())
count_entries = database_sync_to_async(lambda: Action.objects.count())
count_blame = database_sync_to_async(
    lambda: (Departure.objects.count(), MatchOutcome.objects.count())
)
substitutes = database_sync_to_async(
    lambda: set(TableSeat.objects.values_list("substitute", flat=True))
)


def is_own_turn(frame):
    view = frame.get("view") or {}
    return view.get("phase") == "play" and view["turn"] == view["seat"]


async def own_turn(clock, client):
    """Let time pass until it is the client's turn."""
    for _ in range(50):
        await client.drain()
        if client.state is not None and is_own_turn(client.state):
            return
        await clock.go(0.1)
    raise AssertionError("it is not the client's turn")


async def begun(runtime, players=2, **fields):
    """Return table, users and client of a match with bots, in which it is the person's turn."""
    rules = {"match.target": 3, **ALONE[players]}
    table, users = await alay(1, players - 1, rules=rules, **fields)
    (client,) = await seated(runtime, table, users)
    await own_turn(runtime.clock, client)
    return table, users, client


@pytest.mark.parametrize("players", ALONE)
async def test_nobody_plays_for_the_only_person_who_is_gone_and_no_process_holds_the_match(players):
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users, client = await begun(runtime, players)
        await client.close()
        await settle()
        entries = await count_entries()
        await clock.go(HOUR)
        runtime.drop_idle(table.public_id)
        assert runtime.rooms == {}
        await clock.go(3 * DAY)
        await runtime.scheduler.due()
        assert runtime.rooms == {}, "no deadline is due"
        assert await count_entries() == entries
        assert await substitutes() == {""}
        back = await Client(runtime, table, users[0]).connect()
        await own_turn(clock, back)
        assert (await back.act(first_card(back.view)))["t"] == "ack"
        assert await count_entries() > entries
    assert await count_blame() == (0, 0)


async def test_a_card_begins_the_week_anew():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users, client = await begun(runtime)
        await client.close()
        await clock.go(6 * DAY)
        back = await Client(runtime, table, users[0]).connect()
        await own_turn(clock, back)
        await back.act(first_card(back.view))
        await own_turn(clock, back)
        await back.close()
        await clock.go(6 * DAY)
        assert (await the_match()).status == "playing"


@pytest.mark.parametrize("held", [True, False])
async def test_after_a_week_it_ends_without_a_result_and_without_blame(held):
    clock = FakeClock()
    async with running(clock) as runtime:
        table, _users, client = await begun(runtime)
        await client.close()
        await clock.go(HOUR)
        if not held:
            runtime.drop_idle(table.public_id)
        await clock.go(7 * DAY)
        await runtime.scheduler.due()
        await clock.go(10)
    match = await the_match()
    assert (match.status, match.ended_by, match.winners or None) == ("abandoned", "abandoned", None)
    assert await count_blame() == (0, 0)


async def test_who_thinks_long_at_the_table_is_not_parked():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, _users, client = await begun(runtime)
        await clock.go(HOUR)
        runtime.drop_idle(table.public_id)
        assert list(runtime.rooms) == [table.public_id]
        assert (await the_deadline()).due_at.timestamp() < clock.now() + HOUR
        assert (await client.act(first_card(client.view)))["t"] == "ack"


async def test_a_parked_match_is_told_from_one_that_is_played():
    clock = FakeClock()

    @database_sync_to_async
    def count_parked():
        now = datetime.fromtimestamp(clock.now(), UTC)
        return Match.objects.filter(parked(now, "")).count()

    async with running(clock) as runtime:
        _table, _users, client = await begun(runtime)
        await clock.go(120)
        assert await count_parked() == 0
        await client.close()
        await clock.go(120)
        assert await count_parked() == 1


async def test_a_clock_that_was_chosen_holds_against_bots_too():
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, client = await begun(runtime, turn_ms=20_000, bank_ms=0)
        await client.close()
        await clock.go(HOUR)
    assert (await the_match()).status == "finished", "a bot has played on"
