"""What is counted: each figure moves when what it stands for happens, and says nothing secret."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError

from games.live.core import metrics
from games.live.storage.journal import Unit
from games.models import Action
from tests.live.metering import added, samples
from tests.support.live import (
    Client,
    FakeClock,
    alay,
    first_card,
    play_out,
    running,
    seated,
    settle,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

CLOCK = {"turn_ms": 20_000, "bank_ms": 10_000, "increment_ms": 2_000}


async def test_a_match_is_counted_move_by_move():
    table, users = await alay(2)
    async with running() as runtime:
        clients = await seated(runtime, table, users)
        with added() as grown:
            await play_out(clients)
            await settle()
        plays = sum(
            frame["t"] == "ack" and "seq" in frame for client in clients for frame in client.frames
        )
        assert grown("brisca_moves_total", by="player") == plays > 0
        assert grown("brisca_ack_seconds_count") == plays
        assert grown("brisca_commit_units_count") == grown("brisca_commit_seconds_count") > 0
        assert grown("brisca_commit_units_sum") >= plays
        assert grown("brisca_not_written_total") == 0


async def test_bots_think_and_clocks_fire_in_time():
    table, users = await alay(1, 1, rules={"match.target": 1})
    async with running() as runtime:
        with added() as grown:
            await play_out([await Client(runtime, table, users[0]).connect()])
            await settle()
        assert grown("brisca_bot_seconds_count") > 0
        assert grown("brisca_clock_lag_seconds_count", kind="bot") > 0
        assert grown("brisca_moves_total", by="bot") > 0


async def test_a_deadline_that_is_seen_to_late_is_measured():
    table, users = await alay(2, rules={"match.target": 5}, **CLOCK)
    clock = FakeClock()
    async with running(clock) as runtime:
        _clients = await seated(runtime, table, users)  # they stay while they are held
        with added() as grown:
            clock.time += 45  # the process slept
            await clock.go(0)
        assert grown("brisca_clock_lag_seconds_count", kind="turn") == 1
        late = grown("brisca_clock_lag_seconds_sum", kind="turn")
        assert late == pytest.approx(45 - 20 - 10 - 1, abs=0.5)
        assert grown("brisca_moves_total", by="clock") == 1


async def test_sockets_tables_and_matches_are_those_of_this_moment():
    table, users = await alay(2, watch="anyone")
    async with running() as runtime:
        _clients = await seated(runtime, table, (*users, None))  # they stay while they are held
        now = samples()
        assert now["brisca_sockets", (("of", "players"),)] == 2
        assert now["brisca_sockets", (("of", "watchers"),)] == 1
        assert now["brisca_sockets", (("of", "lobby"),)] == 0
        assert now["brisca_tables", ()] == now["brisca_matches", ()] == 1
        assert now["brisca_draining", ()] == 0
        await runtime.drain()
        assert samples()["brisca_draining", ()] == 1
    assert samples()["brisca_tables", ()] == 0


async def test_refusals_are_counted_by_code_and_returns_by_reason():
    table, users = await alay(2)
    async with running() as runtime:
        client = await Client(runtime, table, users[0]).connect()
        await client.until_seq(2)
        with added() as grown:
            await client.send({"t": "sync", "have": 1})
            await client.until(lambda f: f["t"] == "state")
            await client.act({"type": "play", "card": "nothing"})
            other = await Client(runtime, table, users[1]).connect(have=1)
            await other.until_seq(2)
        assert grown("brisca_resyncs_total", why="asked") == 1
        assert grown("brisca_resyncs_total", why="return") == 1
        assert grown.all("brisca_refusals_total") == 1


async def test_what_the_database_refuses_is_counted():
    def fail():
        raise OperationalError("away")

    async with running() as runtime:
        with added() as grown:
            with pytest.raises(OperationalError):
                await runtime.db.run(fail)
            with pytest.raises(Exception, match="OperationalError"):
                await runtime.journal.put(Unit(also=(fail,)))
        assert grown("brisca_database_errors_total", kind="OperationalError") >= 2
        assert grown("brisca_database_retries_total") >= 1
        assert grown("brisca_not_written_total") == 1


async def test_messages_between_processes_are_counted_at_both_ends():
    table, users = await alay(2)
    async with running(pubsub_in_memory=True) as first, running(pubsub_in_memory=True) as second:
        clients = [
            await Client(runtime, table, user).connect()
            for runtime, user in zip((first, second), users, strict=True)
        ]
        for client in clients:
            await client.until_seq(2)
        with added() as grown:
            mover = next(client for client in clients if client.view["turn"] == client.seat)
            other = next(client for client in clients if client is not mover)
            await mover.act(first_card(mover.view))
            await other.until_seq(3)
        assert grown("brisca_pubsub_messages_sent_total", what="head") >= 1
        assert grown("brisca_pubsub_messages_received_total", what="head") >= 1
        assert grown("brisca_bells_rung_total", what="head") >= 1, "the name of the last release"
    assert await database_sync_to_async(Action.objects.count)() == 3


def labels_of(values, name):
    return {labels: value for (sample, labels), value in values.items() if sample == name}


async def test_renamed_counters_have_their_old_names_for_one_release():
    metrics.PUBSUB_SENT.labels("head").inc()
    metrics.PUBSUB_FAILED.inc()
    values = samples()
    for old, new in (("rung", "sent"), ("heard", "received"), ("failed", "failed")):
        old_values = labels_of(values, f"brisca_bells_{old}_total")
        assert old_values == labels_of(values, f"brisca_pubsub_messages_{new}_total")
        assert old_values or old == "heard"


async def test_the_loop_is_watched():
    async with running() as runtime:
        with added() as grown:
            while not grown("brisca_loop_lag_seconds_count"):
                await runtime.loop_lag.beat.wait()
        assert runtime.loop_lag.lag >= 0
