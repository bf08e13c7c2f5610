"""How a deal comes about: commits, seal, cut, nonces, cards; and what may go wrong in between."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async

from games.models import DealSecret, PlayerFigures
from games.record.fairness import NO_NONCE
from games.services import leaving
from games.services.matches import create_match
from tests.live.browsers import (
    WAITS,
    Browser,
    dealt,
    promised,
    rows,
    sealed,
    secrets_of,
    sit,
)
from tests.support.live import FakeClock, alay, first_card, running, settle


@database_sync_to_async
def finished_before(users):
    """Give each of these people a match that they have finished."""
    for user in users:
        PlayerFigures.objects.create(player=user.player, pool="all")


pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def test_the_order_is_commits_seal_cut_nonces_cards():
    table, users = await alay(2)
    async with running(FakeClock(), **WAITS) as runtime:
        cutter, other = await sit(runtime, table, users)
        watcher = await Browser(runtime, table).connect()
        assert (await watcher.until_fair())["server_commit"] is None
        assert await secrets_of() == []
        assert (await cutter.commit())["t"] == "ack"
        assert await secrets_of() == []
        assert (await other.commit())["t"] == "ack"
        for one in (cutter, other, watcher):
            fair = await one.until_fair(lambda fair: fair["server_commit"])
        assert fair["client_commits"] == [commit for _, commit in await promised()]
        assert fair["cut_in_ms"] == 8000
        assert fair["block"] is None
        assert await rows() == []
        assert (await cutter.cut(17))["t"] == "ack"
        await other.until_phase("deal")
        assert await rows() == [(cutter.seat, "cut", "player")]
        await cutter.show()
        assert len(await rows()) == 1
        await other.show()
        block = await dealt(cutter, other, watcher)
        assert block["cut"] == 17
        assert block["flags"] == []
        assert block["server_commit"] == fair["server_commit"]
        assert block["client_commits"] == fair["client_commits"]
        nonces = {one.seat: one.nonces[1].hex() for one in (cutter, other)}
        assert block["nonces"] == [nonces[0], nonces[1]]
        assert await promised() == []


async def test_the_clock_cuts_for_who_is_there_and_does_not():
    table, users = await alay(2)
    clock = FakeClock()
    async with running(clock, **WAITS) as runtime:
        cutter, other = await sit(runtime, table, users)
        await sealed(cutter, other)
        await clock.go(7.9)
        assert await rows() == []
        await clock.go(1.2)
        assert await rows() == [(cutter.seat, "cut", "clock")]
        assert (await cutter.cut(12))["code"] in ("not_in_phase", "not_your_turn")
        await cutter.show()
        await other.show()
        assert (await dealt(cutter, other))["flags"] == ["cut_by_clock"]


async def test_somebody_who_has_not_finished_a_match_has_longer_to_cut():
    table, users = await alay(2)
    async with running(FakeClock(), **WAITS | {"first_cut_within": 12.0}) as runtime:
        cutter, other = await sit(runtime, table, users)
        await sealed(cutter, other)
        assert (await cutter.until_fair(lambda fair: fair["server_commit"]))["cut_in_ms"] == 12_000


async def test_who_has_finished_a_match_has_as_long_to_cut_as_anybody():
    table, users = await alay(2)
    await finished_before(users)
    async with running(FakeClock(), **WAITS | {"first_cut_within": 12.0}) as runtime:
        cutter, other = await sit(runtime, table, users)
        await sealed(cutter, other)
        assert (await cutter.until_fair(lambda fair: fair["server_commit"]))["cut_in_ms"] == 8_000


async def test_who_is_not_there_is_not_waited_for_long():
    table, users = await alay(2)
    clock = FakeClock()
    async with running(clock, **WAITS) as runtime:
        cutter, other = await sit(runtime, table, users)
        await cutter.close()
        await other.commit()
        await other.until_fair(lambda fair: fair["server_commit"])
        await clock.go(3.1)
        await other.until_phase("deal")
        await other.show()
        block = await dealt(other)
        assert set(block["flags"]) == {"cut_by_clock", f"nonce_missing:{cutter.seat}"}
        assert block["nonces"][cutter.seat] == NO_NONCE.hex()


async def test_browsers_that_know_nothing_of_it_are_flagged():
    table, users = await alay(2)
    clock = FakeClock()
    async with running(clock, **WAITS) as runtime:
        cutter, other = await sit(runtime, table, users)
        assert (await other.ask("commit", deal=1, commit=None))["t"] == "ack"
        assert await secrets_of() == []
        await clock.go(4.1)
        await cutter.until_fair(lambda fair: fair["server_commit"])
        assert cutter.fair["client_commits"] == [None, None]
        await cutter.cut(30)
        block = await dealt(cutter, other)
        assert block["flags"] == ["nonce_missing:0", "nonce_missing:1"]


async def test_where_nobody_has_a_nonce_to_give_nothing_is_waited_for():
    table, users = await alay(2)
    async with running(FakeClock(), **WAITS) as runtime:
        cutter, other = await sit(runtime, table, users)
        for one in (cutter, other):
            await one.ask("commit", deal=1, commit=None)
        await cutter.until_fair(lambda fair: fair["server_commit"])
        await cutter.cut(4)
        assert (await dealt(cutter, other))["cut"] == 4


async def test_a_nonce_that_is_kept_back_counts_as_zeros_and_a_late_one_is_refused():
    table, users = await alay(2)
    clock = FakeClock()
    async with running(clock, **WAITS) as runtime:
        cutter, other = await sit(runtime, table, users)
        await sealed(cutter, other)
        await cutter.cut(36)
        await cutter.show()
        await clock.go(2.9)
        assert len(await rows()) == 1
        await clock.go(1.2)
        block = await dealt(cutter, other)
        assert block["flags"] == [f"nonce_missing:{other.seat}"]
        assert block["client_commits"][other.seat] is not None
        assert (await other.show())["code"] == "too_late"
        (secret,) = await secrets_of()
        assert (secret.missing, secret.cut_by_clock) == (1, False)


async def test_another_nonce_than_was_promised_is_refused_and_flagged():
    table, users = await alay(2)
    clock = FakeClock()
    async with running(clock, **WAITS) as runtime:
        cutter, other = await sit(runtime, table, users)
        await sealed(cutter, other)
        await cutter.cut(20)
        assert (await other.show(nonce=b"z" * 16))["code"] == "not_as_committed"
        assert (await other.show(nonce=cutter.nonces[1]))["code"] == "not_as_committed"
        await cutter.show()
        await clock.go(4.1)
        assert (await dealt(cutter, other))["flags"] == [f"nonce_missing:{other.seat}"]


async def test_what_comes_out_of_turn_is_refused():
    table, users = await alay(2)
    async with running(FakeClock(), **WAITS) as runtime:
        cutter, other = await sit(runtime, table, users)
        watcher = await Browser(runtime, table).connect()
        await watcher.until_fair()
        assert (await cutter.cut(20))["code"] == "too_early"
        cutter.nonces[1] = b"n" * 16
        assert (await cutter.show())["code"] == "too_early"
        assert (await cutter.commit(4))["code"] == "too_early"
        assert (await watcher.ask("commit", deal=1, commit="0" * 64))["code"] == "not_seated"
        assert (await watcher.ask("nonce", deal=1, nonce="0" * 32))["code"] == "not_seated"
        await sealed(cutter, other)
        assert (await cutter.show())["code"] == "too_early"
        other.nonces[1] = b"another one now."
        assert (await other.commit())["code"] == "too_late"
        for at in (3, 37, 0, -1, 10**6):
            answer = await cutter.cut(at)
            assert answer["code"] in ("cut_out_of_range", "bad_action"), answer
        assert (await other.cut(20))["code"] == "not_your_turn"
        assert (await watcher.cut(20))["code"] == "not_seated"
        assert (await cutter.cut(4))["t"] == "ack"
        assert (await cutter.cut(5))["t"] == "nak"
        assert await rows() == [(cutter.seat, "cut", "player")]


async def test_of_two_devices_the_latest_promise_counts_and_the_other_cannot_open_it():
    table, users = await alay(2)
    async with running(FakeClock(), **WAITS) as runtime:
        cutter, other = await sit(runtime, table, users)
        phone = await Browser(runtime, table, other.socket.scope["user"]).connect()
        await phone.until_fair()
        await other.commit()
        await phone.commit()
        await cutter.commit()
        await phone.until_fair(lambda fair: fair["server_commit"])
        await cutter.cut(20)
        assert (await other.show())["code"] == "not_as_committed"
        assert (await phone.show())["t"] == "ack"
        assert (await phone.show())["t"] == "ack"  # sent again after a lost connection
        await cutter.show()
        block = await dealt(cutter, other, phone)
        assert block["nonces"][other.seat] == phone.nonces[1].hex()


async def test_the_next_deal_waits_for_no_commits_that_came_in_advance():
    table, users = await alay(2, rules={"match.target": 9})
    clock = FakeClock()
    async with running(clock, **WAITS) as runtime:
        first, second = await sit(runtime, table, users)
        await sealed(first, second)
        for one in (first, second):
            assert (await one.commit(2))["t"] == "ack"
        await first.cut(20)
        for one in (first, second):
            await one.show()
        await dealt(first, second)
        while first.view["phase"] == "play":
            for one in (first, second):
                await one.drain()
                if one.view["turn"] == one.seat:
                    await one.act(first_card(one.view))
        for one in (first, second):
            await one.until_phase("deal_over")
            await one.until_fair(lambda fair: fair["block"])
            await one.do("next")
        for one in (first, second):
            fair = await one.until_fair(lambda fair: fair["deal"] == 2 and fair["server_commit"])
            assert None not in fair["client_commits"]
            assert fair["block"] is None
        await second.until_phase("cut")
        assert second.view["turn"] == second.seat
        assert (await second.cut(9))["t"] == "ack"
        for one in (first, second):
            assert (await one.show(2))["t"] == "ack"
        for one in (first, second):
            await one.until_phase("play")
        assert [secret.fairness["flags"] for secret in await secrets_of()] == [[], []]
        assert [secret.verified for secret in await secrets_of()] == [True, None]


async def test_bots_alone_and_who_is_away_keep_nobody_waiting():
    table, users = await alay(1, 1, rules={"match.target": 9})
    clock = FakeClock()
    async with running(clock, **WAITS) as runtime:
        player = await Browser(runtime, table, users[0]).connect()
        await player.until_phase("cut")
        if player.view["turn"] == player.seat:
            await player.close()
            await clock.go(7)
        else:
            await player.commit()
            await player.until_phase("deal")
            await player.show()
            await player.until_phase("play")
        (secret,) = await secrets_of()
        assert secret.fairness is not None


async def test_the_first_dealer_is_drawn_before_anything_is_sealed_and_a_rematch_begins_anew():
    rules = {"first_dealer": "high_card", "match.target": 9}
    table, users = await alay(2, rules=rules)
    async with running(FakeClock(), **WAITS) as runtime:
        cutter, other = await sit(runtime, table, users)
        assert await rows() == [(-1, "draw_dealer", "host")]
        await sealed(cutter, other)
        await cutter.cut(8)
        for one in (cutter, other):
            await one.show()
        assert (await dealt(cutter, other))["flags"] == []
        first = cutter.state["match"]
        assert (await cutter.act({"type": "resign"}))["t"] == "ack"
        for one in (cutter, other):
            await one.until_phase("match_over")
        await settle()
        for one in (cutter, other):
            assert (await one.do("rematch"))["t"] == "ack"
        for one in (cutter, other):
            fair = await one.until_fair(lambda fair: fair["match"] != first)
            assert fair["server_commit"] is None
            one.nonces.clear()
            if one.state["match"] == first:
                await one.until(lambda f: f["t"] == "state")
        assert (await cutter.ask("commit", deal=1, commit="0" * 64))["t"] == "ack"
        assert await database_sync_to_async(DealSecret.objects.count)() == 1
        await other.commit()
        await other.until_fair(lambda fair: fair["match"] != first and fair["server_commit"])
        commits = [secret.server_commit for secret in await secrets_of()]
        assert len(set(commits)) == 2


async def test_a_bot_in_somebodys_place_cuts_at_once_as_the_clock():
    table, users = await alay(2)
    clock = FakeClock()
    async with running(clock, **WAITS) as runtime:
        cutter, other = await sit(runtime, table, users)
        await sealed(cutter, other)
        await database_sync_to_async(leaving.set_substitute)(
            table_id=table.public_id, seat=cutter.seat, reason="disconnected", seq=0
        )
        await runtime.table_changed(table.public_id)
        await other.until_phase("deal")
        assert await rows() == [(cutter.seat, "cut", "clock")]
        for one in (cutter, other):
            assert (await one.show())["t"] == "ack"
        assert (await dealt(other))["flags"] == ["cut_by_clock"]


async def cutter_with_a_bot(runtime, *, finished):
    """Return the browser of a person who is to cut, alone with a bot."""
    table, users = await alay(1, 1, start=False)
    await database_sync_to_async(create_match)(table=table, first_dealer=1)
    if finished:
        await finished_before(users)
    cutter = await Browser(runtime, table, users[0]).connect()
    await cutter.until_fair()
    await cutter.commit()
    return cutter


async def test_in_a_first_match_with_bots_alone_the_site_cuts_at_once():
    async with running(FakeClock(), **WAITS | {"first_cut_within": 12.0}) as runtime:
        cutter = await cutter_with_a_bot(runtime, finished=False)
        fair = await cutter.until_fair(lambda fair: fair["server_commit"])
        assert fair["cut_in_ms"] is None
        await cutter.until_phase("deal")
        assert await rows() == [(cutter.seat, "cut", "clock")]
        await cutter.show()
        assert (await dealt(cutter))["flags"] == ["cut_by_clock"]


async def test_who_has_finished_a_match_cuts_with_bots_too():
    async with running(FakeClock(), **WAITS) as runtime:
        cutter = await cutter_with_a_bot(runtime, finished=True)
        fair = await cutter.until_fair(lambda fair: fair["server_commit"])
        assert fair["cut_in_ms"] == 8_000
        assert await rows() == []
