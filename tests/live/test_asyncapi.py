"""The AsyncAPI document names every message and every field, and real frames are as it says."""

from __future__ import annotations

import asyncio
import json
from copy import deepcopy
from functools import cache
from typing import Any, get_args

import pytest
from django.test import Client as Browser
from jsonschema_rs import Draft202012Validator, meta

from games.engine import (
    Event,
    action_kinds,
    action_to_json,
    event_to_json,
    legal_actions,
    redact,
    view_for,
    view_to_json,
)
from games.engine.events import OwnEvent
from games.live.protocol import messages
from games.live.protocol.messages import ServerMessage
from games.live.protocol.parsing import parse
from games.live.protocol.requests import ClientMessage, ReviewMessage
from games.live.schema.asyncapi import STREAM_MESSAGES, document, name_of
from games.live.schema.state_schema import kind_of
from tests.accounts.support import assert_our_page
from tests.live.browsers import Browser as Committer
from tests.live.keys import KeyClient, aprogram, atable, current, told
from tests.live.test_protocol import GOOD
from tests.record.family import EVERY_PRESET, random_match
from tests.support.live import Client, alay, play_out, running

REQUESTS = (*get_args(ClientMessage), *get_args(ReviewMessage))


@cache
def strict() -> dict[str, Any]:
    """The document as published, but a field that it does not name is an error."""
    made = deepcopy(document())

    def close(schema: Any) -> None:
        if isinstance(schema, dict):
            if "properties" in schema:
                schema.setdefault("additionalProperties", False)
            for one in schema.values():
                close(one)
        elif isinstance(schema, list):
            for one in schema:
                close(one)

    close(made["components"])
    return made


@cache
def validator(name: str, *, of: str = "messages") -> Draft202012Validator:
    components = strict()["components"]
    schema = components[of][name]
    schema = schema["payload"] if of == "messages" else schema
    return Draft202012Validator({**schema, "components": components})


@cache
def kinds(name: str) -> dict[str, Draft202012Validator]:
    """A validator for each shape that `Event` or `Action` may have, by its type: many times quicker
    than to try them all, and stricter."""
    schemas = document()["components"]["schemas"]
    names = [one["$ref"].rsplit("/", 1)[-1] for one in schemas[name]["oneOf"]]
    return {
        schemas[one]["properties"]["type"]["const"]: validator(one, of="schemas") for one in names
    }


SERVER = {kind.tag: name_of(kind) for kind in get_args(ServerMessage)}
CLIENT = {kind.tag: name_of(kind) for kind in REQUESTS}


def hold(frame: dict[str, Any]) -> None:
    """Raise where a frame of the server is not as the document says."""
    validator(SERVER[frame["t"]]).validate(frame)


# -- the document ---------------------------------------------------------------------------------


def test_every_message_type_is_there_and_no_other():
    names = {name_of(kind) for kind in (*REQUESTS, *get_args(ServerMessage))}
    names |= {f"{name_of(kind)}Line" for kind in STREAM_MESSAGES}
    assert set(document()["components"]["messages"]) == names
    used = {
        reference["$ref"].rsplit("/", 1)[-1]
        for operation in document()["operations"].values()
        for reference in operation["messages"]
    }
    assert used == names


def test_every_action_and_every_event_is_there():
    schemas = document()["components"]["schemas"]
    types = {
        shape["properties"]["type"]["const"]
        for shape in schemas.values()
        if "type" in shape.get("properties", {}) and "const" in shape["properties"]["type"]
    }
    events = {kind_of(kind.__name__) for kind in get_args(Event) if kind is not OwnEvent}
    assert types == events | set(action_kinds()) | {"take_back", "taken_back"}


def test_every_reference_leads_somewhere():
    made = document()
    text = json.dumps(made)
    references = {part.split('"')[0] for part in text.split('"$ref": "#/')[1:]}
    assert references
    for reference in references:
        place = made
        for step in reference.split("/"):
            place = place[step]


@pytest.mark.parametrize("name", sorted(document()["components"]["messages"]))
def test_every_schema_is_one(name):
    meta.validate(document()["components"]["messages"][name]["payload"])


@pytest.mark.parametrize(("data", "message"), GOOD)
def test_what_the_server_takes_is_as_the_document_says(data, message):
    validator(CLIENT[data["t"]]).validate(data)
    assert name_of(type(message)) == CLIENT[data["t"]]
    assert parse(json.dumps(data)) == message


# -- everything that can happen -------------------------------------------------------------------


