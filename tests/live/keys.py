"""Programs with keys, for the tests of the live path."""

from __future__ import annotations

import asyncio
import json
from contextlib import contextmanager
from typing import Any

from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator

from accounts.models import Token, User
from accounts.tokens import create_token
from games.engine import build_ruleset
from games.live.process import runtime as runtimes
from games.models import Player, Table, TableSeat
from games.services.matches import create_match
from games.services.players import player_for
from games.services.rulesets import ruleset_row
from tests.support.live import Client

ALL = ("read", "tables", "play")


def program(name: str = "Robot", scopes: Any = ALL, *, bot: bool = True) -> tuple[User, str]:
    """An account of a program, and a key of it."""
    user, _ = User.objects.get_or_create(username=name, defaults={"is_bot": bot})
    _token, key = create_token(user=user, name="test", scopes=scopes, days=7)
    return user, key


def table_for(*users: User, start: bool = True, **fields: Any) -> Table:
    """A table at which these accounts sit, to one deal."""
    ruleset = build_ruleset("ludoteka", len(users), {"match.target": 1})
    players = [player_for(user) for user in users]
    table = Table.objects.create(
        ruleset=ruleset_row(ruleset), players=len(users), host=players[0], programs="rated",
        **fields,
    )  # fmt: skip
    for seat, player in enumerate(players):
        TableSeat.objects.create(table=table, seat=seat, player=player, agreed=False)
    if start:
        create_match(table=table)
    return table


aprogram = database_sync_to_async(program)
atable = database_sync_to_async(table_for)
arevoke = database_sync_to_async(lambda: [token.delete() for token in Token.objects.all()])
aplayers = database_sync_to_async(lambda: list(Player.objects.order_by("pk")))


class KeyClient(Client):
    """A client of a table that brings a key, through the site's own ASGI application, without an origin."""

    def __init__(self, runtime: Any, table: Table, key: str, headers: Any = ()) -> None:
        from brisca_site.asgi import sockets

        super().__init__(runtime, table)
        headers = [(b"authorization", f"Bearer {key}".encode()), *headers]
        path = f"/ws/table/{table.public_id}/"
        self.socket = WebsocketCommunicator(sockets, path, headers=headers)
        self.socket.scope["brisca.runtime"] = runtime


@contextmanager
def current(runtime: Any):
    """The runtime is that of the running loop, so that the API finds it."""
    loop = asyncio.get_running_loop()
    runtimes._running[loop] = started = loop.create_future()
    started.set_result(runtime)
    try:
        yield runtime
    finally:
        runtimes._running.pop(loop, None)


def told(chunk: bytes) -> list[dict[str, Any]]:
    """The messages of a piece of a stream."""
    return [json.loads(line) for line in chunk.splitlines() if line]
