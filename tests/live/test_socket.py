"""What a socket bears: garbage, floods, giants, strangers, sessions."""

from __future__ import annotations

import json
import logging
import random

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth import get_user_model
from django.contrib.sessions.backends.db import SessionStore

from games.live.protocol import requests
from games.live.server.routing import websocket_urlpatterns
from games.models import Table
from tests.support.live import Client, alay, first_card, play_a_trick, running, seated, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


def garbage(rng, have):
    """A frame from somewhere between valid and nonsense."""
    values = [None, 0, -1, 2, 3, 10**12, 1.5, "", "x", "abcdefgh", [], {}, True, [[]], "O1", "E12"]
    values += [*requests.CLIENT_TYPES, *requests.COMMANDS]
    keys = ["t", "id", "base", "a", "have", "cmd", "seat", "level", "on", "proto", "invite"]
    kind = rng.randrange(6)
    if kind == 0:
        return "".join(rng.choices('{}[]":,x0\\\ud7ff\u0000é', k=rng.randrange(40)))
    frame = {key: values[rng.randrange(len(values))] for key in rng.sample(keys, 5)}
    if kind > 2:
        frame["t"] = rng.choices(requests.CLIENT_TYPES)[0]
        frame["id"] = f"garbage-{rng.getrandbits(60)}"
    if kind > 3:
        frame |= {"base": have, "have": have, "cmd": rng.choices(["next", "start", "rematch"])[0]}
        types = ["play", "exchange", "claim", "cut", "resign", "deal", "arm_exchange"]
        frame["a"] = {"type": rng.choices(types)[0], "card": rng.choices(values)[0]}
        if frame["a"]["type"] == "resign":
            frame["a"]["type"] = "nothing"
    text = json.dumps(frame)
    return text[: rng.randrange(len(text))] if kind == 1 else text


async def test_every_frame_gets_one_answer_and_the_socket_lives(rng: random.Random, caplog):
    table, users = await alay(2, watch="anyone")
    async with running() as runtime:
        clients = await seated(runtime, table, users)
        await play_a_trick(clients)  # who leaves before the first card ends the match
        client = clients[0]
        await settle()
        await client.drain()
        for _ in range(600):
            text = garbage(rng, 2) or " "
            asked = _kind(text)
            await client.socket.send_to(text_data=text)
            answers = {"hello": {"table", "nak"}, "sync": {"state", "nak"}}.get(asked)
            answers = answers or {"ack", "nak", "p"}
            answer = await client.until(lambda frame, answers=answers: frame["t"] in answers)
            if answer["t"] == "nak":
                assert answer["message"]
            await client.drain()
            if answer.get("code") == "wrong_proto":
                client = await Client(runtime, table, users[0]).connect()
                await client.drain()
        assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
        state = await client.socket.receive_nothing(0.01)
        assert state
        if client.view["turn"] == client.seat:
            assert (await client.act(first_card(client.view)))["t"] == "ack"


def _kind(text):
    try:
        data = json.loads(text)
        return data.get("t") if isinstance(data, dict) and isinstance(data["t"], str) else None
    except (ValueError, KeyError):
        return None


async def test_bytes_and_large_frames_are_refused_and_repetition_closes():
    table, users = await alay(2)
    async with running() as runtime:
        client = await Client(runtime, table, users[0]).connect()
        await client.until_seq(2)
        await client.drain()
        await client.socket.send_to(bytes_data=b"\x00\x01")
        assert (await client.until(lambda f: f["t"] == "nak"))["code"] == "bad_message"
        big = json.dumps({"t": "p", "x": "y" * 5000})
        for _ in range(3):
            await client.socket.send_to(text_data=big)
            assert (await client.until(lambda f: f["t"] == "nak"))["code"] == "too_large"
        assert (await client.receive()) == {"t": "closed", "code": 4009}


