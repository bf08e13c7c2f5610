"""Tables that are played in one process, as another one that answers pages knows them."""

from __future__ import annotations

import asyncio

import pytest

from games.common.live_gateway import Turn
from games.live.http.gateway import LocalGateway
from games.live.table import remote_tables
from games.live.table.presence import PRESENCE_TTL_S
from games.live.table.remote_tables import RemoteTables, RunningTurn, turn_of
from tests.live.test_letting_go import CLOCK, heard, two_processes
from tests.support.live import Client, alay, play_out, seated


def told(table: str = "t", **about: object) -> dict[str, object]:
    """A message about a table, as another process sends it."""
    return {"what": "head", "table": table, "match": "m", "seq": 3, "from": "other", **about}


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_whose_turn_it_is_and_who_watches_is_known_where_no_match_is_played(monkeypatch):
    table, users = await alay(2, **CLOCK)
    async with two_processes() as (here, there):
        monkeypatch.setattr("games.live.http.gateway.local", [here])
        clients = await seated(there, table, users)
        watcher = await Client(there, table).connect()
        await watcher.until_seq(2)
        await heard(there, here)
        assert table.public_id not in here.rooms
        played = there.rooms[table.public_id].actor.game
        turn = turn_of(played, there.clock.now())
        assert turn is not None
        assert turn.until is not None
        found = LocalGateway().turns([table.public_id, "another"])
        assert found == {table.public_id: Turn(turn.seat, turn.until - here.clock.now())}
        assert LocalGateway().watchers([table.public_id, "another"]) == {table.public_id: 1}
        await asyncio.wait_for(play_out(clients, (watcher,)), 60)
        await heard(there, here)
        assert LocalGateway().turns([table.public_id]) == {}


def test_a_turn_is_forgotten_when_there_is_none_and_kept_where_an_older_release_tells_of_none():
    tables = RemoteTables()
    tables.receive(told(turn=[1, 60.0]), 0.0)
    assert tables.turn("t") == RunningTurn(1, 60.0)
    tables.receive(told(), 1.0)
    assert tables.turn("t") == RunningTurn(1, 60.0)
    tables.receive(told(turn=None), 2.0)
    assert tables.turn("t") is None


def test_watchers_of_several_processes_count_together_until_nothing_is_heard_of_them():
    tables = RemoteTables()
    tables.receive(told(what="presence", watchers=2), 0.0)
    tables.receive(told(what="presence", watchers=3, **{"from": "third"}), 10.0)
    assert tables.watchers("t", 11.0) == 5
    assert tables.watchers("t", PRESENCE_TTL_S + 1) == 3
    tables.receive(told(what="presence", watchers=0, **{"from": "third"}), 12.0)
    assert tables.watchers("t", 13.0) == 2
    assert tables.watchers("another", 13.0) == 0


def test_no_more_tables_are_remembered_than_have_room(monkeypatch):
    monkeypatch.setattr(remote_tables, "MAX_TABLES", 2)
    tables = RemoteTables()
    for name in ("a", "b", "a", "c"):
        tables.receive(told(name, turn=[0, None]), 0.0)
    assert [tables.turn(name) for name in "abc"] == [
        RunningTurn(0, None),
        None,
        RunningTurn(0, None),
    ]
