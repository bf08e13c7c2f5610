"""A connection is lost in its player's turn: those who remain choose what becomes of the seat."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async

from games.services import absences
from tests.live.absences import (
    GONE,
    PLAYERS,
    absence,
    begun,
    choose,
    departures,
    lose,
    outcomes,
    the_match,
    turn_to,
    votes,
)
from tests.support.live import (
    Client,
    FakeClock,
    alay,
    first_card,
    play_a_trick,
    running,
    seated,
    settle,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

CLOCK = {"turn_ms": 20_000, "bank_ms": 10_000}


@pytest.mark.parametrize("count", PLAYERS)
async def test_those_who_remain_are_asked_after_a_minute_and_see_what_the_others_chose(count):
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await begun(runtime, count)
        remain = await lose(clients, clock)
        vote = absence(remain[0])
        assert (vote["seat"], vote["result"], vote["choices"]) == (GONE, "open", [])
        assert vote["voters"] == [client.seat for client in remain]
        assert 0 < vote["ends_in_ms"] <= 20_000
        if count > 2:
            await choose(remain[:1], "wait")
            await remain[-1].until_table(lambda table: bool(table["absences"][0]["choices"]))
            assert absence(remain[-1])["choices"] == [{"seat": remain[0].seat, "choice": "wait"}]
            assert absence(remain[-1])["result"] == "open"


@pytest.mark.parametrize("count", PLAYERS)
async def test_a_bot_plays_on_at_once_where_more_than_half_choose_it(count):
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await begun(runtime, count)
        remain = await lose(clients, clock)
        await choose(remain[: len(remain) // 2 + 1], *["bot"] * len(remain))
        await remain[-1].until_table(lambda table: bool(table["seats"][GONE]["substitute"]))
        assert remain[-1].table["absences"] == []
    assert await departures() == [(GONE, "disconnected", None)]


@pytest.mark.parametrize("count", PLAYERS)
async def test_they_wait_where_more_than_half_choose_it_and_are_asked_again(count):
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await begun(runtime, count)
        remain = await lose(clients, clock)
        await choose(remain[: len(remain) // 2 + 1], *["wait"] * len(remain))
        await remain[-1].until_table(lambda table: table["absences"][0]["result"] == "wait")
        await clock.go(110)
        assert await votes() == [(GONE, "wait")]
        assert await departures() == []
        await clock.go(20)
        assert await votes() == [(GONE, "open")]


async def test_in_a_match_of_two_the_other_claims_the_match():
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await begun(runtime)
        (other,) = await lose(clients, clock)
        await choose([other], "end")
        await settle()
        await clock.go(1)
        await other.until(lambda f: f["t"] == "state" and f["view"]["phase"] == "match_over")
        assert (other.view["winners"], other.view["ended_by"]) == ([0], "resigned")
    match = await the_match()
    assert (match.winners, match.ended_by, match.status) == ([0], "resigned", "finished")
    assert match.unrated_reason != "early_resignation"
    assert await outcomes() == ["finished", "left"]
    assert await votes() == []


@pytest.mark.parametrize("count", [3, 4, 6])
async def test_in_any_other_match_its_end_is_a_draw_and_the_absent_player_has_left(count):
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await begun(runtime, count)
        remain = await lose(clients, clock)
        await choose(remain[: len(remain) // 2 + 1], *["end"] * len(remain))
        await settle()
        await clock.go(1)
        for client in remain:
            await client.until(lambda f: f["t"] == "state" and f["view"]["phase"] == "match_over")
            assert (client.view["winners"], client.view["ended_by"]) == ([], "agreed")
    assert await outcomes() == ["finished", "left", *["finished"] * (count - 2)]
    match = await the_match()
    assert (match.rated, match.unrated_reason) == (False, "player_gone")


@pytest.mark.parametrize(
    ("count", "chosen"), [(3, []), (3, ["wait", "end"]), (4, ["wait", "end"]), (6, ["end", "end"])]
)
async def test_without_a_majority_a_bot_plays_on_after_twenty_seconds(count, chosen):
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await begun(runtime, count)
        remain = await lose(clients, clock)
        await choose(remain, *chosen)
        assert await departures() == []
        await clock.go(21)
        await remain[0].until_table(lambda table: bool(table["seats"][GONE]["substitute"]))
    assert await departures() == [(GONE, "disconnected", None)]


async def test_who_comes_back_in_the_last_second_has_the_seat():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users, clients = await begun(runtime, 3)
        remain = await lose(clients, clock)
        await choose(remain[:1], "end")
        await clock.go(18.5)
        back = await Client(runtime, table, users[GONE]).connect()
        await remain[0].until_table(lambda table: not table["absences"])
        await clock.go(30)
        assert (await remain[1].do("vote", seat=GONE, choice="end"))["code"] == "no_vote"
        assert back.table["seats"][GONE]["substitute"] is None
        await back.drain()
        assert back.view["turn"] == GONE
        assert (await back.act(first_card(back.view)))["t"] == "ack"
    assert await departures() == []


async def test_the_clock_of_somebody_else_is_not_touched():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, _users, clients = await begun(runtime, turn_ms=300_000, bank_ms=0)
        await turn_to(clients, 0)
        actor = runtime.rooms[table.public_id].actor
        plan, banks = actor.plan, list(actor.game.time.banks)
        (other,) = await lose(clients, clock, turn=0)
        assert actor.plan == plan
        await choose([other], "wait")
        await settle()
        assert (actor.plan, actor.game.time.banks) == (plan, banks)


async def test_a_turn_that_runs_out_while_its_player_is_gone_is_not_played_but_asked_about():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users, clients = await begun(runtime, **CLOCK)
        (other,) = await lose(clients, clock)
        seq = runtime.rooms[table.public_id].actor.game.seq
        await choose([other], "wait")
        await settle()
        await clock.go(100)
        assert runtime.rooms[table.public_id].actor.game.seq == seq
        back = await Client(runtime, table, users[GONE]).connect()
        await other.until_table(lambda table: not table["absences"])
        await settle()
        await clock.go(10)
        await back.until_seq(seq)
        assert back.view["turn"] == GONE
        assert (await back.act(first_card(back.view)))["t"] == "ack"


async def test_who_comes_back_to_a_prolonged_turn_has_its_usual_time_left():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users, clients = await begun(runtime, **CLOCK)
        (other,) = await lose(clients, clock)
        await choose([other], "wait")
        await settle()
        await clock.go(25)
        back = await Client(runtime, table, users[GONE]).connect()
        await other.until_table(lambda table: not table["absences"])
        await settle()
        plan = runtime.rooms[table.public_id].actor.plan
        assert (plan.kind, plan.seat) == ("turn", GONE)
        assert plan.due - clock.now() == pytest.approx(30, abs=1)
        assert back.table["seats"][GONE]["substitute"] is None


async def test_a_process_that_dies_while_they_choose_leaves_the_vote_to_the_next():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users, clients = await begun(runtime, 3)
        await lose(clients, clock)
    later = FakeClock(clock.now() + 5)
    async with running(later) as runtime:
        again = [await Client(runtime, table, users[seat]).connect() for seat in (0, 2)]
        assert absence(again[0])["result"] == "open"
        await choose(again, "bot", "bot")
        await again[0].until_table(lambda table: bool(table["seats"][GONE]["substitute"]))
    assert len(await departures()) == 1


async def test_a_process_that_dies_before_it_ends_the_match_leaves_that_to_the_next():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users, clients = await begun(runtime)
        await lose(clients, clock)
    player = await database_sync_to_async(lambda: table.seats.get(seat=0).player)()
    await database_sync_to_async(absences.cast_vote)(
        table=table, player=player, seat=GONE, choice="end", seq=4, now=None
    )
    assert await votes() == [(GONE, "end")]
    later = FakeClock(clock.now() + 5)
    async with running(later) as runtime:
        other = await Client(runtime, table, users[0]).connect()
        await later.go(2)
        await other.until(lambda f: f["t"] == "state" and f["view"]["phase"] == "match_over")
    assert (await the_match()).winners == [0]
    assert await departures() == [(GONE, "disconnected", None)]


async def test_two_processes_ask_once_and_agree():
    clock = FakeClock()
    async with (
        running(clock, pubsub_in_memory=True) as here,
        running(clock, pubsub_in_memory=True) as there,
    ):
        table, users = await alay(3, rules={"match.target": 5})
        clients = [
            await Client(runtime, table, user).connect()
            for runtime, user in zip((here, here, there), users, strict=True)
        ]
        for client in clients:
            await client.until_seq(2)
        await play_a_trick(clients)
        first, second = await lose(clients, clock)
        assert await votes() == [(GONE, "open")]
        await choose([first, second], "bot", "bot")
        for client in (first, second):
            await client.until_table(lambda table: bool(table["seats"][GONE]["substitute"]))
    assert len(await departures()) == 1


async def test_a_match_is_called_off_where_the_first_card_is_never_played():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users = await alay(2, rules={"match.target": 5})
        clients = await seated(runtime, table, users)
        (other,) = await lose(clients, clock)
        await clock.go(21)
        await other.until_table(lambda table: table["status"] == "finished")
        assert other.table["ended"]["ended_by"] == "abandoned"
        assert runtime.rooms[table.public_id].actor.over
    match = await the_match()
    assert (match.status, match.winners) == ("abandoned", None)
    assert await outcomes() == ["no_first_card"]


async def test_whoever_leaves_before_the_first_card_ends_the_match_for_all_at_once():
    async with running(FakeClock()) as runtime:
        table, users = await alay(3, rules={"match.target": 5})
        clients = await seated(runtime, table, users)
        assert (await clients[GONE].do("leave"))["t"] == "ack"
        for client in (clients[0], clients[2]):
            await client.until_table(lambda table: table["status"] == "finished")
            assert (await client.do("rematch"))["t"] == "ack"
    assert await outcomes() == ["no_first_card"]


async def test_only_those_who_remain_choose_and_only_what_there_is():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, _users, clients = await begun(runtime, 3)
        vote = {"seat": GONE, "choice": "bot"}
        assert (await clients[0].do("vote", **vote))["code"] == "no_vote"
        remain = await lose(clients, clock)
        watcher = await Client(runtime, table).connect()
        assert (await watcher.do("vote", **vote))["code"] == "forbidden"
        assert (await remain[0].do("vote", seat=GONE, choice="win"))["code"] == "bad_choice"
        assert (await remain[0].do("vote", seat=0, choice="bot"))["code"] == "no_vote"
        assert (await remain[0].do("vote", choice="bot"))["code"] == "bad_message"
    assert await votes() == [(GONE, "open")]
