"""Presence at a table, from open sockets and heartbeats, never from counts of (dis)connects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.live.match_state.whereabouts import Whereabouts

AWAY_AFTER: Final = 25.0
"""Seconds without a heartbeat after which a seat is away; the client sends one each 10 s."""
NEWS_LASTS: Final = 30.0
"""Seconds for which the presence message of another process holds."""


class Named(NamedTuple):
    """A spectator who lets the others see their name."""

    player: int
    name: str


@dataclass(slots=True)
class Elsewhere:
    """The latest presence message of another process, about its sockets at one table."""

    seats: frozenset[int]
    ready: frozenset[int]
    watchers: int
    named: frozenset[Named]
    at: float


@dataclass(slots=True)
class Presence:
    """Presence at one table. Times in seconds since the epoch."""

    last_message_at: dict[int, float] = field(default_factory=dict)
    """Seat with a socket here -> time of its latest message."""
    gone: dict[int, float] = field(default_factory=dict)
    """Seat -> since when it has had no socket anywhere, as far as this process knows."""
    came: dict[int, float] = field(default_factory=dict)
    """Seat -> when it last came back."""
    without_socket: set[int] = field(default_factory=set)
    """Seats that acted by requests, without a socket."""
    elsewhere: dict[str, Elsewhere] = field(default_factory=dict)
    ready: set[int] = field(default_factory=set)
    """Seats here that are ready for the next deal."""

    def connected(self, seat: int, now: float) -> bool:
        """Return whether the seat has a socket in any process."""
        return seat in self.last_message_at or any(
            seat in news.seats for news in self.elsewhere.values() if now - news.at < NEWS_LASTS
        )

    def followed_elsewhere(self, now: float) -> bool:
        """Return whether a seat or a spectator is connected to another process."""
        return any(
            news.seats or news.watchers
            for news in self.elsewhere.values()
            if now - news.at < NEWS_LASTS
        )

    def away(self, seat: int, now: float) -> bool:
        """Return whether the seat has a socket here that sent nothing for AWAY_AFTER seconds."""
        return seat in self.last_message_at and now - self.last_message_at[seat] > AWAY_AFTER

    def is_ready(self, seat: int) -> bool:
        """Return whether the seat is ready for the next deal, here or in another process."""
        return seat in self.ready or any(seat in news.ready for news in self.elsewhere.values())

    def watchers_elsewhere(self, now: float) -> int:
        """Return the number of spectators in other processes."""
        return sum(news.watchers for news in self.elsewhere.values() if now - news.at < NEWS_LASTS)

    def named_elsewhere(self, now: float) -> frozenset[Named]:
        """Return the spectators in other processes who let their names be seen."""
        fresh = (news.named for news in self.elsewhere.values() if now - news.at < NEWS_LASTS)
        return frozenset[Named]().union(*fresh)

    def settle(self, seats: Iterable[int], now: float) -> None:
        """Update since when each of these seats is gone, or when it came back."""
        for seat in seats:
            if self.connected(seat, now):
                if self.gone.pop(seat, None) is not None:
                    self.came[seat] = now
                    self.without_socket.discard(seat)
            else:
                self.gone.setdefault(seat, now)

    def whereabouts(self, seat: int, now: float) -> Whereabouts:
        """Return what is known of the connections of a seat."""
        self.settle([seat], now)
        return Whereabouts(
            self.gone.get(seat),
            self.came.get(seat, 0.0),
            here=seat in self.last_message_at,
            calls=seat in self.without_socket,
        )

    def turned(self, here: Iterable[int], now: float) -> None:
        """Reset all presence after people changed seats; only the seats `here` are connected."""
        self.last_message_at = dict.fromkeys(here, now)
        self.gone.clear()
        self.came.clear()
        self.without_socket.clear()
        self.elsewhere.clear()
        self.ready.clear()

    def next_deal(self) -> None:
        """Reset who is ready for the next deal."""
        self.ready.clear()
        for news in self.elsewhere.values():
            news.ready = frozenset()
