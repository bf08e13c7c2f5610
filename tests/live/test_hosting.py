"""The host's powers over sockets and by key: who is sent away reads it at once."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async

from games.live.protocol.messages import Closing
from games.models import Table
from games.services import tables
from games.services.players import player_for
from tests.support.live import Client, alay, running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def seat_of(client, wanted):
    """The client's table once its own seat is this."""
    if client.table["you"]["seat"] != wanted:
        await client.until_table(lambda table: table["you"]["seat"] == wanted)
    return client.table


@database_sync_to_async
def change(table, **fields):
    Table.objects.filter(pk=table.pk).update(**fields)


async def test_a_kicked_person_is_told_at_once_and_sits_down_again():
    table, (ana, eva) = await alay(2, start=False)
    async with running() as runtime:
        host = await Client(runtime, table, ana).connect()
        other = await Client(runtime, table, eva).connect()
        assert host.table["host"] == 0
        answer = await host.do("kick", seat=1)
        assert answer["t"] == "ack"
        told = await seat_of(other, None)
        assert (told["you"]["can_sit"], told["you"]["banned"]) == (True, False)
        assert (await other.do("sit", seat=1))["t"] == "ack"
        await seat_of(other, 1)


async def test_a_banned_person_is_refused_until_the_host_undoes_it():
    table, (ana, eva) = await alay(2, start=False)
    async with running() as runtime:
        host = await Client(runtime, table, ana).connect()
        other = await Client(runtime, table, eva).connect()
        name = other.table["you"]["player"]
        await host.do("ban", seat=1)
        told = await seat_of(other, None)
        assert (told["you"]["banned"], told["you"]["bans"]) == (True, [])
        assert (await other.do("sit", seat=1))["code"] == "banned"
        await host.until_table(lambda table: table["you"]["bans"] == [name])
        assert (await host.do("unban", player=name))["t"] == "ack"
        assert (await other.do("sit", seat=1))["t"] == "ack"


async def test_the_host_alone_has_the_powers_and_hands_them_over():
    table, (ana, eva) = await alay(2, start=False)
    async with running() as runtime:
        host = await Client(runtime, table, ana).connect()
        other = await Client(runtime, table, eva).connect()
        watcher = await Client(runtime, table).connect()
        for cmd, code in (("kick", "not_host"), ("ban", "not_host"), ("hand_over", "not_host")):
            assert (await other.do(cmd, seat=0))["code"] == code
        assert (await watcher.do("kick", seat=0))["code"] == "forbidden"
        assert (await host.do("kick", seat=0))["code"] == "nobody_there"
        assert (await host.do("hand_over", seat=1))["t"] == "ack"
        await other.until_table(lambda table: table["you"]["host"])
        assert (await host.do("kick", seat=1))["code"] == "not_host"


async def test_nobody_is_sent_away_while_a_match_runs():
    table, (ana, eva) = await alay(2)
    async with running() as runtime:
        host = await Client(runtime, table, ana).connect()
        await Client(runtime, table, eva).connect()
        assert (await host.do("kick", seat=1))["code"] == "not_waiting"
        assert (await host.do("ban", seat=1))["code"] == "not_waiting"


async def test_the_socket_of_a_banned_person_closes_where_only_a_link_opens_the_table():
    table, (ana, eva) = await alay(2, start=False)
    await change(table, visibility=Table.Visibility.LINK)
    async with running() as runtime:
        host = await Client(runtime, table, ana).connect()
        other = await Client(runtime, table, eva).connect()
        await host.do("ban", seat=1)
        closed = await other.until(lambda f: f["t"] == "closed")
        assert closed["code"] == Closing.FORBIDDEN


async def test_the_same_command_twice_is_done_once():
    table, (ana, eva) = await alay(2, start=False)
    async with running() as runtime:
        host = await Client(runtime, table, ana).connect()
        other = await Client(runtime, table, eva).connect()
        frame = {"t": "do", "id": "kick-once", "cmd": "kick", "seat": 1}

        async def sent():
            await host.send(frame)
            return await host.until(lambda f: f.get("id") == "kick-once")

        assert (await sent())["t"] == "ack"
        await seat_of(other, None)
        await database_sync_to_async(_sit)(table, eva)
        assert (await sent())["t"] == "ack"
        assert await database_sync_to_async(_seated)(table) == 2


def _sit(table, user):
    tables.sit(table=table, player=player_for(user), seat=1)


def _seated(table):
    return table.seats.exclude(player=None).count()
