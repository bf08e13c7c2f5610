"""The connections of a seat's player, as a process knows them."""

from __future__ import annotations

from typing import NamedTuple


class SeatConnection(NamedTuple):
    """Connections of one seat's player; times are in seconds since the epoch."""

    gone_since: float | None
    """Time at which the player's last socket closed in any process; None while one is open."""
    reconnected_at: float
    """The moment at which it last reconnected, as far as this process saw.

    0: it was always there.
    """
    here: bool
    """True if the player has a socket in this process."""
    by_requests: bool = False
    """True if the player plays by single HTTP requests, so that no socket will come back."""

    @property
    def connected(self) -> bool:
        """Return whether the player has a socket in any process."""
        return self.gone_since is None
