"""A deal that is on its way when a process dies, or two of them make it: it is one deal."""

from __future__ import annotations

import asyncio
import time

import pytest

from tests.live.browsers import (
    BACK,
    WAITS,
    Browser,
    cut_made,
    dealt,
    dealt_after_the_clocks_cut,
    rows,
    sealed,
    secrets_of,
    sit,
)
from tests.support.live import FakeClock, alay, running, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.mark.parametrize("at", ["sealed", "cut", "one nonce"])
async def test_a_crash_resumes_the_same_deal(at):
    table, users = await alay(2)
    async with running(FakeClock(), **WAITS) as runtime:
        cutter, other = await sit(runtime, table, users)
        await sealed(cutter, other)
        if at != "sealed":
            await cutter.cut(13)
        if at == "one nonce":
            await cutter.show()
        before = (await secrets_of())[0]
        nonces = {one.seat: one.nonces for one in (cutter, other)}
    assert before.fairness is None
    async with running(FakeClock(), **WAITS) as runtime:
        back = [await Browser(runtime, table, user).connect() for user in users]
        for one in back:
            fair = await one.until_fair()
            one.nonces = nonces[one.seat]
            assert fair["server_commit"] == before.server_commit
            assert fair["client_commits"] == before.client_commits
        cutter = next(one for one in back if one.seat == cutter.seat)
        if at == "sealed":
            assert (await cutter.cut(13))["t"] == "ack"
        for one in back:
            if at != "one nonce" or one is not cutter:
                assert (await one.show())["t"] == "ack"
        block = await dealt(*back)
        assert block["server_seed"] == bytes(before.server_seed).hex()
        assert (block["cut"], block["flags"]) == (13, [])


async def sealed_and_cut(runtime, table, users):
    """The browsers of a deal whose deck is cut, the cutter first; they have still to show."""
    browsers = await sit(runtime, table, users)
    await sealed(*browsers)
    assert (await browsers[0].cut(13))["t"] == "ack"
    return browsers


async def returns(runtime, table, users, before):
    """The browser of somebody after a reload: with the nonces that it had drawn."""
    user = next(one for one in users if one.pk == before.socket.scope["user"].pk)
    back = await Browser(runtime, table, user).connect()
    back.nonces = before.nonces
    await back.until_fair()
    return back


@pytest.mark.parametrize("shown", [0, 1])
async def test_who_comes_back_after_a_process_has_died_is_not_left_out(shown):
    table, users = await alay(2)
    clock = FakeClock()
    async with running(clock, **BACK) as runtime:
        browsers = await sealed_and_cut(runtime, table, users)
        for browser in browsers[:shown]:
            assert (await browser.show())["t"] == "ack"
    clock = FakeClock(clock.time + 9)  # the new process is there long after the nonces were due
    async with running(clock, **BACK) as runtime:
        await runtime.scheduler.due()
        await settle()
        await clock.go(2.5)
        first = await returns(runtime, table, users, browsers[shown])
        assert first.view["phase"] == "deal"
        assert (await first.show())["t"] == "ack"
        await clock.go(2.5)
        rest = [
            await returns(runtime, table, users, one) for one in browsers if one.seat != first.seat
        ]
        for browser in rest[shown:]:
            assert (await browser.show())["t"] == "ack"
        assert (await dealt(first))["flags"] == []


async def test_who_does_not_come_back_holds_the_table_no_longer_than_a_browser_takes():
    table, users = await alay(2)
    clock = FakeClock()
    async with running(clock, **BACK) as runtime:
        cutter, other = await sealed_and_cut(runtime, table, users)
        assert (await cutter.show())["t"] == "ack"
    clock = FakeClock(clock.time + 9)
    async with running(clock, **BACK) as runtime:
        back = await returns(runtime, table, users, cutter)
        await clock.go(5.9)
        assert back.view["phase"] == "deal"
        await clock.go(1.2)  # and the margin of who took the match on
        assert (await dealt(back))["flags"] == [f"nonce_missing:{other.seat}"]


