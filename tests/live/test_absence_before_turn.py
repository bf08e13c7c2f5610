"""A connection is lost while another player is to play."""

from __future__ import annotations

import pytest

from tests.live.absences import (
    GONE,
    absence,
    begun,
    choose,
    departures,
    excused,
    lose,
    the_match,
    turn_to,
    votes,
)
from tests.support.live import Client, FakeClock, first_card, running, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.mark.parametrize("clock_of_table", [{}, {"turn_ms": 75_000, "bank_ms": 0}])
async def test_whoever_is_to_play_and_does_not_cannot_claim_the_match(clock_of_table):
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await begun(runtime, **clock_of_table)
        await turn_to(clients, 0)
        await clients[GONE].close()
        await settle()
        for _ in range(3):
            await clock.go(20.5)
        (other,) = clients[:GONE]
        await other.until_table(lambda table: bool(table["absences"]))
        vote = absence(other)
        assert (vote["kind"], vote["may"]) == ("away", ["wait", "bot"])
        assert (await other.do("vote", seat=GONE, choice="end"))["code"] == "bad_choice"
        assert await departures() == []
        assert (await the_match()).status == "playing"


async def test_without_an_answer_they_wait_for_whoever_is_gone_while_another_is_to_play():
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await begun(runtime)
        await lose(clients, clock, turn=0)
        assert await votes() == [(GONE, "open")]
        await clock.go(21)
        assert await votes() == [(GONE, "wait")]
        await clock.go(121)
        assert await votes() == [(GONE, "open")]
        assert await departures() == []


async def test_a_bot_that_is_chosen_before_the_turn_of_the_absent_is_held_against_nobody():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users, clients = await begun(runtime)
        (other,) = await lose(clients, clock, turn=0)
        await choose([other], "bot")
        await other.until_table(lambda table: bool(table["seats"][GONE]["substitute"]))
        assert await excused() == [True]
        back = await Client(runtime, table, users[GONE]).connect()
        assert (await back.do("take_back"))["t"] == "ack"
        await other.until_table(lambda table: not table["seats"][GONE]["substitute"])


async def test_the_minute_after_which_a_match_is_claimed_begins_with_the_turn_of_the_absent():
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await begun(runtime)
        (other,) = await lose(clients, clock, 100, turn=0)
        await turn_to([other], GONE)
        await clock.go(55)
        assert absence(other)["kind"] == "away"
        await clock.go(6)
        await other.until_table(lambda table: table["absences"][0]["kind"] == "turn")
        await choose([other], "end")
        await settle()
        await clock.go(1)
        await other.until(lambda f: f["t"] == "state" and f["view"]["phase"] == "match_over")
        assert other.view["winners"] == [0]


async def test_who_comes_back_in_the_others_turn_finds_nothing_changed():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users, clients = await begun(runtime)
        (other,) = await lose(clients, clock, 300, turn=0)
        back = await Client(runtime, table, users[GONE]).connect()
        await other.until_table(lambda table: not table["absences"])
        await turn_to([other, back], GONE)
        assert (await back.act(first_card(back.view)))["t"] == "ack"
    assert await departures() == []
