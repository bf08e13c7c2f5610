"""The door to the live path for entrances without a socket, such as the API.

What a match needs lives on one event loop, behind `games.live`, which entrances do not know. They
ask here; `games.live` answers, by the setting `LIVE_DOOR`.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, TypeAlias

from django.conf import settings
from django.utils.module_loading import import_string

Json: TypeAlias = dict[str, Any]


class DoorRefusedError(Exception):
    """What is not taken: `code` for programs, `message` for people."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks by a key. `scopes` are what the key lets do, `expires` seconds since the epoch."""

    user: int
    player: int
    token: str
    scopes: frozenset[str]
    expires: float | None
    address: str
    language: str


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is in a running match; `left_s` is None where no clock runs."""

    seat: int
    left_s: float | None


class Door(Protocol):
    """What the live path does for who has no socket. Each raises DoorRefusedError."""

    def document(self) -> Json:
        """Return the AsyncAPI document of the messages."""

    def shapes(self) -> Json:
        """JSON Schema of what goes in and out without a socket, by name: `Message` is taken and
        `Ack` given, `Tables` and `Look` show tables, `Line` is one of a stream."""

    def words(self, code: str) -> str:
        """Return what a refusal is called, in the language that is active."""

    def is_alone_in_lobby(self, user: int | None, address: str) -> bool:
        """Return whether nobody else is in the lobby; False where this process does not know."""

    def turns(self, tables: Collection[str]) -> dict[str, Turn]:
        """Table (public id) -> whose turn it is there, as far as this process plays those matches."""

    async def send(self, caller: Caller, table: str, message: str) -> Json:
        """Take a message of the table's protocol; gives its acknowledgement."""

    async def look(self, caller: Caller, table: str, last_seq: int | None) -> Json:
        """Return a table, its match and the making of its deal as the caller may know them now."""

    async def follow(
        self, caller: Caller, table: str | None, last_seqs: Mapping[str, int]
    ) -> AsyncIterable[bytes]:
        """Yield lines of JSON of one table, or of all of the caller, until either goes."""


@cache
def live_door() -> Door:
    """Return the door of this process."""
    door: Door = import_string(settings.LIVE_DOOR)()
    return door
