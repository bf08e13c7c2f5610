"""Every socket and every address of the live path, as every kind of visitor, with matches running."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any, Final

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.core.cache import cache
from django.test import AsyncClient

from games.live.http import event_stream
from games.live.server.routing import websocket_urlpatterns
from tests.access.asking import outcome
from tests.access.permissions import LIVE_PATH, OPERATIONS, SOCKETS, STATES
from tests.access.viewers import KEYS, VIEWERS
from tests.access.world import World, build_world
from tests.live.keys import current
from tests.support.live import ids, running

pytestmark = pytest.mark.django_db(transaction=True)

ABSENT: Final = (4004,)
HAND: Final = re.compile(r'"hand": ?\["')
METHODS: Final = ("GET", "HEAD", "OPTIONS", "TRACE", "POST", "PUT", "PATCH", "DELETE")


def live_world() -> World:
    """The site, without cards in its journals: the live path deals them."""
    return build_world(dealt=False)


def handshake(world: World, who: str, path: str) -> WebsocketCommunicator:
    """A socket as the browser or program of a viewer opens it, through the site's own checks."""
    from brisca_site.asgi import sockets

    headers = [(b"host", b"testserver")]
    if who in world.keys:
        headers.append((b"authorization", f"Bearer {world.keys[who]}".encode()))
    else:
        headers.append((b"origin", b"http://testserver"))
        cookie = "; ".join(f"{name}={value}" for name, value in world.cookies[who].items())
        headers.append((b"cookie", cookie.encode()))
    socket = WebsocketCommunicator(sockets, path, headers=headers)
    socket.scope["client"] = (f"203.0.113.{VIEWERS.index(who) + 1}", 5000)
    return socket


async def opened(world: World, runtime: Any, who: str, path: str) -> tuple[str, str]:
    """The class of the answer to a handshake, and all that was sent by the first silence."""
    socket = handshake(world, who, path)
    socket.scope["brisca.runtime"] = runtime
    accepted, code = await socket.connect(timeout=30)
    if not accepted:
        return ("absent" if code in ABSENT else "refused"), ""
    await socket.send_to(text_data=json.dumps({"t": "hello", "proto": 1, "have": None}))
    texts, kind = [], "ok"
    # the first answer is waited for, however busy the machine is: a refusal may come late
    while not texts or not await socket.receive_nothing(0.15, 0.02):
        output = await socket.receive_output(30)
        if output["type"] == "websocket.close":
            kind = {4004: "absent", 4001: "login", 4003: "refused"}.get(output["code"], "refused")
            break
        texts.append(output["text"])
    await socket.disconnect(timeout=30)
    return kind, "\n".join(texts)


def told(world: World, who: str, path: str, text: str) -> list[str]:
    """What was sent that this viewer may not know."""
    return [
        secret.what
        for hidden, secret in world.secrets.items()
        if hidden in text and hidden not in path and who not in secret.owners
    ]


def places_of(world: World, state: str) -> dict[str, str]:
    found = {"key": "aVeryLongRoomKey1234", **world.objects.get(state, {})}
    return {**found, "public_id": found.get("table", "")}


def test_every_socket_has_a_row_and_every_row_a_socket():
    have = {str(one.pattern) for one in websocket_urlpatterns}
    assert have == set(SOCKETS), (
        "say in SOCKETS of tests/access/permissions/live.py who may open it"
    )
    for route, states in SOCKETS.items():
        thing = "table" if "public_id" in route else "match" if "match" in route else ""
        assert set(states) == set(STATES.get(thing, ("",))), f"{route} needs a row for each state"


