"""No frame holds a card that its viewer may not know at that moment."""

from __future__ import annotations

import json
import zlib

import pytest
from channels.db import database_sync_to_async

from games.models import MatchRecord
from games.record.verify import checked_log
from tests.support.leaked_cards import leaks
from tests.support.live import Client, alay, play_out, running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


def the_log():
    record = MatchRecord.objects.get()
    return checked_log(json.loads(zlib.decompress(record.body)))


@pytest.mark.parametrize(("people", "bots"), [(2, 0), (1, 1), (2, 2), (1, 2)])
async def test_no_frame_of_a_match_holds_a_hidden_card(people, bots):
    table, users = await alay(people, bots, rules={"match.target": 2})
    async with running() as runtime:
        watcher = await Client(runtime, table).connect()
        clients = [await Client(runtime, table, user).connect() for user in users]
        await play_out(clients)
        await watcher.until(lambda f: f["t"] == "state" and f["view"]["phase"] == "match_over")
        await watcher.drain()
    log = await database_sync_to_async(the_log)()
    assert leaks(watcher.frames, log, None) == []
    for client in clients:
        assert leaks(client.frames, log, client.seat) == []
    # the search would find one: what a player was sent, held against what a watcher may know
    assert leaks(clients[0].frames, log, None)


async def test_what_others_are_sent_does_not_depend_on_arming():
    """The same frames, in number and seq, whether or not a bot arms its exchange."""
    table, users = await alay(1, 1, rules={"match.target": 2})
    async with running() as runtime:
        (user,) = users
        client = await Client(runtime, table, user).connect()
        await play_out([client])
    log = await database_sync_to_async(the_log)()
    states = [frame["seq"] for frame in client.frames if frame["t"] == "state"]
    private = [entry for entry in log.entries if entry.sub and entry.seat != client.seat]
    seqs = [seq for seq in states if any(entry.seq == seq for entry in private)]
    assert len(seqs) == len(set(seqs)), "a private action made a frame"
