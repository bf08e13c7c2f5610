"""Presence at a table, from open sockets and heartbeats, never from counts of (dis)connects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.live.match_state.seat_connection import SeatConnection

AWAY_AFTER_S: Final = 25.0
"""Seconds without a heartbeat after which a seat is away; the client sends one each 10 s."""
PRESENCE_TTL_S: Final = 30.0
"""Seconds for which the presence message of another process holds."""


class NamedSpectator(NamedTuple):
    """A spectator (player's row id and name) who lets the others see the name."""

    player: int
    name: str


@dataclass(slots=True)
class RemotePresence:
    """People connected to one table by another process, as that process last published it."""

    seats: frozenset[int]
    ready: frozenset[int]
    watchers: int
    named: frozenset[NamedSpectator]
    at: float


@dataclass(slots=True)
class Presence:
    """People connected to one table, here or elsewhere; times in seconds since the epoch."""

    last_message_at: dict[int, float] = field(default_factory=dict)
    """Seat with a socket here -> time of its latest message."""
    gone_since: dict[int, float] = field(default_factory=dict)
    """Seat -> since when it has had no socket anywhere, as far as this process knows."""
    reconnected_at: dict[int, float] = field(default_factory=dict)
    """Seat -> when it last came back."""
    without_socket: set[int] = field(default_factory=set)
    """Seats that acted by requests, without a socket."""
    arrived: set[int] = field(default_factory=set)
    """Seats that have been connected, or have acted by requests, since the match began."""
    remote: dict[str, RemotePresence] = field(default_factory=dict)
    """Process -> its latest presence message."""
    ready: set[int] = field(default_factory=set)
    """Seats here that are ready for the next deal."""

    def connected(self, seat: int, now: float) -> bool:
        """Return whether a seat's person has a socket in any process."""
        return seat in self.last_message_at or any(
            seat in news.seats for news in self.remote.values() if now - news.at < PRESENCE_TTL_S
        )

    def followed_elsewhere(self, now: float) -> bool:
        """Return whether a seat's person or a spectator is connected to another process."""
        return any(
            news.seats or news.watchers
            for news in self.remote.values()
            if now - news.at < PRESENCE_TTL_S
        )

    def away(self, seat: int, now: float) -> bool:
        """Return whether a seat is connected here but has sent nothing for AWAY_AFTER_S seconds."""
        return seat in self.last_message_at and now - self.last_message_at[seat] > AWAY_AFTER_S

    def is_ready(self, seat: int) -> bool:
        """Return whether a seat is ready for the next deal, in any process."""
        return seat in self.ready or any(seat in news.ready for news in self.remote.values())

    def watchers_elsewhere(self, now: float) -> int:
        """Return the number of the table's spectators in other processes."""
        return sum(news.watchers for news in self.remote.values() if now - news.at < PRESENCE_TTL_S)

    def named_elsewhere(self, now: float) -> frozenset[NamedSpectator]:
        """Return the spectators in other processes who let their names be seen."""
        fresh = (news.named for news in self.remote.values() if now - news.at < PRESENCE_TTL_S)
        return frozenset[NamedSpectator]().union(*fresh)

    def update(self, seats: Iterable[int], now: float) -> None:
        """Update for each of these seats since when it has no socket, or when it came back."""
        for seat in seats:
            if self.connected(seat, now):
                self.arrived.add(seat)
                if self.gone_since.pop(seat, None) is not None:
                    self.reconnected_at[seat] = now
                    self.without_socket.discard(seat)
            else:
                self.gone_since.setdefault(seat, now)

    def connection_of(self, seat: int, now: float) -> SeatConnection:
        """Return the state of a seat's connections, with the times at which they changed."""
        self.update([seat], now)
        return SeatConnection(
            self.gone_since.get(seat),
            self.reconnected_at.get(seat, 0.0),
            here=seat in self.last_message_at,
            by_requests=seat in self.without_socket,
        )

    def reset(self, here: Iterable[int], now: float) -> None:
        """Reset all presence after people changed seats; only the seats `here` are connected."""
        self.last_message_at = dict.fromkeys(here, now)
        self.gone_since.clear()
        self.reconnected_at.clear()
        self.without_socket.clear()
        self.arrived.clear()
        self.remote.clear()
        self.ready.clear()

    def next_match(self) -> None:
        """At the start of a match, reset which seats have come, and are ready for the next deal."""
        self.arrived.clear()
        self.next_deal()

    def next_deal(self) -> None:
        """At the start of a deal, reset which seats are ready for the next deal."""
        self.ready.clear()
        for news in self.remote.values():
            news.ready = frozenset()
