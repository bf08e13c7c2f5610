"""What is said at a table reaches whoever may hear it, and nobody else."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator

from games.live.server.routing import websocket_urlpatterns
from games.live.table import chat
from games.models import ChatLine, Player
from games.services import social
from tests.support.live import Client, alay, running, user_and_player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
ids = (f"chat-{number:06}" for number in itertools.count())


async def say(client: Client, **what: str) -> dict[str, Any]:
    """Say something; gives the ack or nak."""
    name = next(ids)
    await client.send({"t": "chat", "id": name, **what})
    return await client.until(lambda frame: frame.get("id") == name)


async def hear(client: Client) -> dict[str, Any]:
    """The next line that a client is told."""
    frame = await client.until(lambda one: one["t"] == "chat" and not one["fresh"])
    (line,) = frame["lines"]
    return dict(line)


async def deaf(client: Client) -> bool:
    """Whether a client has been told no line."""
    await client.drain()
    return not any(frame["t"] == "chat" for frame in client.frames)


async def test_all_at_the_table_hear_what_is_said_there() -> None:
    table, users = await alay(2)
    async with running() as runtime:
        ana = await Client(runtime, table, users[0]).connect()
        eva = await Client(runtime, table, users[1]).connect()
        stranger = await Client(runtime, table).connect()
        assert (await say(ana, phrase="hello"))["t"] == "ack"
        for client in (eva, stranger):
            line = await hear(client)
            assert (line["player"], line["seat"], line["phrase"]) == ("player0", 0, "hello")
        for client in (ana, eva, stranger):
            await client.close()


async def test_players_hear_nothing_from_watchers_while_the_match_runs() -> None:
    table, users = await alay(2)
    tom, _ = await database_sync_to_async(user_and_player)("tom")
    async with running() as runtime:
        ana = await Client(runtime, table, users[0]).connect()
        watcher = await Client(runtime, table, tom).connect()
        stranger = await Client(runtime, table).connect()
        assert (await say(watcher, text="She holds the three"))["t"] == "ack"
        assert (await hear(stranger))["room"] == "watchers"
        assert await deaf(ana)
        late = await Client(runtime, table, users[1]).connect()
        assert await deaf(late)
        for client in (ana, watcher, stranger, late):
            await client.close()


async def test_strangers_cannot_speak_and_nothing_is_kept() -> None:
    table, _users = await alay(2)
    async with running() as runtime:
        stranger = await Client(runtime, table).connect()
        assert (await say(stranger, phrase="hello"))["code"] == "forbidden"
        assert not await ChatLine.objects.aexists()
        await stranger.close()


async def test_nobody_hears_whom_they_block() -> None:
    table, users = await alay(2)
    async with running() as runtime:
        ana = await Client(runtime, table, users[0]).connect()
        eva = await Client(runtime, table, users[1]).connect()
        both = {p.name: p async for p in Player.objects.filter(name__startswith="player")}
        block = database_sync_to_async(social.block)
        await block(player=both["player1"], other=both["player0"])
        await say(ana, phrase="hello")
        assert await deaf(eva)
        assert (await say(eva, phrase="thanks"))["t"] == "ack"
        await hear(ana)
        await ana.close()
        await eva.close()


async def chat_off(user: Any) -> None:
    """Turn the chat off for an account."""
    user.preferences = {"chat": "off"}
    await user.asave(update_fields=["preferences"])


async def test_who_has_turned_the_chat_off_gets_phrases_and_no_free_words() -> None:
    table, users = await alay(2)
    await chat_off(users[1])
    async with running() as runtime:
        ana = await Client(runtime, table, users[0]).connect()
        eva = await Client(runtime, table, users[1]).connect()
        assert (await say(ana, text="Good evening"))["t"] == "ack"
        assert await deaf(eva)
        assert (await say(ana, phrase="hello"))["t"] == "ack"
        assert (await hear(eva))["phrase"] == "hello"
        late = await Client(runtime, table, users[1]).connect()
        frame = await late.until(lambda one: one["t"] == "chat")
        assert [line["phrase"] for line in frame["lines"]] == ["hello"]
        for client in (ana, eva, late):
            await client.close()


async def test_who_has_turned_the_chat_off_writes_phrases_and_no_free_words() -> None:
    table, users = await alay(2)
    await chat_off(users[1])
    async with running() as runtime:
        eva = await Client(runtime, table, users[1]).connect()
        assert (await say(eva, text="Good evening"))["code"] == "chat_off"
        assert (await say(eva, phrase="hello"))["t"] == "ack"
        await eva.close()


async def test_own_words_of_partners_wait_while_a_deal_runs() -> None:
    table, users = await alay(2, 2)
    async with running() as runtime:
        ana = await Client(runtime, table, users[0]).connect()
        await ana.until(lambda frame: frame["t"] == "state" and frame["view"]["phase"] == "play")
        assert (await say(ana, text="I have the ace"))["code"] == "chat_not_now"
        assert (await say(ana, phrase="hello"))["t"] == "ack"
        await ana.close()


async def test_who_comes_later_reads_what_was_said() -> None:
    table, users = await alay(2)
    async with running() as runtime:
        ana = await Client(runtime, table, users[0]).connect()
        await say(ana, phrase="hello")
        late = await Client(runtime, table, users[1]).connect()
        frame = await late.until(lambda one: one["t"] == "chat")
        assert frame["fresh"]
        assert [line["phrase"] for line in frame["lines"]] == ["hello"]
        await ana.close()
        await late.close()


async def test_what_is_said_is_heard_in_another_process_too() -> None:
    table, users = await alay(2)
    async with running(pubsub_in_memory=True) as here, running(pubsub_in_memory=True) as there:
        ana = await Client(here, table, users[0]).connect()
        eva = await Client(there, table, users[1]).connect()
        await say(ana, phrase="hello")
        assert (await hear(eva))["phrase"] == "hello"
        await ana.close()
        await eva.close()


async def test_the_same_line_sent_again_is_said_once() -> None:
    table, users = await alay(2)
    async with running() as runtime:
        ana = await Client(runtime, table, users[0]).connect()
        for _ in range(2):
            await ana.send({"t": "chat", "id": "same-line", "phrase": "hello"})
            await ana.until(lambda frame: frame.get("id") == "same-line")
        assert await ChatLine.objects.acount() == 1
        await ana.close()


async def test_who_is_apart_does_not_see_the_others_table_in_the_lobby() -> None:
    table, users = await alay(1, 1, start=False)
    await table.seats.filter(seat=1).aupdate(player=None)  # a full table is not listed
    eva, player = await database_sync_to_async(user_and_player)("eva")
    host = await Player.objects.aget(name="player0")
    await database_sync_to_async(social.block)(player=host, other=player)
    async with running(lobby_every=0.0) as runtime:
        seen = []
        for user in (users[0], eva):
            socket = WebsocketCommunicator(URLRouter(websocket_urlpatterns), "/ws/lobby/")
            socket.scope["user"] = user
            socket.scope["brisca.runtime"] = runtime
            assert (await socket.connect(timeout=30))[0]
            seen.append(len((await socket.receive_json_from(timeout=30))["tables"]))
            await socket.disconnect(timeout=30)
        assert seen == [1, 0]


async def test_a_table_where_nobody_spoke_is_not_asked_about_at_each_hello(monkeypatch) -> None:
    table, users = await alay(2)
    asked = []
    right = chat._latest
    monkeypatch.setattr(chat, "_latest", lambda *a, **k: asked.append(a) or right(*a, **k))
    async with running() as runtime:
        ana = await Client(runtime, table, users[0]).connect()
        eva = await Client(runtime, table, users[1]).connect()
        for client in (ana, eva):
            await client.send({"t": "p", "have": None})
            await client.until(lambda frame: frame["t"] == "p")
        assert len(asked) == 1
        assert (await say(ana, phrase="hello"))["t"] == "ack"
        late = await Client(runtime, table).connect()
        frame = await late.until(lambda one: one["t"] == "chat")
        assert (frame["fresh"], [line["phrase"] for line in frame["lines"]]) == (True, ["hello"])
