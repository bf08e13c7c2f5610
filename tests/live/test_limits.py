"""Limits of open sockets: an account's pace, ended sessions, and what a flood may cost."""

from __future__ import annotations

import asyncio
import json

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client as Browser
from django.urls import reverse

from accounts.bars import bar_account, lift_bar
from games.live.clients.visitor import Visitor
from games.live.process import notify
from games.live.process.runtime import local
from games.live.sockets import consumers
from games.live.sockets.socket import Socket
from tests.live.metering import added
from tests.support.live import Client, alay, running, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


def sign_in(user):
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return session


async def signed_in(runtime, table, user):
    client = Client(runtime, table, user)
    session = await database_sync_to_async(sign_in)(user)
    client.socket.scope["cookies"] = {"sessionid": session.session_key}
    return await client.connect()


async def closed(client):
    while client.closed is None:
        await client.receive()
    return client.closed


async def test_all_sockets_of_an_account_share_one_pace():
    table, users = await alay(2)
    async with running(account_rate=0.0, account_burst=30, rate=1e6) as runtime:
        mine = [await Client(runtime, table, users[0]).connect() for _ in range(3)]
        other = await Client(runtime, table, users[1]).connect()
        with added() as grown:
            for _ in range(20):
                for client in mine:
                    await client.send({"t": "p"})
            answers = [
                (await client.until(lambda f: f["t"] in ("p", "nak"))).get("code")
                for client in mine
                for _ in range(20)
            ]
            assert answers.count("rate_limited") == 60 - (30 - len(mine))
            await other.send({"t": "p"})
            await other.until(lambda f: f["t"] == "p")
            assert grown("brisca_frames_refused_total", limit="account") == 33
            assert grown("brisca_frames_refused_total", limit="rate") == 0


async def test_strangers_at_one_address_share_one_pace_too():
    table, _ = await alay(2, watch="anyone")
    async with running(account_rate=0.0, account_burst=10, rate=1e6, flood=5) as runtime:
        first, second = [await Client(runtime, table).connect() for _ in range(2)]
        for _ in range(30):
            await first.send({"t": "p"})
        assert await closed(first) == 4008
        await second.send({"t": "p"})
        assert (await second.until(lambda f: f["t"] == "nak"))["code"] == "rate_limited"


async def test_a_flood_into_a_slow_handler_takes_no_room(monkeypatch):
    """What waits is bounded, in number and size, however much is sent and nothing is read."""
    table, users = await alay(2)
    stuck = asyncio.Event()
    async with running(account_rate=1e9, rate=1e9, flood=10**9) as runtime:
        client = await Client(runtime, table, users[0]).connect()
        await client.until_seq(2)
        (socket,) = (one for one in runtime.connections if isinstance(one, Socket))

        async def slow(self, message):
            await stuck.wait()

        monkeypatch.setattr(consumers.TableConsumer, "handle", slow)
        with added() as grown:
            text = json.dumps({"t": "p", "x": "y" * 1000})
            for number in range(20_000):
                socket._take(text)
                if number % 500 == 0:
                    assert len(socket._inbox) <= runtime.options.inbox
                    assert len(socket._out) <= runtime.options.outbox
                    assert socket._unread_bytes <= runtime.options.unread_bytes + 1000
                    assert len(socket._unread) <= runtime.options.unread_bytes
            assert grown("brisca_slow_readers_total") == 1
            assert grown("brisca_socket_closes_total", code="4009") == 1
        assert len(socket._out) == 0
        stuck.set()
        assert await closed(client) == 4009


async def test_a_new_password_closes_every_socket_that_came_with_the_old_one():
    table, users = await alay(2)
    async with running() as runtime:
        assert runtime in local
        mine = [await signed_in(runtime, table, users[0]) for _ in range(2)]
        other = await signed_in(runtime, table, users[1])

        def change():
            users[0].set_password("correct-horse-battery")
            users[0].save()

        await database_sync_to_async(change)()
        assert [await closed(client) for client in mine] == [4001, 4001]
        await other.send({"t": "p"})
        await other.until(lambda f: f["t"] == "p")


async def test_whoever_is_barred_is_out_at_once():
    table, users = await alay(2)
    async with running() as runtime:
        client = await signed_in(runtime, table, users[0])
        users[0].is_active = False
        await database_sync_to_async(users[0].save)(update_fields=["is_active"])
        assert await closed(client) == 4001


async def test_a_bar_closes_every_socket_and_lets_none_in_while_it_runs():
    table, users = await alay(2)
    async with running() as runtime:
        mine = [await signed_in(runtime, table, users[0]) for _ in range(2)]
        other = await signed_in(runtime, table, users[1])
        await database_sync_to_async(bar_account)(
            user=users[0], reason="x", until=None, barred_by=None
        )
        assert [await closed(client) for client in mine] == [4001, 4001]
        await other.send({"t": "p"})
        await other.until(lambda f: f["t"] == "p")
        await database_sync_to_async(users[0].refresh_from_db)()
        handshake = {"user": users[0], "session": None, "headers": ()}
        assert (await Visitor.from_scope(handshake, runtime)).user is None
        await database_sync_to_async(lift_bar)(user=users[0], lifted_by=None)
        again = await signed_in(runtime, table, users[0])
        await again.send({"t": "p"})
        await again.until(lambda f: f["t"] == "p")


async def test_other_processes_hear_of_a_bar():
    table, users = await alay(2)
    async with running(pubsub_in_memory=True) as first, running(pubsub_in_memory=True) as second:
        assert first in local
        client = await signed_in(second, table, users[0])
        await database_sync_to_async(bar_account)(
            user=users[0], reason="x", until=None, barred_by=None
        )
        assert await closed(client) == 4001


async def test_what_else_changes_in_an_account_closes_nothing():
    table, users = await alay(2)
    async with running() as runtime:
        client = await signed_in(runtime, table, users[0])
        users[0].language = "ca"
        await database_sync_to_async(users[0].save)(update_fields=["language"])
        await settle()
        await client.send({"t": "p"})
        await client.until(lambda f: f["t"] == "p")
        assert client.closed is None


async def test_logging_out_in_the_browser_closes_the_sockets_of_that_browser():
    table, users = await alay(2)
    async with running() as runtime:
        mine = await signed_in(runtime, table, users[0])
        elsewhere = await signed_in(runtime, table, users[0])
        browser = Browser()
        browser.cookies["sessionid"] = mine.socket.scope["cookies"]["sessionid"]
        answer = await database_sync_to_async(browser.post)(reverse("account_logout"))
        assert answer.status_code == 302
        assert await closed(mine) == 4001
        await elsewhere.send({"t": "p"})
        await elsewhere.until(lambda f: f["t"] == "p")


async def test_other_processes_hear_of_a_new_password():
    table, users = await alay(2)
    async with running(pubsub_in_memory=True) as first, running(pubsub_in_memory=True) as second:
        client = await signed_in(second, table, users[0])
        local.discard(second)  # as if it were another process: it can only hear the bell
        users[0].set_password("correct-horse-battery")
        await database_sync_to_async(users[0].save)()
        assert await closed(client) == 4001
        local.add(second)
        assert first.ready
    await database_sync_to_async(notify.account_changed)(users[0].pk)  # nobody is there to hear
