"""Where nothing can be written, nothing is acknowledged; and play goes on by itself afterwards."""

from __future__ import annotations

import asyncio
import contextlib

import pytest
from django.db import OperationalError, connection

from games.live.storage import journal
from games.models import Action
from tests.support.live import Client, running
from tests.support.needs import sqlite_alone
from tests.support.site import Site, small_disk
from tools.soak import disk
from tools.soak.races import lay_table, to_move

PATIENCE = 30


def query_only(on):
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA query_only = {'ON' if on else 'OFF'}")


def no_more_pages(on):
    """As on a disk that is full: the file must not grow, and its free pages are taken."""
    with connection.cursor() as cursor:
        if not on:
            cursor.execute(f"PRAGMA max_page_count = {1 << 30}")
            cursor.execute("DROP TABLE ballast")
            return
        cursor.execute("CREATE TABLE ballast (ballast BLOB)")
        cursor.execute("PRAGMA max_page_count = 1")  # as many as there are, whoever adds one now
        with contextlib.suppress(OperationalError):
            while True:
                cursor.execute("INSERT INTO ballast VALUES (zeroblob(3000))")


def stored(match):
    return list(Action.objects.filter(match__public_id=match).values_list("seq", "client_id"))


async def play_until_refused(clients, acked):
    """Play first cards until one is not taken; its id and action, and whose it was."""
    seq = 1
    for number in range(200):
        (client,) = await to_move([[one] for one in clients], seq)
        action, name = client.view["legal"][0], f"move-{number:06}"
        answer = await client.act(action, id=name)
        if answer["t"] == "nak":
            return client, name, action, answer
        acked[name] = seq = answer["seq"]
    raise AssertionError("every move was taken")


@sqlite_alone
@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
@pytest.mark.parametrize("meddle", [query_only, no_more_pages])
async def test_moves_are_refused_while_the_database_cannot_be_written(meddle):
    laid, users, table = await lay_table(preset="ludoteka", players=2, rules={"match.max_deals": 3})
    acked = {}
    async with running() as runtime:
        clients = [await Client(runtime, table, user).connect() for user in users]
        await to_move([[one] for one in clients], 1)
        await runtime.journal._threads.run(lambda: meddle(True))
        client, name, action, answer = await play_until_refused(clients, acked)
        assert answer["code"] == "internal"
        rows = await runtime.db.run(lambda: stored(laid["match"]))
        assert {seq for seq, _ in rows} == set(range(1, len(rows) + 1))
        assert set(acked.items()) <= {(own, seq) for seq, own in rows}
        assert name not in {own for _, own in rows}
        assert (await client.act(action, id=name))["code"] == "internal"
        await runtime.journal._threads.run(lambda: meddle(False))
        again = await client.act(action, id=name)
        assert again["t"] == "ack"
        for other in clients:
            assert (await other.until_seq(again["seq"]))["seq"] >= again["seq"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_a_move_whose_commit_was_not_heard_of_is_shown_and_acknowledged(monkeypatch):
    """The database commits and is gone before it says so: nobody knows, and then everybody."""
    laid, users, table = await lay_table(preset="ludoteka", players=2, rules={"match.max_deals": 1})
    commit = journal.commit

    def unheard(units):
        commit(units)
        raise OperationalError("server closed the connection unexpectedly")

    async with running(heads_every=0.05) as runtime:
        clients = [await Client(runtime, table, user).connect() for user in users]
        (client,) = await to_move([[one] for one in clients], 1)
        other = next(one for one in clients if one is not client)
        seq, action = client.state["seq"], client.view["legal"][0]
        monkeypatch.setattr(journal, "commit", unheard)
        assert (await client.act(action, id="unheard-of"))["code"] == "internal"
        monkeypatch.setattr(journal, "commit", commit)
        assert (await asyncio.wait_for(other.until_seq(seq + 1), PATIENCE))["seq"] == seq + 1
        assert (await asyncio.wait_for(client.until_seq(seq + 1), PATIENCE))["seq"] == seq + 1
        assert await client.act(action, id="unheard-of", base=seq) == {
            "t": "ack",
            "id": "unheard-of",
            "seq": seq + 1,
        }
    assert laid["match"]


def test_a_server_whose_disk_is_full_loses_nothing_and_goes_on(tmp_path):
    with small_disk(tmp_path / "disk", 12) as folder:
        if folder is None:
            pytest.skip("no small disk can be mounted here")
        with Site(folder) as site:
            result = asyncio.run(disk.full_disk(site, 1, seed=1, step=lambda: None))
            assert result["faults"] == []
            assert result["last_exit"] == 0
            assert result["refusals"]["internal"] >= 3
