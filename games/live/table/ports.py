"""Protocols for what a table needs of its members and of the process."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from games.live.clients.connections import Connections
from games.live.clients.visitor import Visitor
from games.live.core.rate_limit import Buckets
from games.live.match.ports import MatchContext, MatchPort
from games.live.protocol.messages import Encoded, ServerMessage
from games.live.table.occupancy import Occupancy


class LobbyPort(Protocol):
    """Interface of the lobby, as tables use it."""

    def changed(self) -> None:
        """Schedule the list of open tables to be sent to the lobby again."""

    def check_deserted(self, table: str | None = None) -> None:
        """Schedule the open tables to be sent if a table became deserted, or is not any more.

        `table` is the public id of the only one to look at; None: look at all.
        """


class TableContext(MatchContext, Protocol):
    """Interface of the process, as a table uses it."""

    connections: Connections
    hints: Buckets

    @property
    def lobby(self) -> LobbyPort:
        """Return the lobby of this process."""

    def drop_idle(self, table_id: str) -> None:
        """Drop the room of a table (public id) from memory, if it has no members and no work."""

    async def table_changed(self, table_id: str, *, publish: bool = True) -> None:
        """Read a table (public id) whose rows have changed again, and send it.

        With `publish` the other processes do so too.
        """

    async def note_return(self, actor: MatchPort, seat: int) -> None:
        """End the vote about a player who is back; a running turn again has its usual length."""

    async def withdraw_rematch(self, table_id: str, seat: int) -> None:
        """Withdraw the wish for a rematch of a seat whose connection is lost (table: public id)."""

    @property
    def occupancy(self) -> Occupancy:
        """Return the moments at which each table's own people were last connected."""

    def is_deserted(self, table_id: str, sat_at: float) -> bool:
        """Return whether nobody who sits at a table has been connected for `gone_after` seconds.

        `sat_at` is when somebody sat down there last, in seconds since the epoch. May be called from
        any thread.
        """

    async def replace_host(self, table_id: str, seats: Collection[int]) -> None:
        """Make the first person at one of these seats the host of a table whose host is gone."""

    async def rematch_without(self, table_id: str, gone: frozenset[int]) -> None:
        """Begin a table's (public id) rematch if it waits for the absent seats `gone` alone."""


class Recipient(Protocol):
    """Interface of a connection to which messages are sent."""

    visitor: Visitor

    def push(self, message: ServerMessage) -> None:
        """Queue a message to the client; it is sent at the end of this turn of the event loop."""

    def push_frame(self, frame: Encoded) -> None:
        """Queue an encoded message to the client; it is sent at the end of this loop turn."""


class LobbyMember(Recipient, Protocol):
    """Interface of a connection in the lobby, which is sent the open tables."""

    hidden: frozenset[int]
    """Ids of players who are hidden from this visitor."""


class ReviewMember(Recipient, Protocol):
    """Interface of a connection in a shared review."""

    shown_as: str
    """The name of the member's player; empty for strangers."""


class Member(Recipient, Protocol):
    """Interface of a connection at a table, of a seated player or of a spectator."""

    seat: int | None
    match: str | None
    """The public id of the match that `last_seq` counts in."""
    last_seq: int
    """The sequence number of the latest state message sent."""
    greeted: bool
    table_digest: bytes
    """Digest of the latest table message sent."""
    deal_key: tuple[object, ...]
    """The `news_key` of the latest message about the deal being made."""

    @property
    def shows_chat(self) -> bool:
        """Return whether lines of the chat are sent to this kind of connection."""

    @property
    def reads_words(self) -> bool:
        """Return whether free words of others are sent to the member, who may refuse them."""

    @property
    def player(self) -> int | None:
        """Return the player's row id; None for strangers and keys that may not see the hand."""

    def show(self, match: str, seq: int, frame: Encoded) -> None:
        """Queue a state message that brings this member to journal entry `seq` of a match.

        `match` is its public id.
        """

    def close(self, code: int) -> None:
        """Close the connection with this WebSocket code after its queued messages were sent."""
