"""Playing over HTTP: messages in, lines out, by the same services as on the socket."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import AsyncClient

from games.engine import is_turn
from games.live.http import event_stream
from games.models import Request, Table
from tests.live.keys import KeyClient, aprogram, arevoke, atable, current, told
from tests.support.live import Client, ids, running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

PLAY = "/api/v1/play"


class Caller:
    """A program that speaks HTTP, and reads its stream as the server makes it."""

    def __init__(self, key: str) -> None:
        self.http = AsyncClient()
        self.key = key
        self.headers = {"authorization": f"Bearer {key}", "accept-language": "en"}
        self.lines: list[dict[str, Any]] = []
        self._stream: Any = None
        self._answer: Any = None

    async def post(self, path: str, body: str) -> tuple[int, dict[str, Any]]:
        answer = await self.http.post(
            PLAY + path, body, content_type="application/json", headers=self.headers
        )
        return answer.status_code, answer.json()

    async def say(self, table: Table | str, message: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        at = table if isinstance(table, str) else table.public_id
        return await self.post(f"/tables/{at}/messages/", json.dumps(message))

    async def ask(self, path: str, **query: Any) -> tuple[int, dict[str, Any]]:
        answer = await self.http.get(PLAY + path, query, headers=self.headers)
        return answer.status_code, answer.json()

    async def open(self, **body: Any) -> tuple[int, dict[str, Any]]:
        return await self.post("/tables/", json.dumps(body))

    async def follow(self, **query: Any) -> Caller:
        answer = await self.http.get(f"{PLAY}/stream/", query, headers=self.headers)
        assert answer.status_code == 200, answer.content
        assert answer["Content-Type"] == "application/x-ndjson"
        self._stream, self._answer = aiter(answer.streaming_content), answer
        return self

    async def more(self) -> list[dict[str, Any]]:
        async with asyncio.timeout(20):
            chunk = await anext(self._stream)
        lines = told(chunk)
        self.lines += lines
        return lines

    async def until(self, wanted: Any) -> dict[str, Any]:
        """The first line that is like that, those that came already included."""
        at = 0
        while True:
            for line in self.lines[at:]:
                if wanted(line):
                    return line
            at = len(self.lines)
            await self.more()

    async def leave(self) -> None:
        """As a server does when the connection is gone."""
        await asyncio.to_thread(self._answer.close)

    def latest(self) -> dict[str, Any]:
        return [line for line in self.lines if line["t"] == "state"][-1]


async def pair(runtime, **fields):
    users = [await aprogram(name) for name in ("Uno", "Dos")]
    table = await atable(*(user for user, _key in users), **fields)
    return table, users, [Caller(key) for _user, key in users]


async def play(caller: Caller, table: Table) -> None:
    while True:
        line = caller.latest() if any(x["t"] == "state" for x in caller.lines) else None
        view = line["view"] if line else None
        if view and view["phase"] == "match_over":
            return
        if view and is_turn(view["phase"]) and view["turn"] == view["seat"]:
            id = next(ids)
            move = {"t": "act", "id": id, "base": line["seq"], "a": view["legal"][0]}
            status, ack = await caller.say(table, move)
            assert (status, ack["t"], ack["id"]) == (200, "ack", id)
            await caller.until(lambda x, seq=ack["seq"]: x["t"] == "state" and x["seq"] >= seq)
        else:
            await caller.more()


async def test_two_programs_play_a_match_over_http_alone():
    async with running() as runtime:
        with current(runtime):
            table, _users, callers = await pair(runtime)
            for caller in callers:
                await caller.follow()
            await asyncio.wait_for(asyncio.gather(*(play(one, table) for one in callers)), 100)
            assert callers[0].latest()["view"]["result"] == callers[1].latest()["view"]["result"]
            for caller in callers:
                await caller.leave()
        await asyncio.sleep(0)
        assert not runtime.streams
        assert not len(runtime.connections)


async def test_the_stream_says_what_the_socket_says():
    async with running() as runtime:
        with current(runtime):
            table, users, callers = await pair(runtime)
            stream = await callers[0].follow()
            socket = await KeyClient(runtime, table, users[0][1]).connect()
            await socket.until_seq(2)
            await stream.until(lambda line: line["t"] == "state" and line["seq"] >= 2)
            line = stream.latest()
            assert line["at"] == table.public_id
            assert {"t", "match", "seq", "view", "events", "clock", "may", "fresh"} | {"at"} == set(
                line
            )
            assert line["view"] == socket.view
            await stream.leave()


async def test_the_stream_brings_what_the_document_names_and_no_talk():
    async with running() as runtime:
        with current(runtime):
            table, users, callers = await pair(runtime)
            other = await KeyClient(runtime, table, users[1][1]).connect()
            stream = await callers[0].follow()
            await stream.until(lambda line: line["t"] == "state" and line["seq"] >= 2)
            await other.send({"t": "chat", "id": "said-hello", "phrase": "hello"})
            assert (await other.until(lambda f: f.get("id") == "said-hello"))["t"] == "ack"
            late = await callers[1].follow()
            await late.until(lambda line: line["t"] == "state")
            assert (await other.act({"type": "resign"}))["t"] == "ack"
            for one in (stream, late):
                await one.until(lambda line: line["t"] == "state" and line["view"]["ended_by"])
                assert {line["t"] for line in one.lines} <= {"table", "state", "fair", "bye"}
                await one.leave()


async def test_a_stream_goes_on_where_another_broke_off():
    async with running() as runtime:
        with current(runtime):
            table, _users, callers = await pair(runtime)
            mover = None
            for caller in callers:
                await (await caller.follow()).until(
                    lambda line: line["t"] == "state" and line["view"]["phase"] == "play"
                )
                if caller.latest()["view"]["turn"] == caller.latest()["view"]["seat"]:
                    mover = caller
            assert mover is not None
            other = next(caller for caller in callers if caller is not mover)
            seq = other.latest()["seq"]
            await other.leave()
            view = mover.latest()["view"]
            await mover.say(
                table, {"t": "act", "id": next(ids), "base": seq, "a": view["legal"][0]}
            )
            again = Caller(other.key)
            await again.follow(have=f"{table.public_id}:{seq}")
            line = await again.until(lambda line: line["t"] == "state")
            assert not line["fresh"]
            assert line["events"][0]["type"] == "card_played"
            await again.leave()
            await mover.leave()


async def test_a_stream_sees_tables_at_which_one_sits_down_later_and_keeps_alive(monkeypatch):
    monkeypatch.setattr(event_stream, "KEEP_ALIVE", 0.05)
    async with running() as runtime:
        with current(runtime):
            _user, key = await aprogram("Uno")
            caller = await Caller(key).follow()
            assert await caller.more() == []
            status, made = await caller.open(id="open-one-1", players=2)
            assert status == 201
            line = await caller.until(lambda line: line["t"] == "table")
            assert line["at"] == made["table"]
            assert line["table"]["programs"] == "rated"
            assert line["table"]["you"]["host"]
            await caller.leave()


async def test_a_table_is_opened_once_under_one_id():
    async with running() as runtime:
        with current(runtime):
            _user, key = await aprogram("Uno")
            caller = Caller(key)
            first = await caller.open(
                id="open-one-1", preset="catalan", options={"match.target": 1}
            )
            again = await caller.open(
                id="open-one-1", preset="catalan", options={"match.target": 1}
            )
            assert first == again
            assert await database_sync_to_async(Table.objects.count)() == 1
            status, body = await caller.open(id="open-one-1", players=3)
            assert (status, body["error"]["code"]) == (409, "id_reused")
            assert await database_sync_to_async(Request.objects.count)() == 1


@pytest.mark.parametrize(
    ("body", "code", "told"),
    [
        ({}, "invalid_parameter", "id"),
        ({"id": "short"}, "invalid_parameter", "id"),
        ({"id": "open-one-1", "presett": "x"}, "invalid_parameter", "presett"),
        ({"id": "open-one-1", "players": 9}, "invalid_parameter", "players"),
        ({"id": "open-one-1", "options": {"nothing.such": 1}}, "invalid_rules", "nothing.such"),
        ({"id": "open-one-1", "options": {"match.target": "x"}}, "invalid_rules", "match.target"),
        ({"id": "open-one-1", "players": 5}, "invalid_rules", "players"),
        ({"id": "open-one-1", "programs": "none"}, "no_programs", ""),
        ({"id": "open-one-1", "name": "a\u0000b"}, "invalid_parameter", "name"),
    ],
)
async def test_what_is_wrong_with_a_table_is_named(body, code, told):
    async with running() as runtime:
        with current(runtime):
            _user, key = await aprogram("Uno")
            status, answer = await Caller(key).open(**body)
            assert 400 <= status < 500
            assert answer["error"]["code"] == code
            assert told in answer["error"]["details"].values() or not told


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [
        ("{", 400, "bad_message"),
        ('{"t":"hello","proto":1}', 400, "unknown_type"),
        ('{"t":"p","have":1}', 400, "unknown_type"),
        ('{"t":"act","id":"x","base":0,"a":{}}', 400, "bad_id"),
        ('{"t":"act","id":"abcdefgh","base":0,"a":{"type":"fly"}}', 400, "unknown_action"),
        ('{"t":"act","id":"abcdefgh","base":999,"a":{"type":"claim"}}', 409, "base_ahead"),
        ('{"t":"do","id":"abcdefgh","cmd":"close"}', 409, "not_waiting"),
        (
            '{"t":"act","id":"abcdefgh","base":0,"a":{"text":"' + "x" * 5000 + '"}}',
            413,
            "too_large",
        ),
    ],
)
async def test_what_a_table_refuses_has_the_code_of_its_socket(text, status, code):
    async with running() as runtime:
        with current(runtime):
            table, _users, callers = await pair(runtime)
            found, body = await callers[0].post(f"/tables/{table.public_id}/messages/", text)
            assert (found, body["error"]["code"]) == (status, code)


async def test_messages_of_one_account_are_paced_together():
    async with running(account_rate=0.001, account_burst=3) as runtime:
        with current(runtime):
            table, _users, callers = await pair(runtime)
            codes = []
            for number in range(5):
                answer = await callers[0].say(
                    table, {"t": "do", "id": f"agree-{number:04}", "cmd": "agree"}
                )
                codes.append(answer[0])
            assert codes == [409, 409, 409, 429, 429]


async def test_a_look_shows_the_seat_with_play_and_a_stranger_without():
    async with running() as runtime:
        with current(runtime):
            table, _users, callers = await pair(runtime)
            watcher = await Client(runtime, table).connect()
            await watcher.until_seq(2)
            status, mine = await callers[0].ask(f"/tables/{table.public_id}/")
            assert status == 200
            assert mine["state"]["view"]["hand"]
            _user, key = await aprogram("Uno", ("read", "tables"))
            _status, theirs = await Caller(key).ask(f"/tables/{table.public_id}/")
            assert theirs["state"]["view"] == watcher.view
            assert theirs["table"]["you"]["seat"] is None
            _user, key = await aprogram("Tres")
            _status, other = await Caller(key).ask(f"/tables/{table.public_id}/")
            assert other["state"]["view"] == watcher.view


async def test_a_private_table_is_not_there_for_strangers_and_their_streams():
    async with running() as runtime:
        with current(runtime):
            table, _users, _callers = await pair(runtime, watch="nobody", visibility="link")
            _user, key = await aprogram("Tres")
            caller = Caller(key)
            for path, query in (
                (f"/tables/{table.public_id}/", {}),
                ("/stream/", {"table": table.public_id}),
                ("/tables/nosuchtable/", {}),
            ):
                status, body = await caller.ask(path, **query)
                assert (status, body["error"]["code"]) == (404, "no_such_table")
            status, body = await caller.say(table, {"t": "do", "id": next(ids), "cmd": "take_back"})
            assert (status, body["error"]["code"]) == (404, "no_such_table")


async def test_revoking_a_key_ends_its_stream():
    async with running() as runtime:
        with current(runtime):
            _table, _users, callers = await pair(runtime)
            stream = await callers[0].follow()
            await stream.until(lambda line: line["t"] == "state")
            await arevoke()
            await stream.until(lambda line: line == {"t": "bye", "code": "logged_out", "in": 0})
            with pytest.raises(StopAsyncIteration):
                while True:
                    await stream.more()
            assert (await callers[0].ask("/account/"))[0] == 401


async def test_a_stream_is_sent_away_when_the_process_ends_or_nobody_reads_it():
    async with running(unread_bytes=2000) as runtime:
        with current(runtime):
            _table, _users, callers = await pair(runtime)
            stream = await callers[0].follow()
            await stream.until(lambda line: line.get("code") == "again")
    async with running() as runtime:
        with current(runtime):
            stream = await callers[1].follow()
            await stream.until(lambda line: line["t"] == "state")
            await runtime.drain()
            await stream.until(lambda line: line.get("code") == "restart")
            assert (await callers[1].ask("/account/"))[0] == 200
            status, body = await callers[1].ask("/stream/")
            assert (status, body["error"]["code"]) == (503, "restart")


async def test_streams_count_among_the_sockets_of_an_account():
    async with running(sockets_a_user=2) as runtime:
        with current(runtime):
            table, users, callers = await pair(runtime)
            socket = await KeyClient(runtime, table, users[0][1]).connect()
            stream = await callers[0].follow()
            await stream.more()
            status, body = await callers[0].ask("/stream/")
            assert (status, body["error"]["code"]) == (429, "rate_limited")
            await stream.leave()
            await socket.close()