async def test_commits_and_the_cut_wait_for_who_comes_back_too():
    table, users = await alay(2)
    async with running(FakeClock(), **BACK) as runtime:
        cutter, other = await sit(runtime, table, users)
        await cutter.commit()
        start = runtime.clock.time
    clock = FakeClock(start + 9)
    async with running(clock, **BACK) as runtime:
        await runtime.scheduler.due()
        await settle()
        await clock.go(5)
        assert await secrets_of() == []
        other = await returns(runtime, table, users, other)
        assert (await other.commit())["t"] == "ack"
        await other.until_fair(lambda fair: fair["server_commit"])
        assert None not in other.fair["client_commits"]
        await clock.go(0.9)
        cutter = await returns(runtime, table, users, cutter)
        assert 7000 <= cutter.fair["cut_in_ms"] <= 8000
        assert (await cutter.cut(9))["t"] == "ack"
        for browser in (cutter, other):
            assert (await browser.show())["t"] == "ack"
        assert (await dealt(cutter, other))["flags"] == []


async def test_a_connection_that_is_lost_after_the_cut_may_come_back():
    table, users = await alay(2)
    clock = FakeClock()
    async with running(clock, **BACK) as runtime:
        cutter, other = await sealed_and_cut(runtime, table, users)
        await cutter.show()
        await other.close()
        await settle()
        await clock.go(5)
        assert cutter.view["phase"] == "deal"
        back = await returns(runtime, table, users, other)
        assert (await back.show())["t"] == "ack"
        assert (await dealt(cutter, back))["flags"] == []


async def test_a_connection_that_flickers_does_not_hold_the_table_for_ever():
    table, users = await alay(2)
    clock = FakeClock()
    async with running(clock, **BACK) as runtime:
        cutter, other = await sealed_and_cut(runtime, table, users)
        await cutter.show()
        for _ in range(4):
            await other.close()
            await settle()
            await clock.go(2)
            other = await returns(runtime, table, users, other)
            await clock.go(1)
        assert (await dealt(cutter))["flags"] == [f"nonce_missing:{other.seat}"]


@pytest.mark.parametrize("slow", ["loop", "commit"])
async def test_browsers_have_longer_where_the_process_is_slow(slow):
    table, users = await alay(2)
    clock = FakeClock()
    async with running(clock, **BACK) as runtime:
        cutter, other = await sit(runtime, table, users)
        await sealed(cutter, other)
        if slow == "loop":
            runtime.loop_lag._late.append(0.6)
        else:
            runtime.journal._latest.append((time.monotonic(), 0.6))
        await cutter.cut(13)
        await cutter.show()
        await clock.go(5)
        assert (await other.show())["t"] == "ack"
        assert (await dealt(cutter, other))["flags"] == []


async def test_two_processes_seal_and_cut_at_once_and_one_does():
    table, users = await alay(2)
    clocks = [FakeClock(), FakeClock()]
    async with (
        running(clocks[0], **BACK) as one,
        running(clocks[1], **BACK) as two,
    ):
        first = await Browser(one, table, users[0]).connect()
        second = await Browser(two, table, users[1]).connect()
        for browser in (first, second):
            await browser.until_phase("cut")
        actors = [runtime.rooms[table.public_id].actor for runtime in (one, two)]
        for kind in ("commits", "cut", "nonces"):
            plans = [actor.plan for actor in actors]
            if kind == "commits":
                assert [plan.kind for plan in plans] == [kind] * 2
            await asyncio.gather(
                *(actor.fire(plan) for actor, plan in zip(actors, plans, strict=True))
            )
            for actor in actors:
                await actor.catch_up()
            await settle()
        for browser in (first, second):
            await browser.until_phase("play")
        (secret,) = await secrets_of()
        kinds = [kind for _, kind, _ in await rows()]
        assert kinds == ["cut", "deal"]
        assert first.fair["server_commit"] == second.fair["server_commit"] == secret.server_commit


