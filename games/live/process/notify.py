"""Notifications from the rest of the site to the live path; any thread may call these functions.

They are sent after the commit, and never raise into the code that has committed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import transaction

from games.live.core.pubsub import GROUP, SEND_TIMEOUT_S
from games.live.process.runtime import Runtime, local

log = logging.getLogger("games.live.process.notify")


def table_changed(table_id: str) -> None:
    """Announce that a table (public id) changed, so that its members and the lobby are sent it.

    The table is sent after the commit.
    """
    _after_commit(
        lambda runtime: runtime.table_changed(table_id), {"what": "table", "table": table_id}
    )


def logged_out(session: str) -> None:
    """Close the sockets of a session (its key) that has ended, after the commit."""

    async def close(runtime: Runtime) -> None:
        runtime.pubsub.publish("logout", session=session)
        runtime.log_out(session)

    _after_commit(close, {"what": "logout", "session": session})


def token_ended(token: str) -> None:
    """Close the sockets and streams of an API key (its digest) that has ended, after the commit."""

    async def close(runtime: Runtime) -> None:
        runtime.pubsub.publish("token", token=token)
        runtime.revoke(token)

    _after_commit(close, {"what": "token", "token": token})


def seated(player: int) -> None:
    """Tell a player's (row id) event streams, after the commit, that the player has sat down."""

    async def look(runtime: Runtime) -> None:
        runtime.pubsub.publish("seated", player=player)
        runtime.seated(player)

    _after_commit(look, {"what": "seated", "player": player})


def notified(players: Sequence[int]) -> None:
    """Send these players (row ids), if in the lobby, their number of unread notifications."""

    async def show(runtime: Runtime) -> None:
        runtime.pubsub.publish("notified", players=players)
        await runtime.lobby.show_unread(players)

    _after_commit(show, {"what": "notified", "players": players})


def account_changed(user: int) -> None:
    """Close the sockets of an account (row id) whose sessions have ended, after the commit.

    Called when its password or its standing has changed.
    """

    async def look(runtime: Runtime) -> None:
        runtime.pubsub.publish("account", user=user)
        await runtime.close_ended(user)

    _after_commit(look, {"what": "account", "user": user})


def _after_commit(
    work: Callable[[Runtime], Coroutine[Any, Any, None]], message: dict[str, Any]
) -> None:
    """Run `work` on each runtime of this process after the commit, or publish `message`.

    The message is published where this process has no runtime.
    """

    def start_work() -> None:
        runtimes = [runtime for runtime in tuple(local) if runtime.ready]
        for runtime in runtimes:
            runtime.spawn_from_thread(work)
        if not runtimes:
            _publish(message)

    transaction.on_commit(start_work, robust=True)


def _publish(message: dict[str, Any]) -> None:
    """Publish a message from a process that serves no tables, such as a command."""
    layer = get_channel_layer()
    if layer is None or isinstance(layer, InMemoryChannelLayer):
        return

    async def send() -> None:
        async with asyncio.timeout(SEND_TIMEOUT_S):
            await layer.group_send(GROUP, {"type": "bell", "from": "", **message})

    try:
        async_to_sync(send)()
    except Exception as error:  # noqa: BLE001 - what was committed stands without it
        log.warning("a message to other processes could not be sent: %s", type(error).__name__)
