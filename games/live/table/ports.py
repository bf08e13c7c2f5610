"""What a table needs of its members and of the process; the layers above provide it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from games.live.clients.connections import Connections
from games.live.clients.visitor import Visitor
from games.live.core.rate_limit import Buckets
from games.live.match.ports import MatchContext
from games.live.protocol.messages import Encoded, ServerMessage

if TYPE_CHECKING:
    from games.live.table.room import Room


class LobbyPort(Protocol):
    """Who shows the open tables."""

    def changed(self) -> None:
        """Read the open tables anew, soon."""


class TableContext(MatchContext, Protocol):
    """The process as a table sees it."""

    connections: Connections
    hints: Buckets

    @property
    def lobby(self) -> LobbyPort:
        """Who shows the open tables."""

    def drop_idle(self, table_id: str) -> None:
        """Forget the room of a table where nobody is and nothing runs."""

    async def table_changed(self, table_id: str, *, publish: bool = True) -> None:
        """Show a table whose rows have changed; with `publish` in the other processes too."""

    async def rematch_without(self, table_id: str, gone: frozenset[int]) -> None:
        """Begin the rematch that waits for nobody but those who are gone, if there is one."""


class Recipient(Protocol):
    """A connection to which messages go."""

    visitor: Visitor

    def push(self, message: ServerMessage) -> None:
        """Send a message soon."""

    def push_frame(self, frame: Encoded) -> None:
        """Send a message that is encoded already."""


class LobbyMember(Recipient, Protocol):
    """A connection that is shown the open tables."""

    apart: frozenset[int]
    """Ids of players of whom this visitor sees nothing here."""


class ReviewMember(Recipient, Protocol):
    """A connection in a shared review."""

    shown_as: str
    """The name of its player; empty for strangers."""


class Member(Recipient, Protocol):
    """A connection at a table: of somebody who sits there, or who watches."""

    room: Room
    seat: int | None
    match: str | None
    """The match that `last_seq` counts in."""
    last_seq: int
    """The seq of the latest state sent."""
    greeted: bool
    table_digest: bytes
    """What it was sent last of the table, as a digest."""
    deal_key: tuple[object, ...]
    """What it knows of the making of a deal."""

    @property
    def shows_chat(self) -> bool:
        """Whether it is told what people say."""

    @property
    def player(self) -> int | None:
        """The id of its player; None for strangers, and for a key that may not see the hand."""

    @property
    def runtime(self) -> TableContext:
        """The process that it is connected to."""

    def show(self, match: str, seq: int, frame: Encoded) -> None:
        """Send a state that brings this member to `seq`."""

    def close(self, code: int) -> None:
        """Close after what is queued went out."""