@pytest.mark.parametrize(("preset", "players", "teams"), EVERY_PRESET)
def test_views_events_and_actions_of_the_whole_family_are_as_it_says(preset, players, teams):
    view, event, action = validator("View", of="schemas"), kinds("Event"), kinds("Action")
    seen = 0
    for state, happened in walk(preset, players, teams):
        seats = (None, *range(players))
        for seat in seats:
            view.validate(view_to_json(view_for(state, seat)))
            for one in happened:
                shown = redact(one, seat)
                if shown is not None:
                    told = event_to_json(shown)
                    event[told["type"]].validate(told)
                    seen += 1
        for seat in range(players):
            for one in legal_actions(state, seat):
                asked = action_to_json(one)
                action[asked["type"]].validate(asked)
    assert seen


def walk(preset: str, players: int, teams: str):
    """Every few states of a random match, with what led to each."""
    from games.engine import apply, start
    from games.record.log import read_action

    log = random_match(preset, players, {"teams": teams}, most=60)
    state = start(log.rules, dealer=log.dealer)
    for entry in log.entries:
        state, happened = apply(state, read_action(entry, state.number, log.decks))
        plain = entry.action["type"] == "play" and entry.seq % 11
        if not plain:
            yield state, happened


# -- real frames ----------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_every_frame_of_a_match_is_as_it_says():
    table, users = await alay(2)
    async with running(commits_within=3.0, cut_within=8.0, nonces_within=3.0) as runtime:
        clients = [await Committer(runtime, table, user).connect() for user in users]
        for client in clients:
            await client.until_phase("cut")
            await client.until_fair()
        for client in clients:
            await client.commit(1)
            await client.send({"t": "p", "have": 0})
        cutter = next(one for one in clients if one.view["turn"] == one.seat)
        await cutter.until_fair(lambda fair: fair["server_commit"])
        await cutter.cut(12)
        for client in clients:
            await client.until_phase("deal")
            await client.show(1)
        watcher = await Client(runtime, table).connect()
        await clients[0].send({"t": "chat", "id": "said-once", "phrase": "hello"})
        await asyncio.wait_for(play_out(clients, (watcher,)), 60)
        await clients[0].act({"type": "claim"})
        await clients[0].do("rematch")
        await runtime.drain()
        for client in (*clients, watcher):
            await client.drain()
        frames = [frame for client in (*clients, watcher) for frame in client.frames]
        assert {frame["t"] for frame in frames} == set(messages.SERVER_TYPES) - {
            "tables",
            "unread",
            "hint",
            "room",
            "line",
        }
        assert any(frame["t"] == "fair" and frame["block"] for frame in frames)
        for frame in frames:
            hold(frame)


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_every_frame_of_the_lobby_and_every_line_of_the_stream_is_as_it_says():
    from games.common.live_gateway import Caller
    from games.live.http.gateway import LocalGateway

    async with running() as runtime:
        with current(runtime):
            (uno, key), (dos, _key) = [await aprogram(name) for name in ("Uno", "Dos")]
            table = await atable(uno, dos)
            waiting = await atable(uno, dos, start=False)
            await waiting.seats.filter(seat=1).aupdate(player=None)  # a full table is not listed
            lobby = await lobby_of(runtime)
            hold(lobby)
            assert lobby["tables"]
            socket = await KeyClient(runtime, table, key).connect()
            await socket.until_seq(2)
            visitor = next(iter(runtime.connections)).visitor
            caller = Caller(
                visitor.user, visitor.player, visitor.token, visitor.scopes, None, "", "en"
            )
            lines: list[dict[str, Any]] = []
            stream = aiter(await LocalGateway().follow(caller, None, {}))
            async with asyncio.timeout(20):
                while not {"table", "state", "fair"} <= {line["t"] for line in lines}:
                    lines += told(await anext(stream))
                await runtime.drain()
                async for chunk in stream:
                    lines += told(chunk)
            assert lines[-1]["t"] == "bye"
            for line in lines:
                validator(f"{SERVER[line['t']]}Line").validate(line)


async def lobby_of(runtime) -> dict[str, Any]:
    from channels.routing import URLRouter
    from channels.testing import WebsocketCommunicator
    from django.contrib.auth.models import AnonymousUser

    from games.live.server.routing import websocket_urlpatterns

    socket = WebsocketCommunicator(URLRouter(websocket_urlpatterns), "/ws/lobby/")
    socket.scope |= {"user": AnonymousUser(), "brisca.runtime": runtime}
    await socket.connect(timeout=30)
    frame = json.loads((await socket.receive_output(10))["text"])
    await socket.disconnect()
    return frame


# -- where it is published ------------------------------------------------------------------------


@pytest.mark.django_db
def test_it_is_published_as_json_and_as_a_page():
    answer = Browser().get("/api/asyncapi/")
    assert answer.json() == document()
    assert (
        Browser().get("/api/asyncapi/", headers={"if-none-match": answer["ETag"]}).status_code
        == 304
    )
    page = Browser().get("/api/asyncapi/docs/").content.decode()
    assert_our_page(page)
    for name in document()["components"]["schemas"]:
        assert f"h-shape-{name}" in page
