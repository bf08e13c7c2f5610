"""Whoever is in the lobby is shown how many notifications they have not read, and nobody else is."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.db import transaction

from games.live.server.routing import websocket_urlpatterns
from games.models import Player
from games.services.notifications import mark_read
from tests.services.notices import tell
from tests.support.live import running
from tests.support.people import player_with_account

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@contextlib.asynccontextmanager
async def in_lobby(runtime: Any, player: Player | None) -> Any:
    """A socket in the lobby, of a player or of a stranger."""
    socket = WebsocketCommunicator(URLRouter(websocket_urlpatterns), "/ws/lobby/")
    socket.scope["brisca.runtime"] = runtime
    if player is not None:
        socket.scope["user"] = player.user
    assert (await socket.connect(timeout=30))[0]
    # It is accepted before it is let in, when it is sent the open tables.
    while json.loads(await socket.receive_from(timeout=30))["t"] != "tables":
        pass
    yield socket
    await socket.disconnect(timeout=30)


async def unread(socket: WebsocketCommunicator) -> dict[str, Any]:
    """The next message of that kind."""
    while (frame := json.loads(await socket.receive_from(timeout=30)))["t"] != "unread":
        pass
    return frame


async def is_silent(socket: WebsocketCommunicator) -> bool:
    """Return whether no message of that kind comes before the answer to a heartbeat."""
    await socket.send_to(text_data='{"t":"p"}')
    while (frame := json.loads(await socket.receive_from(timeout=30)))["t"] != "p":
        if frame["t"] == "unread":
            return False
    return True


async def test_what_is_told_is_counted_at_once_for_that_person_alone() -> None:
    ana, eva = [await database_sync_to_async(player_with_account)(name) for name in ("Ana", "Eva")]
    async with (
        running() as runtime,
        in_lobby(runtime, ana) as hers,
        in_lobby(runtime, ana) as other_window,
    ):
        await database_sync_to_async(tell)(ana, key="one")
        assert await unread(hers) == {"t": "unread", "unread": 1}
        assert await unread(other_window) == {"t": "unread", "unread": 1}
        await database_sync_to_async(tell)(ana, eva, key="two")
        assert (await unread(hers))["unread"] == 2
        await database_sync_to_async(mark_read)(player=ana)
        assert (await unread(hers))["unread"] == 0


async def test_nobody_is_shown_the_notifications_of_others() -> None:
    ana, eva = [await database_sync_to_async(player_with_account)(name) for name in ("Ana", "Eva")]
    async with (
        running() as runtime,
        in_lobby(runtime, ana) as hers,
        in_lobby(runtime, eva) as another,
        in_lobby(runtime, None) as stranger,
    ):
        await database_sync_to_async(tell)(ana)
        assert (await unread(hers))["unread"] == 1
        assert await is_silent(another)
        assert await is_silent(stranger)


async def test_what_was_rolled_back_is_not_shown() -> None:
    ana = await database_sync_to_async(player_with_account)("Ana")

    def rolled_back() -> None:
        with contextlib.suppress(ZeroDivisionError), transaction.atomic():
            tell(ana, key="never")
            raise ZeroDivisionError

    async with running() as runtime, in_lobby(runtime, ana) as hers:
        await database_sync_to_async(rolled_back)()
        await database_sync_to_async(tell)(ana, key="one")
        assert (await unread(hers))["unread"] == 1
        assert await is_silent(hers)