@pytest.mark.parametrize("bell", [True, False])
async def test_nonces_through_two_processes_are_all_used(bell):
    table, users = await alay(2)
    more = {**WAITS, "pubsub_in_memory": bell, "heads_every": 4.0 if bell else 0.02}
    more["cut_absent_within"] = 8.0  # without bells the cutter seems to be away
    clocks = [FakeClock(), FakeClock()]
    async with running(clocks[0], **more) as one, running(clocks[1], **more) as two:
        browsers = [
            await Browser(runtime, table, user).connect()
            for runtime, user in zip((one, two), users, strict=True)
        ]
        for browser in browsers:
            await browser.until_phase("cut")
            await browser.commit()
        if not bell:
            await asyncio.gather(*(clock.go(5) for clock in clocks))
        for browser in browsers:
            await browser.until_fair(lambda fair: fair["server_commit"])
        assert not bell or None not in browsers[0].fair["client_commits"]
        assert browsers[0].fair["client_commits"] == browsers[1].fair["client_commits"]
        cutter = next(one for one in browsers if one.view["turn"] == one.seat)
        await cutter.cut(22)
        for browser in browsers:
            if not cut_made(browser.state):
                await browser.until(cut_made)
            await browser.show()
        if not bell:
            await asyncio.gather(*(clock.go(5) for clock in clocks))
        block = await dealt(*browsers)
        # Without bells a process does not know who is there at another, and waits for its own.
        silent = [seat for seat, one in enumerate(block["client_commits"]) if one is None]
        missing = [flag for flag in block["flags"] if flag != "cut_by_clock"]
        assert set(missing) >= {f"nonce_missing:{seat}" for seat in silent}
        assert not bell or missing == []


async def test_who_takes_on_a_deal_waits_for_people_at_a_process_that_is_slow():
    table, users = await alay(2)
    more = {**WAITS, "pubsub_in_memory": True, "tick": 3600.0, "heads_every": 3600.0}
    clock = FakeClock()
    async with running(FakeClock(), **more) as slow, running(clock, **more) as quick:
        browsers = await sit(slow, table, users)
        await sealed(*browsers)
        await clock.go(WAITS["cut_within"] + 2 * quick.options.orphan_margin)
        await quick.scheduler.due()
        await settle()
        await clock.go(0.1)  # the deck is cut by the clock now, whoever does it
        block = await dealt_after_the_clocks_cut(*browsers)
        assert block["flags"] == ["cut_by_clock"]


DEAF = {**BACK, "tick": 3600.0, "heads_every": 3600.0}
"""Processes that are not notified of what the others write."""


async def moved_to(runtime, table, user, before):
    """The browser of somebody whose connection is at another process now."""
    browser = await Browser(runtime, table, user).connect()
    browser.nonces = before.nonces
    await browser.until_fair()
    return browser


@pytest.mark.parametrize("drawn", [True, False])
async def test_a_seal_or_cut_is_known_at_a_process_that_was_not_notified_of_it(drawn):
    table, users = await alay(2, drawn=drawn, rules={"match.target": 9})
    async with running(FakeClock(), **DEAF) as one, running(FakeClock(), **DEAF) as two:
        first = [await Browser(one, table, user).connect() for user in users]
        moved = [await moved_to(two, table, *pair) for pair in zip(users, first, strict=True)]
        for browser in first:
            await browser.until_fair()
        await sealed(*first)
        for browser in first:
            await browser.until_phase("cut")
        cutter = next(at for at in (0, 1) if first[at].view["turn"] == first[at].seat)
        assert moved[cutter].fair["server_commit"] is None
        assert (await moved[cutter].cut(13))["t"] == "ack"
        assert first[cutter].view["phase"] == "cut"
        assert (await first[cutter].show())["t"] == "ack"
        assert (await first[1 - cutter].show())["t"] == "ack"
        block = await dealt(*first)
        assert (block["cut"], block["flags"]) == (13, [])


async def test_a_cut_before_the_seal_and_a_nonce_before_the_cut_are_refused():
    table, users = await alay(2)
    async with running(FakeClock(), **DEAF) as runtime:
        cutter, other = await sit(runtime, table, users)
        assert (await cutter.cut(13))["code"] == "too_early"
        await sealed(cutter, other)
        assert (await other.show())["code"] == "too_early"