async def test_one_frame_that_is_far_too_large_closes():
    table, users = await alay(2)
    async with running() as runtime:
        client = await Client(runtime, table, users[0]).connect()
        await client.socket.send_to(text_data="x" * 70_000)
        assert (await client.until(lambda f: f["t"] == "nak"))["code"] == "too_large"
        assert (await client.receive()) == {"t": "closed", "code": 4009}


async def test_what_came_too_fast_is_refused_by_its_id():
    table, users = await alay(2)
    async with running(rate=0.0, burst=3) as runtime:
        client = await Client(runtime, table, users[0]).connect()
        await client.until_seq(2)
        await client.drain()
        refused: dict[str, str] = {}
        for number in range(5):
            answer = await client.act({"type": "claim"}, id=f"too-fast-{number}", base=2)
            refused[answer["id"]] = answer["code"]
        assert [id for id, code in refused.items() if code == "rate_limited"] == [
            "too-fast-2", "too-fast-3", "too-fast-4",
        ]  # fmt: skip
        for text in ("{", "[]", '{"t":"act","id":"x"}', "x" * 5000):
            await client.socket.send_to(text_data=text)
            answer = await client.until(lambda f: f["t"] == "nak")
            assert (answer["code"], answer["id"]) == ("rate_limited", None)


async def test_a_flood_is_refused_and_then_closed():
    table, users = await alay(2)
    async with running(rate=10.0, burst=20, flood=50) as runtime:
        client = await Client(runtime, table, users[0]).connect()
        await client.until_seq(2)
        await client.drain()
        for _ in range(200):
            await client.send({"t": "p", "have": 2})
        codes = []
        while client.closed is None:
            codes.append((await client.receive()).get("code"))
        assert "rate_limited" in codes
        assert client.closed == 4008


async def test_a_reader_that_never_reads_is_closed():
    table, users = await alay(2)
    async with running(unread_bytes=20_000) as runtime:
        client = await Client(runtime, table, users[0]).connect()
        await client.until_seq(2)
        for _ in range(40):
            await client.send({"t": "sync", "have": 0})
        while client.closed is None:
            await client.receive()
        assert client.closed == 4009


async def test_a_reader_that_says_what_it_has_may_stay():
    table, users = await alay(2)
    async with running(unread_bytes=20_000) as runtime:
        client = await Client(runtime, table, users[0]).connect()
        await client.until_seq(2)
        for _ in range(40):
            await client.send({"t": "sync", "have": 2})
            await client.until(lambda f: f["t"] == "state")
        assert client.closed is None


async def test_another_protocol_has_to_reload():
    table, users = await alay(2)
    async with running() as runtime:
        client = await Client(runtime, table, users[0]).connect(hello=False)
        await client.send({"t": "hello", "proto": 2})
        assert (await client.receive())["code"] == "wrong_proto"
        assert (await client.receive())["code"] == 4010


@pytest.mark.parametrize("watch", ["anyone", "link"])
async def test_strangers_may_watch_where_the_table_lets_them(watch):
    table, _ = await alay(2, watch=watch)
    async with running() as runtime:
        client = await Client(runtime, table).connect()
        await client.until_seq(2)
        assert client.view["seat"] is None
        assert client.table["you"]["seat"] is None
        assert (await client.do("sit"))["code"] == "forbidden"


async def test_a_closed_table_and_a_missing_one_answer_alike():
    table, _ = await alay(2, watch="nobody")
    async with running() as runtime:
        for place in (table, Table(public_id="missing")):
            client = await Client(runtime, place).connect(hello=False)
            assert await client.receive() == {"t": "closed", "code": 4004}
        assert not runtime.connections.sessions()
        assert "missing" not in runtime.rooms


