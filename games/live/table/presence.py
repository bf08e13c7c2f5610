"""Who is there: from sockets and when they were last heard, never from counts of (dis)connects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.live.match_state.whereabouts import Whereabouts

AWAY_AFTER: Final = 25.0
"""Seconds without a heartbeat after which somebody is away; the client sends one each 10 s."""
NEWS_LASTS: Final = 30.0
"""Seconds that another process's word about its sockets holds."""


class Named(NamedTuple):
    """Somebody who watches and lets it be seen."""

    player: int
    name: str


@dataclass(slots=True)
class Elsewhere:
    """What another process last said about its sockets at one table."""

    seats: frozenset[int]
    ready: frozenset[int]
    watchers: int
    named: frozenset[Named]
    at: float


@dataclass(slots=True)
class Presence:
    """Presence at one table. Times in seconds since the epoch."""

    last_message_at: dict[int, float] = field(default_factory=dict)
    """When something last came from each seat with a socket here."""
    gone: dict[int, float] = field(default_factory=dict)
    """Since when each seat has had no socket anywhere, as far as is known here."""
    came: dict[int, float] = field(default_factory=dict)
    """When each seat that was gone came back."""
    without_socket: set[int] = field(default_factory=set)
    """Seats that acted without a socket."""
    elsewhere: dict[str, Elsewhere] = field(default_factory=dict)
    ready: set[int] = field(default_factory=set)
    """Seats that are ready for the next deal."""

    def connected(self, seat: int, now: float) -> bool:
        """Whether the seat has a socket in any process."""
        return seat in self.last_message_at or any(
            seat in news.seats for news in self.elsewhere.values() if now - news.at < NEWS_LASTS
        )

    def followed_elsewhere(self, now: float) -> bool:
        """Whether somebody plays or watches in another process, by what it said last."""
        return any(
            news.seats or news.watchers
            for news in self.elsewhere.values()
            if now - news.at < NEWS_LASTS
        )

    def away(self, seat: int, now: float) -> bool:
        """Whether the seat has a socket here from which nothing comes any more."""
        return seat in self.last_message_at and now - self.last_message_at[seat] > AWAY_AFTER

    def is_ready(self, seat: int) -> bool:
        """Whether the seat said that the next deal may begin, here or elsewhere."""
        return seat in self.ready or any(seat in news.ready for news in self.elsewhere.values())

    def watchers_elsewhere(self, now: float) -> int:
        """Watchers in other processes."""
        return sum(news.watchers for news in self.elsewhere.values() if now - news.at < NEWS_LASTS)

    def named_elsewhere(self, now: float) -> frozenset[Named]:
        """Those of them who let it be seen."""
        fresh = (news.named for news in self.elsewhere.values() if now - news.at < NEWS_LASTS)
        return frozenset[Named]().union(*fresh)

    def settle(self, seats: Iterable[int], now: float) -> None:
        """Note since when each of these seats is gone."""
        for seat in seats:
            if self.connected(seat, now):
                if self.gone.pop(seat, None) is not None:
                    self.came[seat] = now
                    self.without_socket.discard(seat)
            else:
                self.gone.setdefault(seat, now)

    def whereabouts(self, seat: int, now: float) -> Whereabouts:
        """What is known of a seat."""
        self.settle([seat], now)
        return Whereabouts(
            self.gone.get(seat),
            self.came.get(seat, 0.0),
            here=seat in self.last_message_at,
            calls=seat in self.without_socket,
        )

    def turned(self, here: Iterable[int], now: float) -> None:
        """People sit at other seats than before: only these are known to be at theirs."""
        self.last_message_at = dict.fromkeys(here, now)
        self.gone.clear()
        self.came.clear()
        self.without_socket.clear()
        self.elsewhere.clear()
        self.ready.clear()

    def next_deal(self) -> None:
        """Nobody is ready for the deal after the next."""
        self.ready.clear()
        for news in self.elsewhere.values():
            news.ready = frozenset()
