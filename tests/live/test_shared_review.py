"""Rooms in which a finished match is looked at together: over real sockets."""

from __future__ import annotations

import json

import pytest
from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser

from games.live.protocol.parsing import parse_review
from games.live.protocol.requests import Go, Lead, Try
from games.live.schema.asyncapi import document
from games.live.server.routing import websocket_urlpatterns
from games.live.sockets import review_consumer
from games.models.matches import Match, MatchStatus
from games.record.variation import VariationError, variation
from games.record.verify import checked_log
from games.selectors.matches import record_json
from tests.live.test_asyncapi import validator
from tests.stats.support import PEOPLE, log_of, stored
from tests.support.live import ids, running, user_and_player

pytestmark = [pytest.mark.django_db(transaction=True)]
on_db = database_sync_to_async
SERVER = {"room": "ReviewNews", "line": "ReviewLine", "ack": "Ack", "nak": "Nak", "p": "Pong"}


class Reader:
    """Somebody in a room."""

    def __init__(self, runtime, match, key="room-0001", user=None):
        path = f"/ws/review/{match}/{key}/"
        self.socket = WebsocketCommunicator(URLRouter(websocket_urlpatterns), path)
        self.socket.scope["user"] = user or AnonymousUser()
        self.socket.scope["brisca.runtime"] = runtime

    async def __aenter__(self):
        assert (await self.socket.connect(timeout=10))[0]
        return self

    async def __aexit__(self, *_error):
        await self.socket.disconnect(timeout=10)

    async def next(self, tag=None, wanted=lambda frame: True):
        while True:
            output = await self.socket.receive_output(10)
            if output["type"] == "websocket.close":
                return {"t": "closed", "code": output["code"]}
            frame = json.loads(output["text"])
            if frame["t"] in SERVER:
                validator(SERVER[frame["t"]]).validate(frame)
            if tag in (None, frame["t"]) and wanted(frame):
                return frame

    async def ask(self, kind, **fields):
        id = next(ids)
        await self.socket.send_to(text_data=json.dumps({"t": kind, "id": id, **fields}))
        return await self.next(None, lambda frame: frame.get("id") == id)


def finished():
    match = stored(PEOPLE[:2], options={"match.target": 1})
    return match.public_id


@pytest.mark.asyncio
async def test_one_leads_and_the_others_are_told_where():
    match = await on_db(finished)()
    user, _player = await on_db(user_and_player)("Nora")
    async with running() as runtime:
        async with Reader(runtime, match, user=user) as nora, Reader(runtime, match) as other:
            assert (await other.next("room", lambda f: f["people"] == 2))["leader"] is None
            assert (await other.ask("go", at="d1t1"))["code"] == "not_leading"
            assert (await nora.ask("lead", on=True))["t"] == "ack"
            room = await other.next("room", lambda frame: frame["leader"] is not None)
            assert (room["leader"], room["leads"]) == ("Nora", False)
            assert (await other.ask("lead", on=True))["code"] == "somebody_leads"
            assert (await nora.ask("go", at="d1t3c2"))["t"] == "ack"
            assert (await other.next("room", lambda frame: frame["at"]))["at"] == "d1t3c2"
            # who comes later is told at once
            async with Reader(runtime, match) as late:
                assert (await late.next("room"))["at"] == "d1t3c2"
            async with Reader(runtime, match, "another-room") as apart:
                assert (await apart.next("room"))["people"] == 1
        assert runtime.reviews == {}


@pytest.mark.asyncio
async def test_who_leads_shows_a_line_to_all_and_anybody_tries_one_alone():
    match = await on_db(finished)()
    async with running() as runtime:
        async with Reader(runtime, match) as one, Reader(runtime, match) as other:
            assert (await one.ask("lead", on=True))["t"] == "ack"
            await one.socket.send_to(
                text_data=json.dumps(
                    {"t": "try", "id": "abcdefgh", "deal": 1, "plays": 0, "line": [1]}
                )
            )
            assert (await other.next("room", lambda frame: frame["trying"]))["trying"]
            shown = await other.next("line")
            assert (shown["line"], shown["shown"]) == ([1], True)
            assert len(shown["view"]["trick"]) == 1
            assert shown["view"]["moves"][0]["card"] == shown["view"]["trick"][0]["card"]
            assert (await one.ask("go", at="d1"))["t"] == "ack"
            await other.next("room", lambda frame: not frame["trying"])
            assert (await other.ask("try", deal=1, plays=0, line=[9]))["code"] == "no_such_move"
            assert (await other.ask("try", deal=9, plays=0, line=[]))["code"] == "no_such_move"
        async with Reader(runtime, match) as alone:
            assert (await alone.next("room"))["leader"] is None


