"""Who deals first, drawn by a proof: from the server's seed and what the browsers commit to."""

from __future__ import annotations

import asyncio
import json
import zlib

import pytest
from channels.db import database_sync_to_async
from django.db import connection

from games.live.storage import deal_store, match_store
from games.models import DealerDraw, Match, MatchRecord
from games.record.dealer import draw_of_block, new_seal
from games.record.verify import verify_record
from games.stats.shuffles import shuffle_counts
from tests.live.browsers import (
    BACK,
    WAITS,
    Browser,
    cut_made,
    dealt,
    rows,
    sealed,
    secrets_of,
)
from tests.support.live import FakeClock, alay, play_out, running, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

HIGH_CARD = {"first_dealer": "high_card", "match.target": 9}
LOT = {"match.target": 9}

draws = database_sync_to_async(lambda: list(DealerDraw.objects.all()))
matches = database_sync_to_async(lambda: list(Match.objects.all()))


async def at_the_draw(runtime, table, users):
    """Browsers that are told of a match whose dealer is still to be drawn."""
    browsers = [await Browser(runtime, table, user).connect() for user in users]
    for browser in browsers:
        await browser.until_phase("draw_dealer")
        await browser.until_fair()
    return browsers


async def test_the_seal_that_comes_with_the_draw_says_when_the_clock_cuts():
    table, users = await alay(2, drawn=False)
    async with running(FakeClock(), **WAITS) as runtime:
        browsers = await at_the_draw(runtime, table, users)
        await sealed(*browsers)
        for one in browsers:
            assert (await one.until_fair(lambda fair: fair["server_commit"]))["cut_in_ms"] == 8000


async def play_first_deal(*browsers):
    """Cut, show, and give the proof."""
    for browser in browsers:
        await browser.until_phase("cut")
    cutter = next(one for one in browsers if one.view["turn"] == one.seat)
    assert (await cutter.cut(13))["t"] == "ack"
    for browser in browsers:
        assert (await browser.show())["t"] == "ack"
    return await dealt(*browsers)


@pytest.mark.parametrize("rules", [LOT, HIGH_CARD])
async def test_the_draw_follows_from_a_seed_committed_to_first_and_from_the_commits(rules):
    table, users = await alay(2, rules=rules, drawn=False)
    async with running(FakeClock(), **WAITS) as runtime:
        browsers = await at_the_draw(runtime, table, users)
        (draw,) = await draws()
        told = browsers[0].fair["dealer"]
        assert told["seed"] is None
        assert told["house"] == []
        assert browsers[0].view["turn"] is None
        assert browsers[0].view["legal"] == []
        assert (await browsers[0].act({"type": "resign"}))["t"] == "nak"
        assert await rows() == []
        await sealed(*browsers)
        fair = browsers[1].fair
        assert fair["dealer"] == {**told, "seed": bytes(draw.seed).hex()}
        block = await play_first_deal(*browsers)
        assert block["dealer"] == fair["dealer"]
        (match,) = await matches()
        engine_rules = runtime.rooms[table.public_id].actor.game.info.rules
        seal = new_seal(match.public_id, engine_rules, [], bytes(draw.seed))
        commits = [bytes.fromhex(one) for one in fair["client_commits"]]
        assert seal.commit == told["commit"]
        drawn = seal.draw(commits)
        assert browsers[0].view["dealer"] == drawn.dealer == match.first_dealer
        first = (await rows())[0]
        assert first[1] == ("draw_dealer" if rules is HIGH_CARD else "cut")
        assert draw_of_block(block, engine_rules) == (drawn, "")
        if rules is HIGH_CARD:
            game = runtime.rooms[table.public_id].actor.game
            assert game.log.entries[0].action["cards"] == list(drawn.cards)


@pytest.mark.parametrize("rules", [LOT, HIGH_CARD])
async def test_nothing_of_the_seed_leaves_before_the_draw(rules):
    table, users = await alay(1, 1, rules=rules, drawn=False)
    async with running(FakeClock(), **WAITS) as runtime:
        (browser,) = await at_the_draw(runtime, table, users)
        watcher = await Browser(runtime, table).connect()
        await watcher.until_fair()
        (draw,) = await draws()
        assert browser.fair["dealer"]["house"] == [1]
        for one in (browser, watcher):
            assert bytes(draw.seed).hex() not in json.dumps(one.frames)
        await browser.commit()
        await browser.until_fair(lambda fair: fair["dealer"]["seed"])
        assert browser.fair["server_commit"]


