"""What leaves the server of a deal's proof, and what browsers say of it."""

from __future__ import annotations

import asyncio
import json
import logging

import pytest
from channels.db import database_sync_to_async

from games.live.match.dealer import MAX_TRIES
from games.live.storage.journal import Conflict
from games.models import DealNonce, DealReport, DealSecret
from games.stats.shuffles import shuffle_counts
from tests.live.browsers import (
    WAITS,
    Browser,
    dealt,
    proofs_of_the_match,
    sealed,
    secrets_of,
    sit,
)
from tests.support.live import Client, FakeClock, alay, first_card, running, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def test_nothing_of_seed_or_nonces_leaves_before_the_deal_is_over():
    table, users = await alay(2, rules={"match.target": 2}, start=False)
    async with running(
        commits_within=5.0, cut_within=5.0, first_cut_within=5.0, nonces_within=5.0
    ) as runtime:
        browsers = [await Browser(runtime, table, user).connect() for user in users]
        watcher = await Browser(runtime, table).connect()
        assert (await browsers[0].do("start"))["t"] == "ack"
        await asyncio.wait_for(asyncio.gather(*(_play(one) for one in browsers)), 60)
        await watcher.until(lambda f: f["t"] == "fair" and f["block"] and f["deal"] >= 2)
        await watcher.drain()
    proofs = await proofs_of_the_match()
    secrets = await secrets_of()
    assert len(secrets) == len(proofs) >= 2
    for secret in secrets:
        assert (secret.fairness, bytes(secret.server_seed)) == ({}, b"")  # the record has them
        block = proofs[secret.deal_number]
        assert block["flags"] == []
        assert secret.verified is True
        hidden = [block["server_seed"], *block["nonces"]]
        for client in (*browsers, watcher):
            over = False
            for frame in client.frames:
                if frame["t"] == "state" and frame["view"]["deal"] == secret.deal_number:
                    over = over or frame["view"]["phase"] in ("deal_over", "match_over")
                text = json.dumps(frame)
                told = [one for one in hidden if one in text]
                assert over or not told, (secret.deal_number, frame["t"])
            assert block in client.blocks


async def _play(browser):
    """Do all that a browser and its player do, until the match is over."""
    done = set()
    while not _over(browser):
        wanted = _wanted(browser)
        if wanted is None or wanted in done:
            await browser.receive(30)
            continue
        done.add(wanted)
        kind, number = wanted
        match kind:
            case "commit":
                await browser.commit(number)
            case "show":
                await browser.show(number)
            case "cut":
                await browser.cut(21)
            case "play":
                await browser.act(first_card(browser.view))
            case "next":
                await browser.do("next")


def _over(browser):
    fair, state = browser.fair, browser.state
    return bool(fair and state and state["view"]["phase"] == "match_over" and fair["block"])


def _wanted(browser):
    """What is to be done now, and for which deal or seq."""
    fair, state = browser.fair, browser.state
    if fair is None or state is None:
        return None
    deal, view = fair["deal"], state["view"]
    mine = view["turn"] == browser.seat
    if fair["server_commit"] is None:
        return ("commit", deal)
    if view["deal"] != deal:
        return None
    if view["phase"] == "deal":
        return ("show", deal)
    if view["phase"] == "cut" and mine:
        return ("cut", deal)
    if view["phase"] == "play" and mine:
        return ("play", state["seq"])
    return ("next", deal) if view["phase"] == "deal_over" else None


async def test_a_failed_check_is_kept_once_and_only_after_the_deal(caplog):
    caplog.set_level(logging.INFO, "games.live.table.shuffle_exchange")
    table, users = await alay(2)
    async with running() as runtime:
        browsers = [await Browser(runtime, table, user).connect() for user in users]
        for browser in browsers:
            await browser.until_phase("play")
        fault = {"deal": 1, "result": "bad", "why": "deck"}
        assert (await browsers[0].ask("check", **fault))["code"] == "too_early"
        watcher = await Browser(runtime, table).connect()
        await watcher.until_phase("play")
        assert (await watcher.ask("check", **fault))["code"] == "not_seated"
        assert (await browsers[0].act({"type": "resign"}))["t"] == "ack"
        await browsers[0].until_fair(lambda fair: fair["block"])
        for _ in range(3):
            assert (await browsers[0].ask("check", **fault))["t"] == "ack"
        assert (await browsers[0].ask("check", deal=9, result="bad", why="x"))["t"] == "nak"
    assert await reports() == [(0, "bad", "deck", False)]
    counts = await counted()
    assert (counts["reported_bad"], counts["reported_unfounded"]) == (0, 1)
    assert [
        one.levelname for one in caplog.records if one.name == "games.live.table.shuffle_exchange"
    ] == ["INFO"]


