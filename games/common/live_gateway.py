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
    """Refusal of an API request by the process that serves the tables.

    `code` is for programs, `message` for people.
    """

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Caller:
    """The API key, with its account, that calls the tables without a socket.

    `user` and `player` are row ids, `token` is the key's digest, and `expires` is in seconds since
    the epoch (None: never).
    """

    user: int
    player: int
    token: str
    scopes: frozenset[str]
    expires: float | None
    address: str
    language: str


@dataclass(frozen=True, slots=True)
class Turn:
    """The current turn of a running match; `left_s` (seconds) is None without a clock."""

    seat: int
    left_s: float | None


class LiveGateway(Protocol):
    """Interface by which the API plays and watches at tables, without a socket.

    Each operation may raise GatewayRefusedError.
    """

    def document(self) -> Json:
        """Return the AsyncAPI document of the sockets' and streams' messages."""

    def shapes(self) -> Json:
        """Return name -> JSON Schema of the messages exchanged by callers without a socket.

        A `Message` is sent and an `Ack` returned; `Tables` and `Look` show tables, and `Line` is a
        line of a stream.
        """

    def words(self, code: str) -> str:
        """Return the text of a refusal for people, from its code, in the active language."""

    def is_alone_in_lobby(self, user: int | None, address: str) -> bool:
        """Return whether this visitor is alone in the lobby; False where that is unknown."""

    def in_lobby(self, users: Collection[int]) -> frozenset[int]:
        """Return those of these accounts (row ids) that this process knows to be in the lobby."""

    def turns(self, tables: Collection[str]) -> dict[str, Turn]:
        """Return table (public id) -> current turn, for the matches that this process plays now."""

    def watchers(self, tables: Collection[str]) -> dict[str, int]:
        """Return table (public id) -> number of watchers, for tables open in this process."""

    def is_deserted(self, table: str, sat_at: float) -> bool:
        """Return whether nobody who sits at a table (public id) has been connected for a while.

        `sat_at` is when somebody sat down there last, in seconds since the epoch. False where that
        is unknown.
        """

    def loop_delay(self) -> float:
        """Return the seconds by which this process's tables were late of late; 0 without tables."""

    async def send(self, caller: Caller, table: str, message: str) -> Json:
        """Submit a message (JSON) to a table (public id); return its acknowledgement (JSON)."""

    async def look(self, caller: Caller, table: str, last_seq: int | None) -> Json:
        """Return {"table", "state", "fair"} of a table (public id), as the caller may see it now.

        `state` has the events after journal entry `last_seq` (None: none); it and `fair` (the
        shuffle's proof) are None before there is a match.
        """

    async def follow(
        self, caller: Caller, table: str | None, last_seqs: Mapping[str, int]
    ) -> AsyncIterable[bytes]:
        """Yield JSON lines about one table (public id), or with None all tables of the caller.

        `last_seqs` is table -> number of the latest journal entry that the caller has.
        """

    async def follow_tournament(self, caller: Caller, tournament: str) -> AsyncIterable[bytes]:
        """Yield a JSON line with a tournament (public id) and the caller's entry at each change."""


@cache
def live_gateway() -> LiveGateway:
    """Return this process's interface to its tables, for callers without a socket."""
    gateway: LiveGateway = import_string(settings.LIVE_GATEWAY)()
    return gateway