@pytest.mark.parametrize("rules", [LOT, HIGH_CARD])
@pytest.mark.parametrize("at", ["nothing", "one commit", "drawn", "cut"])
async def test_a_crash_between_any_two_steps_draws_once(rules, at):
    table, users = await alay(2, rules=rules, drawn=False)
    async with running(FakeClock(), **BACK) as runtime:
        browsers = await at_the_draw(runtime, table, users)
        if at == "one commit":
            await browsers[0].commit()
        if at in ("drawn", "cut"):
            await sealed(*browsers)
            for browser in browsers:
                await browser.until_phase("cut")
            dealer = browsers[0].view["dealer"]
        if at == "cut":
            cutter = next(one for one in browsers if one.view["turn"] == one.seat)
            assert (await cutter.cut(13))["t"] == "ack"
        (before,) = await draws()
    async with running(FakeClock(1_800_000_009.0), **BACK) as runtime:
        back = [await Browser(runtime, table, user).connect() for user in users]
        for one, other in zip(back, browsers, strict=True):
            one.nonces = other.nonces
            await one.until_fair()
        if at in ("nothing", "one commit"):
            await sealed(*back)
        if at == "cut":
            for one in back:
                assert (await one.show())["t"] == "ack"
            block = await dealt(*back)
        else:
            block = await play_first_deal(*back)
        assert block["flags"] == []
        assert block["dealer"]["seed"] == bytes(before.seed).hex()
        (match,) = await matches()
        assert back[0].view["dealer"] == match.first_dealer
        assert at in ("nothing", "one commit") or match.first_dealer == dealer


@pytest.mark.parametrize("rules", [LOT, HIGH_CARD])
@pytest.mark.parametrize("bell", [True, False])
async def test_two_processes_draw_at_once_and_one_does(rules, bell):
    table, users = await alay(2, rules=rules, drawn=False)
    more = {**BACK, "pubsub_in_memory": bell, "heads_every": 4.0 if bell else 0.02}
    clocks = [FakeClock(), FakeClock()]
    async with running(clocks[0], **more) as one, running(clocks[1], **more) as two:
        browsers = [
            await Browser(runtime, table, user).connect()
            for runtime, user in zip((one, two), users, strict=True)
        ]
        for browser in browsers:
            await browser.until_phase("draw_dealer")
            await browser.commit()
        actors = [runtime.rooms[table.public_id].actor for runtime in (one, two)]
        plans = [actor.plan for actor in actors]
        await asyncio.gather(*(actor.fire(plan) for actor, plan in zip(actors, plans, strict=True)))
        for actor in actors:
            await actor.catch_up()
        await settle()
        for browser in browsers:
            await browser.until_phase("cut")
        assert browsers[0].view["dealer"] == browsers[1].view["dealer"]
        cutter = next(browser for browser in browsers if browser.view["turn"] == browser.seat)
        await cutter.cut(20)
        for browser in browsers:
            if not cut_made(browser.state):
                await browser.until(cut_made)
            await browser.show()
        if not bell:
            await asyncio.gather(*(clock.go(10) for clock in clocks))
        block = await dealt(*browsers)
        assert block["dealer"]["seed"]
        assert [actor.game.state.dealer for actor in actors] == [browsers[0].view["dealer"]] * 2


async def test_a_process_that_missed_the_draw_takes_it_over_with_what_follows():
    table, users = await alay(2, rules=LOT, drawn=False)
    async with running(FakeClock(), **BACK) as one, running(FakeClock(), **BACK) as two:
        browsers = await at_the_draw(one, table, users)
        watcher = await Browser(two, table).connect()
        await watcher.until_phase("draw_dealer")
        await sealed(*browsers)
        block = await play_first_deal(*browsers)
        await two.rooms[table.public_id].actor.catch_up()
        view = await watcher.until_phase("play")
        assert view["dealer"] == browsers[0].view["dealer"]
        assert block["dealer"]


async def drawn_and_dealt():
    """A running match whose dealer was drawn and whose first deal is dealt, in the database."""
    table, users = await alay(2, rules=LOT, drawn=False)
    async with running(FakeClock(), **WAITS) as runtime:
        browsers = await at_the_draw(runtime, table, users)
        await sealed(*browsers)
        await play_first_deal(*browsers)
        view = browsers[0].view
    (match,) = await matches()
    return match, view