@pytest.mark.asyncio
async def test_lines_are_worked_out_only_so_often(monkeypatch):
    monkeypatch.setattr(review_consumer, "TRIAL_RATE", (0.0, 2))
    match = await on_db(finished)()
    async with running() as runtime, Reader(runtime, match) as eager:
        asked = [await eager.ask("try", deal=1, plays=0, line=[9]) for _ in range(3)]
        assert [one["code"] for one in asked] == ["no_such_move", "no_such_move", "rate_limited"]


@pytest.mark.asyncio
@pytest.mark.parametrize("status", [MatchStatus.PLAYING, MatchStatus.HELD])
async def test_no_match_is_shown_that_is_not_over_for_all(status):
    match = await on_db(finished)()
    await sync_to_async(Match.objects.update)(status=status, finished_at=None)
    async with running() as runtime:
        async with Reader(runtime, match) as nosy:
            assert (await nosy.next())["code"] == 4004
        async with Reader(runtime, match, "short") as nosy:
            assert (await nosy.next())["code"] == 4004
        assert runtime.reviews == {}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"t": "lead", "id": "abcdefgh", "on": True}, Lead("abcdefgh", True)),
        ({"t": "go", "id": "abcdefgh", "at": "d2a3"}, Go("abcdefgh", "d2a3")),
        ({"t": "go", "id": "abcdefgh", "at": "d10end"}, Go("abcdefgh", "d10end")),
        ({"t": "go", "id": "abcdefgh", "at": "d2t3d"}, Go("abcdefgh", "d2t3d")),
        (
            {"t": "try", "id": "abcdefgh", "deal": 1, "plays": 4, "line": [0, 2]},
            Try("abcdefgh", 1, 4, [0, 2]),
        ),
    ],
)
def test_what_is_said_in_a_room_is_read_and_documented(data, message):
    assert parse_review(json.dumps(data)) == message
    validator(type(message).__name__).validate(data)
    assert type(message).__name__ in document()["channels"]["review"]["messages"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"t": "lead", "id": "abcdefgh", "on": 1}, "bad_message"),
        ({"t": "go", "id": "abcdefgh", "at": "d1<script>"}, "bad_message"),
        ({"t": "go", "id": "short", "at": "d1"}, "bad_id"),
        ({"t": "try", "id": "abcdefgh", "deal": 1, "plays": 0, "line": [-1]}, "bad_message"),
        ({"t": "try", "id": "abcdefgh", "deal": True, "plays": 0, "line": []}, "bad_message"),
        ({"t": "try", "id": "abcdefgh", "deal": 1, "plays": 0, "line": [0] * 121}, "bad_message"),
        ({"t": "nothing"}, "unknown_type"),
    ],
)
def test_anything_else_is_refused(data, code):
    with pytest.raises(ValueError, match=code):
        parse_review(json.dumps(data))


def test_the_line_that_was_played_leads_where_the_match_went():
    log = log_of(PEOPLE[:2], options={"match.target": 1})
    stored(PEOPLE[:2], log=log)
    log = checked_log(json.loads(record_json(log.match_id)))
    before = variation(log, 1, 0, [])
    assert [len(hand) for hand in before["hands"]] == [3, 3]
    played = [entry for entry in log.entries if entry.action["type"] == "play"]
    choice = next(
        at
        for at, move in enumerate(before["legal"])
        if move.get("card") == played[0].action["card"]
    )
    after = variation(log, 1, 0, [choice])
    reached = variation(log, 1, 1, [])
    assert {**after, "moves": []} == reached
    with pytest.raises(VariationError):
        variation(log, 1, 40, [])


def test_a_line_goes_on_to_the_end_of_its_deal():
    log = log_of(PEOPLE[:2], options={"match.target": 1})
    line = [0] * 40
    end = variation(log, 1, 0, line[:40])
    assert end["over"]
    assert sum(end["points"]) == 120
    assert end["legal"] == []
    with pytest.raises(VariationError):
        variation(log, 1, 0, [0] * 41)
