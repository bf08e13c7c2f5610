"""Programs at the table's socket: what a key shows, lets do, and what becomes of it when it ends."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth import get_user_model
from django.test import Client as Browser
from django.utils import timezone

from accounts.bars import bar_account
from accounts.models import Token, User
from accounts.services import close_account
from accounts.tokens import revoke_tokens
from games.live.protocol.messages import Closing
from tests.live.keys import KeyClient, aprogram, atable
from tests.support.live import Client, FakeClock, play_out, running, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

aclose = database_sync_to_async(lambda user: close_account(user=user))


async def two(runtime, **fields):
    users = [await aprogram(name) for name in ("Uno", "Dos")]
    table = await atable(*(user for user, _key in users), **fields)
    return table, users, [await KeyClient(runtime, table, key).connect() for _user, key in users]


async def closed(client) -> int:
    await client.until(lambda frame: frame["t"] == "closed")
    return client.closed


async def test_two_programs_play_a_match_over_sockets_with_their_keys_alone():
    async with running() as runtime:
        _table, _users, clients = await two(runtime)
        await asyncio.wait_for(play_out(clients), 60)
        assert clients[0].view["result"] == clients[1].view["result"]
        assert clients[0].table["seats"][0]["kind"] == "bot"


@pytest.mark.parametrize("scopes", [("read",), ("read", "tables")])
async def test_a_key_that_may_not_play_sees_what_a_stranger_sees(scopes):
    async with running() as runtime:
        table, _users, _clients = await two(runtime)
        _user, key = await aprogram("Uno", scopes)
        poor = await KeyClient(runtime, table, key).connect()
        stranger = await Client(runtime, table).connect()
        for one in (poor, stranger):
            await one.until_seq(2)
        assert poor.table["you"]["seat"] is None
        assert poor.view == stranger.view
        answer = await poor.act({"type": "resign"})
        assert (answer["t"], answer["code"]) == ("nak", "missing_scope")


async def test_a_key_of_a_persons_account_plays_nothing():
    async with running() as runtime:
        table, _users, _clients = await two(runtime)
        _user, key = await aprogram("Ana", bot=False)
        client = await KeyClient(runtime, table, key).connect()
        assert (await client.do("sit"))["code"] == "missing_scope"
        assert client.table["you"]["player"] is None


async def test_a_key_with_play_alone_neither_sits_nor_stands():
    async with running() as runtime:
        _user, key = await aprogram("Uno", ("play",))
        others = [(await aprogram(name))[0] for name in ("Dos", "Tres")]
        table = await atable(*others, start=False)
        client = await KeyClient(runtime, table, key).connect()
        assert (await client.do("sit"))["code"] == "missing_scope"


@pytest.mark.parametrize(
    "header", [b"Bearer brisca_" + b"0" * 64, b"Basic dW5vOmRvcw==", b"x", b""]
)
async def test_a_wrong_key_lets_nobody_in_not_even_with_a_session(header):
    from brisca_site.asgi import sockets

    user = await database_sync_to_async(get_user_model().objects.create)(username="Ana")
    cookie = await database_sync_to_async(_session)(user)
    other, _key = await aprogram("Uno")
    async with running() as runtime:
        table = await atable(user, other)
        headers = [(b"authorization", header), (b"cookie", cookie)]
        headers += [(b"origin", b"http://testserver"), (b"host", b"testserver")]
        socket = WebsocketCommunicator(sockets, f"/ws/table/{table.public_id}/", headers=headers)
        socket.scope["brisca.runtime"] = runtime
        assert (await socket.connect(timeout=30))[0]
        assert '"logged_out"' in (await socket.receive_output(10))["text"]
        assert (await socket.receive_output(10))["code"] == Closing.LOGGED_OUT
        await socket.disconnect()


def _session(user: User) -> bytes:
    browser = Browser()
    browser.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return f"sessionid={browser.cookies['sessionid'].value}".encode()


async def test_beside_a_key_a_session_says_nothing():
    ana = await database_sync_to_async(get_user_model().objects.create)(username="Ana")
    cookie = await database_sync_to_async(_session)(ana)
    _user, key = await aprogram("Uno")
    async with running() as runtime:
        table = await atable(_user, ana)
        client = await KeyClient(runtime, table, key, [(b"cookie", cookie)]).connect()
        assert client.table["you"]["player"] == "Uno"


async def test_a_key_in_the_address_is_refused():
    from brisca_site.asgi import sockets

    async with running() as runtime:
        table, users, _clients = await two(runtime)
        path = f"/ws/table/{table.public_id}/?token={users[0][1]}"
        socket = WebsocketCommunicator(
            sockets, path, headers=[(b"origin", b"http://testserver"), (b"host", b"testserver")]
        )
        socket.scope["brisca.runtime"] = runtime
        assert not (await socket.connect(timeout=30))[0]


async def test_revoking_a_key_closes_its_sockets_and_no_others():
    async with running() as runtime:
        _table, users, clients = await two(runtime)
        await database_sync_to_async(revoke_tokens)(user=users[0][0])
        assert await closed(clients[0]) == Closing.LOGGED_OUT
        await clients[1].send({"t": "p", "have": 0})
        assert (await clients[1].until(lambda frame: frame["t"] == "p"))["t"] == "p"


async def test_revoked_by_another_process_it_is_noticed_by_the_bell():
    async with running(pubsub_in_memory=True) as first, running(pubsub_in_memory=True) as second:
        _table, users, clients = await two(second)
        first.pubsub.publish("token", token=next(iter(second.connections.tokens(users[0][0].pk))))
        assert await closed(clients[0]) == Closing.LOGGED_OUT


async def test_without_a_bell_the_look_at_what_is_over_finds_it():
    async with running() as runtime:
        _table, users, clients = await two(runtime)
        await database_sync_to_async(Token.objects.filter(user=users[0][0]).update)(
            expiry=timezone.now() - timedelta(seconds=1)
        )
        await runtime.close_ended()
        assert await closed(clients[0]) == Closing.LOGGED_OUT


async def test_at_the_end_of_its_time_a_key_closes_its_sockets_by_itself():
    clock = FakeClock(timezone.now().timestamp())
    async with running(clock) as runtime:
        _table, _users, clients = await two(runtime, start=False)
        await clock.go(7 * 86_400 - 60)
        await clients[0].do("agree", on=False)
        await clock.go(120)
        assert await closed(clients[0]) == Closing.LOGGED_OUT


async def test_a_closed_account_and_a_barred_one_are_cut_off():
    async with running() as runtime:
        _table, users, clients = await two(runtime)
        await aclose(users[0][0])
        assert await closed(clients[0]) == Closing.LOGGED_OUT

        def bar():
            users[1][0].is_active = False
            users[1][0].save()

        await database_sync_to_async(bar)()
        await settle()
        assert await closed(clients[1]) == Closing.LOGGED_OUT


async def test_a_bar_cuts_off_what_came_with_a_key():
    async with running() as runtime:
        table, users, clients = await two(runtime)
        await database_sync_to_async(bar_account)(
            user=users[0][0], reason="x", until=None, barred_by=None
        )
        assert await closed(clients[0]) == Closing.LOGGED_OUT
        with pytest.raises(AssertionError, match=f"closed with {int(Closing.LOGGED_OUT)}"):
            await KeyClient(runtime, table, users[0][1]).connect()
        await clients[1].send({"t": "p", "have": 0})
        assert (await clients[1].until(lambda frame: frame["t"] == "p"))["t"] == "p"


async def test_the_same_command_under_the_same_id_is_done_once_and_answered_alike():
    async with running() as runtime:
        uno, key = await aprogram("Uno")
        dos, _ = await aprogram("Dos")
        table = await atable(uno, dos, start=False)
        client = await KeyClient(runtime, table, key).connect()
        for _again in range(2):
            await client.send({"t": "do", "id": "stand-up-1", "cmd": "stand"})
            answer = await client.until(lambda frame: frame.get("id") == "stand-up-1")
            assert answer["t"] == "ack"
        await client.send({"t": "do", "id": "stand-up-1", "cmd": "sit"})
        answer = await client.until(lambda frame: frame.get("id") == "stand-up-1")
        assert (answer["t"], answer["code"]) == ("nak", "id_reused")
        assert (await client.do("stand"))["code"] == "not_seated"


async def test_programs_sit_where_the_table_lets_them():
    async with running() as runtime:
        _uno, key = await aprogram("Uno")
        ana = await database_sync_to_async(get_user_model().objects.create)(username="Ana")
        eva = await database_sync_to_async(get_user_model().objects.create)(username="Eva")
        table = await atable(ana, eva, start=False)
        await database_sync_to_async(table.seats.filter(seat=1).update)(player=None)
        client = await KeyClient(runtime, table, key).connect()
        table.programs = "none"
        await database_sync_to_async(table.save)()
        assert (await client.do("sit"))["code"] == "no_programs"
        table.programs = "casual"
        await database_sync_to_async(table.save)()
        assert (await client.do("sit"))["t"] == "ack"