async def test_a_match_is_loaded_while_another_process_draws_and_cuts(monkeypatch):
    """The look for a draw comes before it, and the look at the journal after the cut."""
    match, view = await drawn_and_dealt()
    looks = []

    def early(match_id):
        looks.append(match_id)
        return len(looks) == 1 or undrawn(match_id)

    undrawn = match_store.undrawn
    monkeypatch.setattr(match_store, "undrawn", early)
    game, _deadline = await database_sync_to_async(match_store.load_game)(match.public_id)
    assert (game.state.dealer, game.state.phase) == (view["dealer"], view["phase"])
    assert len(looks) == 2


async def test_a_dealer_drawn_while_a_match_is_loaded_is_the_one_that_counts(monkeypatch):
    """The draw comes between the look for it and the end of loading."""
    match, view = await drawn_and_dealt()
    rows_of = Match.objects.filter(pk=match.pk)
    await database_sync_to_async(rows_of.update)(first_dealer=1 - view["dealer"])

    def late(match_id):
        rows_of.update(first_dealer=view["dealer"])
        return undrawn(match_id)

    undrawn = match_store.undrawn
    monkeypatch.setattr(match_store, "undrawn", late)
    game, _deadline = await database_sync_to_async(match_store.load_game)(match.public_id)
    assert (game.state.dealer, game.info.first_dealer) == (view["dealer"], view["dealer"])


async def test_a_dealer_drawn_between_the_reads_of_draw_and_seal_is_not_missed():
    """Another process draws and seals after this one has read the draw, and before the seal."""
    match, view = await drawn_and_dealt()
    rows_of = DealerDraw.objects.filter(match=match.pk)

    def load():
        game, _deadline = match_store.load_game(match.public_id)
        rows_of.update(drawn=False)

        def draws_after(execute, sql, *rest):
            found = execute(sql, *rest)
            if sql.startswith("SELECT") and DealerDraw._meta.db_table in sql and not drawn:
                drawn.append(True)
                rows_of.update(drawn=True)
            return found

        drawn = []
        with connection.execute_wrapper(draws_after):
            return deal_store.load_making(game.info)

    making = await database_sync_to_async(load)()
    assert making.draw is not None
    assert making.sealed.dealer == making.draw
    assert making.draw.draw(making.sealed.client_commits).dealer == view["dealer"]


@pytest.mark.parametrize("rules", [LOT, HIGH_CARD])
async def test_another_commit_at_the_last_moment_is_drawn_with(rules, monkeypatch):
    """One that comes through another process, between the look at the commits and the seal."""
    from games.live.storage import deal_store

    table, users = await alay(2, rules=rules, drawn=False)
    seen = deal_store.commits_for

    def stale(match, deal):
        monkeypatch.setattr(deal_store, "commits_for", seen)
        return {seat: commit for seat, commit in seen(match, deal).items() if seat == 0}

    async with running(FakeClock(), **WAITS) as runtime:
        browsers = await at_the_draw(runtime, table, users)
        monkeypatch.setattr(deal_store, "commits_for", stale)
        await sealed(*browsers)
        assert None not in browsers[0].fair["client_commits"]
        assert (await play_first_deal(*browsers))["flags"] == []
        assert len(await secrets_of()) == 1


async def test_who_commits_to_nothing_counts_as_zeros_and_is_flagged():
    table, users = await alay(2, rules=LOT, drawn=False)
    clock = FakeClock()
    async with running(clock, **WAITS) as runtime:
        browsers = await at_the_draw(runtime, table, users)
        await browsers[0].commit()
        await clock.go(4.1)
        for browser in browsers:
            await browser.until_phase("cut")
        await clock.go(12)
        await browsers[0].show()
        block = await dealt(*browsers)
        assert "nonce_missing:1" in block["flags"]
        assert block["dealer"]["house"] == []


@database_sync_to_async
def the_record():
    return json.loads(zlib.decompress(MatchRecord.objects.get().body))


@pytest.mark.parametrize("rules", [{"match.target": 1}, {**HIGH_CARD, "match.target": 1}])
@pytest.mark.parametrize("bots", [0, 1])
async def test_the_record_of_a_whole_match_proves_its_dealer(rules, bots):
    table, users = await alay(2 - bots, bots, rules=rules, drawn=False)
    async with running() as runtime:
        await play_out([await Browser(runtime, table, user).connect() for user in users])
    record = await the_record()
    told = record["deals"][0]["fairness"]["dealer"]
    assert told["house"] == ([1] if bots else [])
    verify_record(record)
    assert all("dealer" not in deal["fairness"] for deal in record["deals"][1:])
    assert await draws() == []
    assert (await database_sync_to_async(shuffle_counts)())["failed"] == 0
