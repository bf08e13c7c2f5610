"""Protocols for what the jobs and the subscriptions of a process need of its runtime."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from games.live.clients.connections import Connections
from games.live.core.clock import Clock
from games.live.core.context import Context
from games.live.table.lobby import Lobby
from games.live.table.occupancy import Occupancy
from games.live.table.remote_tables import RemoteTables
from games.live.table.room import Room
from games.live.table.shared_review import SharedReview


class TablesPort(Protocol):
    """Interface of the process to code that changes tables or ends sessions."""

    rooms: dict[str, Room]
    """Table (public id) -> its room, of those that have one in this process."""
    lobby: Lobby

    async def table_changed(self, table_id: str, *, publish: bool = True) -> None:
        """Read a changed table (public id) again and send it; with `publish` in all processes."""

    async def close_ended(self, user: int | None = None) -> None:
        """Close the sockets of ended sessions and API keys, of one user id or of all."""


class JobsContext(Context, TablesPort, Protocol):
    """Interface of the process to its periodic jobs."""

    connections: Connections

    def room(self, table_id: str) -> Room:
        """Return the room of a table (public id), made if need be."""

    def drop_idle(self, table_id: str) -> None:
        """Drop the room of a table (public id) from memory, if it has no members and no work."""


class TournamentsContext(Context, TablesPort, Protocol):
    """Interface of the process to the ticker that does the due steps of tournaments."""

    def seated(self, player: int) -> None:
        """Tell the event streams of a player (row id) that the player sits at a new table."""

    def tournament_changed(self, tournament: str, *, publish: bool = True) -> None:
        """Notify the followers of a tournament (public id); with `publish` in other processes too."""


class SubscriptionsContext(TablesPort, Protocol):
    """Interface of the process to the receiver of other processes' messages."""

    clock: Clock

    @property
    def reviews(self) -> Mapping[str, SharedReview]:
        """Return "match/key" -> the shared review of this match (public id) and room key."""

    @property
    def remote_tables(self) -> RemoteTables:
        """Return the turns and numbers of spectators at tables in other processes."""

    @property
    def occupancy(self) -> Occupancy:
        """Return the moments at which each table's own people were last connected."""

    def log_out(self, session: str) -> None:
        """Close the sockets of a session (its key) that has ended."""

    def tournament_changed(self, tournament: str, *, publish: bool = True) -> None:
        """Notify the followers of a tournament (public id); with `publish` in other processes too."""

    def revoke(self, token: str) -> None:
        """Close the sockets and streams of an API key (its digest) that is no longer valid."""

    def seated(self, player: int) -> None:
        """Tell the event streams of a player (row id) that the player sits at a new table."""
