"""The live path's interface for callers without a socket, such as the API.

The state of a match lives on one event loop, in `games.live`, which these callers do not import.
They call the interface `LiveGateway`; the setting `LIVE_GATEWAY` names its implementation.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, TypeAlias

from django.conf import settings
from django.utils.module_loading import import_string

Json: TypeAlias = dict[str, Any]


class GatewayRefusedError(Exception):
    """Refusal of a request by the live path: `code` for programs, `message` for people."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Caller:
    """The user behind an API key: `scopes` of the key, `expires` in seconds since the epoch."""

    user: int
    player: int
    token: str
    scopes: frozenset[str]
    expires: float | None
    address: str
    language: str


@dataclass(frozen=True, slots=True)
class Turn:
    """The seat whose turn it is in a running match; `left_s` (seconds) is None without a clock."""

    seat: int
    left_s: float | None


class LiveGateway(Protocol):
    """Operations of the live path for callers without a socket; each may raise GatewayRefusedError."""

    def document(self) -> Json:
        """Return the AsyncAPI document of the messages."""

    def shapes(self) -> Json:
        """Return the JSON Schemas of what goes in and out without a socket, by name.

        A `Message` is sent and an `Ack` returned; `Tables` and `Look` show tables, and `Line` is a
        line of a stream.
        """

    def words(self, code: str) -> str:
        """Return the text of a refusal code, in the active language."""

    def is_alone_in_lobby(self, user: int | None, address: str) -> bool:
        """Return whether nobody else is in the lobby; False where this process does not know."""

    def in_lobby(self, users: Collection[int]) -> frozenset[int]:
        """Return which of these accounts (row ids) are in the lobby, as far as it is known here."""

    def turns(self, tables: Collection[str]) -> dict[str, Turn]:
        """Return whose turn it is, by table (public id), at the tables that this process plays."""

    def watchers(self, tables: Collection[str]) -> dict[str, int]:
        """Return how many watch, by table (public id), at the tables that this process knows."""

    async def send(self, caller: Caller, table: str, message: str) -> Json:
        """Submit a message of the table's protocol; return its acknowledgement."""

    async def look(self, caller: Caller, table: str, last_seq: int | None) -> Json:
        """Return a table, its match and the stage of its deal, as the caller may see them now."""

    async def follow(
        self, caller: Caller, table: str | None, last_seqs: Mapping[str, int]
    ) -> AsyncIterable[bytes]:
        """Yield JSON lines about one table, or all tables of the caller, until either is gone."""

    async def follow_tournament(self, caller: Caller, tournament: str) -> AsyncIterable[bytes]:
        """Yield a JSON line with a tournament (public id) and the caller's entry at each change."""


@cache
def live_gateway() -> LiveGateway:
    """Return the live path's interface of this process."""
    gateway: LiveGateway = import_string(settings.LIVE_GATEWAY)()
    return gateway
