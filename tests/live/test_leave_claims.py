"""Somebody leaves a match: in a match of two the other may claim it."""

from __future__ import annotations

import pytest

from tests.live.absences import GONE, absence, begun, choose, departures, outcomes
from tests.support.live import Client, FakeClock, running, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def test_in_a_match_of_two_whoever_stays_claims_at_once_when_the_other_leaves():
    clock = FakeClock()
    async with running(clock, pace=1.0) as runtime:
        table, users, clients = await begun(runtime, rules={"match.target": 5})
        assert (await clients[GONE].do("leave"))["t"] == "ack"
        (other,) = clients[:GONE]
        await other.until_table(lambda table: bool(table["absences"]))
        vote = absence(other)
        assert (vote["kind"], vote["may"]) == ("left", ["bot", "end"])
        assert other.table["you"]["leaving"] == "free"
        await choose([other], "end")
        await settle()
        await clock.go(1)
        await other.until(lambda f: f["t"] == "state" and f["view"]["phase"] == "match_over")
        assert (other.view["winners"], other.view["ended_by"]) == ([0], "resigned")
        await other.until_table(lambda table: table["status"] == "finished")
        back = await Client(runtime, table, users[GONE]).connect()
        assert back.table["ended"]["gone"] == [{"seat": GONE, "why": "left", "excused": False}]
    assert await outcomes() == ["finished", "left"]


async def test_a_leaver_who_takes_the_seat_back_takes_the_claim_away():
    async with running(FakeClock(), pace=1.0) as runtime:
        _table, _users, clients = await begun(runtime)
        assert (await clients[GONE].do("leave"))["t"] == "ack"
        await clients[0].until_table(lambda table: bool(table["absences"]))
        assert (await clients[GONE].do("take_back"))["t"] == "ack"
        await clients[0].until_table(lambda table: not table["absences"])
        assert (await clients[0].do("vote", seat=GONE, choice="end"))["code"] == "no_vote"


async def test_whoever_would_rather_play_on_against_the_bot_is_not_asked_again():
    clock = FakeClock()
    async with running(clock, pace=1.0) as runtime:
        _table, _users, clients = await begun(runtime)
        assert (await clients[GONE].do("leave"))["t"] == "ack"
        await clients[0].until_table(lambda table: bool(table["absences"]))
        await choose(clients[:1], "bot")
        await clients[0].until_table(lambda table: not table["absences"])
        assert clients[0].table["seats"][GONE]["substitute"]
    assert await departures() == [(GONE, "left", None)]


async def test_in_larger_matches_nobody_claims_what_somebody_has_left():
    async with running(FakeClock(), pace=1.0) as runtime:
        _table, _users, clients = await begun(runtime, 3)
        assert (await clients[GONE].do("leave"))["t"] == "ack"
        await clients[0].until_table(lambda table: bool(table["seats"][GONE]["substitute"]))
        assert clients[0].table["absences"] == []
        assert (await clients[0].do("vote", seat=GONE, choice="end"))["code"] == "no_vote"