@pytest.mark.asyncio
async def test_every_socket_opens_for_whom_the_table_says_and_tells_nothing_private(settings):
    settings.ALLOWED_HOSTS = ["testserver"]
    world = await database_sync_to_async(live_world)()
    wrong = []
    async with running() as runtime:
        for route, states in SOCKETS.items():
            for state, row in states.items():
                route_path = re.sub(r"<\w+:(\w+)>", r"{\1}", route) or "ws/nothing/here/"
                path = "/" + route_path.format_map(places_of(world, state))
                await database_sync_to_async(cache.clear)()
                answers = await asyncio.gather(
                    *(opened(world, runtime, who, path) for who in VIEWERS)
                )
                for who, (found, text) in zip(VIEWERS, answers, strict=True):
                    cell = f"{route} {state} as {who}"
                    if found != row[who]:
                        wrong.append(f"{cell}: {found}, not {row[who]}")
                    wrong += [f"{cell} tells {what}" for what in told(world, who, path, text)]
                    if HAND.search(text) and who != "seated":
                        wrong.append(f"{cell} tells cards")
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.asyncio
async def test_the_api_of_the_live_path_answers_as_the_table_says_and_tells_nothing_private(
    monkeypatch,
):
    monkeypatch.setattr(event_stream, "KEEP_ALIVE", 0.05)
    world = await database_sync_to_async(live_world)()
    wrong = []
    async with running() as runtime:
        with current(runtime):
            for route, states in LIVE_PATH.items():
                for state, row in states.items():
                    path = route.format_map(places_of(world, state))
                    for who in (*KEYS, "anonymous", "seated"):
                        for method in METHODS if state in ("", "running") else ("GET", "POST"):
                            cell = f"{method} {path} {state} as {who}"
                            found, text = await asked(world, who, method, path)
                            expected = row.expected(who, method)
                            if found != expected:
                                wrong.append(f"{cell}: {found}, not {expected}")
                            whats = told(world, who, path, text)
                            wrong += [f"{cell} tells {what}" for what in whats]
                            if HAND.search(text):
                                wrong.append(f"{cell} tells cards")
    assert not wrong, "\n" + "\n".join(wrong)


async def asked(world: World, who: str, method: str, path: str) -> tuple[str, str]:
    """The class of an answer of the API, and its text; of a stream what it tells at once."""
    await database_sync_to_async(cache.clear)()
    client = AsyncClient()
    headers = {"accept-language": "en"}
    if who in world.keys:
        headers["authorization"] = f"Bearer {world.keys[who]}"
    for name, value in world.cookies.get(who, {}).items():
        client.cookies[name] = value
    sent = {}
    if method == "POST":
        body = json.dumps({"t": "do", "id": next(ids), "cmd": "agree"})
        sent = {"data": body, "content_type": "application/json"}
    answer = await client.generic(method, path, headers=headers, **sent)
    if not answer.streaming:
        return outcome(answer), answer.content.decode() + str(dict(answer.items()))
    try:
        return outcome(answer), (await anext(aiter(answer.streaming_content))).decode()
    finally:
        answer.close()


@pytest.mark.asyncio
@pytest.mark.parametrize("path", sorted(OPERATIONS))
async def test_what_is_answered_before_the_site_is_the_same_for_everybody(path):
    from brisca_site.operations import Operations

    passed_on = []

    async def site(scope, receive, send):
        passed_on.append(scope["path"])

    for method in METHODS:
        sent: list[dict[str, Any]] = []

        async def send(message: dict[str, Any], sent: list[dict[str, Any]] = sent) -> None:
            sent.append(message)

        scope = {
            "type": "http", "method": method, "path": path, "headers": [],
            "client": ("203.0.113.9", 5000),
        }  # fmt: skip
        await Operations(site)(scope, None, send)
        found = {200: "ok", 503: "ok", 404: "absent", 405: "method"}[sent[0]["status"]]
        assert found == OPERATIONS[path].expected("anonymous", method), f"{method} {path}"
        if method == "HEAD":
            assert sent[1]["body"] == b""
    assert passed_on == []


def test_every_address_that_is_answered_before_the_site_has_a_row():
    from brisca_site.operations import Operations

    assert set(Operations(None)._pages) == set(OPERATIONS), (
        "say in OPERATIONS of tests/access/permissions/live.py who is answered what"
    )