async def test_one_user_has_so_many_sockets_and_no_more():
    table, users = await alay(2)
    async with running(sockets_a_user=2) as runtime:
        kept = [await Client(runtime, table, users[0]).connect() for _ in range(2)]
        third = await Client(runtime, table, users[0]).connect(hello=False)
        assert (await third.receive())["code"] == "too_many"
        assert (await third.receive())["code"] == 4008
        assert [client.closed for client in kept] == [None, None]


async def test_logging_out_closes_the_sockets_of_the_session():
    table, users = await alay(2)
    async with running() as runtime:
        client = Client(runtime, table, users[0])
        session = SessionStore()
        await database_sync_to_async(session.save)()
        client.socket.scope["cookies"] = {"sessionid": session.session_key}
        await client.connect()
        other = await Client(runtime, table, users[1]).connect()
        runtime.log_out(session.session_key)
        assert (await client.until(lambda f: f["t"] == "bye"))["code"] == "logged_out"
        assert (await client.receive())["code"] == 4001
        await other.send({"t": "p"})
        await other.until(lambda f: f["t"] == "p")


async def test_a_session_that_ended_unseen_is_found():
    table, users = await alay(2)
    async with running() as runtime:
        client = Client(runtime, table, users[0])
        session = SessionStore()
        await database_sync_to_async(session.save)()
        client.socket.scope["cookies"] = {"sessionid": session.session_key}
        await client.connect()
        await runtime.scheduler.sessions()  # it never was this user's
        while client.closed is None:
            await client.receive()
        assert client.closed == 4001


async def test_presence_is_told_and_a_lost_socket_is_noticed():
    table, users = await alay(2)
    async with running() as runtime:
        first = await Client(runtime, table, users[0]).connect()
        second = await Client(runtime, table, users[1]).connect()
        await first.until_table(lambda table: all(seat["connected"] for seat in table["seats"]))
        watcher = await Client(runtime, table).connect()
        await first.until_table(lambda table: table["watchers"] == 1)
        await second.close()
        await first.until_table(lambda table: not table["seats"][second.seat]["connected"])
        await watcher.close()


async def test_the_lobby_shows_tables_and_answers_heartbeats():
    await alay(2, start=False)
    async with running() as runtime:
        lobby = WebsocketCommunicator(URLRouter(websocket_urlpatterns), "/ws/lobby/")
        lobby.scope["brisca.runtime"] = runtime
        assert (await lobby.connect())[0]
        frame = json.loads(await lobby.receive_from())
        assert frame["t"] == "tables"
        assert frame["online"] == 1
        await lobby.send_to(text_data='{"t":"p"}')
        while (frame := json.loads(await lobby.receive_from()))["t"] != "p":
            pass
        await lobby.send_to(text_data='{"t":"sync","have":1}')
        while (frame := json.loads(await lobby.receive_from()))["t"] != "nak":
            pass
        await lobby.disconnect()
        assert len(runtime.connections) == 0


async def test_a_restart_says_goodbye_to_everybody():
    table, users = await alay(2)
    async with running() as runtime:
        clients = [await Client(runtime, table, user).connect() for user in users]
        await runtime.drain()
        for client in clients:
            bye = await client.until(lambda f: f["t"] == "bye")
            assert bye["code"] == "restart"
            assert bye["in"] >= 500
            assert (await client.receive())["code"] == 4012


async def test_the_runtime_of_a_loop_starts_by_itself():
    from games.live.process.runtime import Runtime

    table, users = await alay(2)
    client = Client(None, table, users[0])  # type: ignore[arg-type]
    del client.socket.scope["brisca.runtime"]
    await client.connect()
    await client.until_seq(0)
    await client.close()
    await (await Runtime.current()).stop()
    assert get_user_model().objects.model is not None


@pytest.mark.parametrize("path", ["/ws/nothing/", "/ws/table/%00/", "/"])
async def test_a_socket_at_an_address_where_there_is_nothing_is_refused(path: str):
    socket = WebsocketCommunicator(URLRouter(websocket_urlpatterns), path)
    assert (await socket.connect())[0] is False
