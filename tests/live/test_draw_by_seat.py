"""Cards drawn by seat at a live table: people and bots play it over real sockets, and it is kept."""

from __future__ import annotations

import asyncio
import json
import zlib

import pytest
from channels.db import database_sync_to_async

from games.analysis import analyse_log
from games.models import Match
from games.record import verify_record
from games.record.verify import checked_log
from tests.live.test_secrets import the_log
from tests.support.leaked_cards import leaks
from tests.support.live import Client, alay, play_out, running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
on_db = database_sync_to_async

RULES = {"deal.draw": "by_seat", "match.target": 1, "match.tie": "draw"}


def record_of(table) -> dict:
    match = Match.objects.select_related("record").get(table=table)
    return json.loads(zlib.decompress(match.record.body))


@pytest.mark.parametrize(("people", "bots"), [(2, 0), (2, 1), (2, 2), (1, 5)])
async def test_a_match_is_played_kept_and_judged_and_leaks_nothing(people, bots):
    table, users = await alay(people, bots, rules=RULES)
    async with running() as runtime:
        clients = [await Client(runtime, table, user).connect() for user in users]
        await play_out(clients)
    log = await on_db(the_log)()
    for client in clients:
        assert leaks(client.frames, log, client.seat) == []
    record = await on_db(record_of)(table)
    assert record["rules"]["deal.draw"] == "by_seat"
    verify_record(record)
    players = people + bots
    drawn = [
        [event["seat"] for event in frame["events"] if event["type"] == "card_drawn"]
        for frame in clients[0].frames
        if frame["t"] == "state"
    ]
    first = [seats[0] for seats in drawn if seats]
    eldest = (record["deals"][0]["dealer"] + 1) % players
    rounds = len(record["deals"][0]["tricks"]) - 3
    winners = [trick["winner"] for trick in record["deals"][0]["tricks"]]
    assert first[:rounds] == [eldest] * (rounds - 1) + [winners[rounds - 1]]
    assert all(len(set(seats)) == players for seats in drawn if seats)
    found = await asyncio.to_thread(analyse_log, checked_log(record), worlds=20)
    assert any(play["judged"] for play in found.plays)
