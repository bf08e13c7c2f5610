"""How the rest of the site tells the live path that something changed: from any thread.

Nothing is told before it is committed, and nothing here raises into what was committed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import transaction

from games.live.core.pubsub import GROUP
from games.live.process.runtime import Runtime, local

log = logging.getLogger("games.live.process.notify")


def table_changed(table_id: str) -> None:
    """Rows of this table (public id) changed: its members and the lobby are told after commit."""
    _after_commit(
        lambda runtime: runtime.table_changed(table_id), {"what": "table", "table": table_id}
    )


def logged_out(session: str) -> None:
    """A session ended: its sockets are closed."""

    async def close(runtime: Runtime) -> None:
        runtime.pubsub.publish("logout", session=session)
        runtime.log_out(session)

    _after_commit(close, {"what": "logout", "session": session})


def token_ended(token: str) -> None:
    """A key was revoked, or went with its account: its sockets and streams are closed."""

    async def close(runtime: Runtime) -> None:
        runtime.pubsub.publish("token", token=token)
        runtime.revoke(token)

    _after_commit(close, {"what": "token", "token": token})


def seated(player: int) -> None:
    """A player sits at a table now: streams that follow the player look there."""

    async def look(runtime: Runtime) -> None:
        runtime.pubsub.publish("seated", player=player)
        runtime.seated(player)

    _after_commit(look, {"what": "seated", "player": player})


def account_changed(user: int) -> None:
    """An account's password or standing changed: its sockets whose sessions are over are closed."""

    async def look(runtime: Runtime) -> None:
        runtime.pubsub.publish("account", user=user)
        await runtime.close_ended(user)

    _after_commit(look, {"what": "account", "user": user})


def _after_commit(
    tell: Callable[[Runtime], Coroutine[Any, Any, None]], message: dict[str, Any]
) -> None:
    def told() -> None:
        runtimes = [runtime for runtime in tuple(local) if runtime.ready]
        for runtime in runtimes:
            runtime.spawn_from_thread(tell)
        if not runtimes:
            _publish(message)

    transaction.on_commit(told, robust=True)


def _publish(message: dict[str, Any]) -> None:
    """From a process that serves nobody (a command): publish for those that do."""
    layer = get_channel_layer()
    if layer is None or isinstance(layer, InMemoryChannelLayer):
        return
    try:
        async_to_sync(layer.group_send)(GROUP, {"type": "bell", "from": "", **message})
    except Exception as error:  # noqa: BLE001 - what was committed stands without it
        log.warning("a message to other processes could not be sent: %s", type(error).__name__)