async def test_what_a_browser_found_counts_where_the_server_finds_it_too(caplog):
    table, users = await alay(2, rules={"match.target": 9})
    async with running() as runtime:
        browsers = [await Browser(runtime, table, user).connect() for user in users]
        await asyncio.gather(*(one.until_phase("play") for one in browsers))
        while browsers[0].view["phase"] == "play":
            for one in browsers:
                await one.drain()
                if one.view["phase"] == "play" and one.view["turn"] == one.seat:
                    await one.act(first_card(one.view))
        await browsers[0].until_fair(lambda fair: fair["block"])
        told = {"deal": 1, "result": "bad", "why": "deck"}
        assert (await browsers[0].ask("check", **told))["t"] == "ack"
        assert (await counted())["reported_unfounded"] == 1
        assert not [one for one in caplog.records if one.levelno > logging.INFO]
        await spoil_the_proof()
        assert (await browsers[1].ask("check", **told))["t"] == "ack"
    counts = await counted()
    assert (counts["reported_bad"], counts["reported_unfounded"]) == (1, 1)
    (line,) = [one for one in caplog.records if one.levelname == "ERROR"]
    assert "server_commit" in line.getMessage()


@pytest.mark.parametrize("given", [True, False])
async def test_a_nonce_that_was_left_out_is_believed_only_where_the_proof_goes_without_it(given):
    table, users = await alay(2)
    clock = FakeClock()
    async with running(clock, **WAITS) as runtime:
        cutter, other = await sit(runtime, table, users)
        await sealed(cutter, other)
        await cutter.cut(20)
        await cutter.show()
        if given:
            await other.show()
        else:
            await clock.go(20)
        await dealt(cutter, other)
        assert (await cutter.act({"type": "resign"}))["t"] == "ack"
        await other.until_fair(lambda fair: fair["block"])
        for one in (cutter, other):
            told = {"deal": 1, "result": "withheld", "why": "nonce"}
            assert (await one.ask("check", **told))["t"] == "ack"
    counts = await counted()
    assert counts["reported_withheld"] == (0 if given else 1)
    assert counts["reported_unfounded"] == (2 if given else 1)


@database_sync_to_async
def reports():
    told = DealReport.objects.order_by("seat")
    return list(told.values_list("seat", "result", "why", "founded"))


counted = database_sync_to_async(shuffle_counts)


@database_sync_to_async
def spoil_the_proof():
    """The stored seed of the first deal is another than was committed to."""
    secret = DealSecret.objects.get(deal_number=1)
    secret.fairness["server_seed"] = "00" * 32
    secret.save()


async def test_a_match_given_up_before_the_cut_leaves_nothing_unrevealed():
    table, users = await alay(2)
    async with running(FakeClock(), **WAITS) as runtime:
        cutter, other = await sit(runtime, table, users)
        await sealed(cutter, other)
        await cutter.commit(2)
        assert (await other.act({"type": "resign"}))["t"] == "ack"
        late = await Client(runtime, table, users[0]).connect()
        await late.until(lambda f: f["t"] == "state")
        assert late.view["phase"] == "match_over"

    def left():
        hidden = DealSecret.objects.filter(revealed_at=None).count()
        return hidden, DealNonce.objects.count()

    assert await database_sync_to_async(left)() == (0, 0)


async def test_a_deal_that_the_journal_never_takes_is_given_up_and_reported(monkeypatch, caplog):
    table, users = await alay(2)
    async with running(FakeClock(), **WAITS) as runtime:
        cutter, other = await sit(runtime, table, users)
        await sealed(cutter, other)
        await cutter.cut(8)
        put, refused = runtime.journal.put, []

        async def refuse(unit):
            if any(row.client_id == "deal:1" for row in unit.rows):
                refused.append(unit)
                raise Conflict
            await put(unit)

        monkeypatch.setattr(runtime.journal, "put", refuse)
        with caplog.at_level(logging.ERROR):
            for one in (cutter, other):
                await one.show()
            await settle()
        assert len(refused) == MAX_TRIES
        assert "DealNotWrittenError" in caplog.text
