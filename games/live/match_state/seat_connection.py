"""The connections of a seat's player, as a process knows them."""

from __future__ import annotations

from typing import NamedTuple


class SeatConnection(NamedTuple):
    """State of the connections of one seat's player; times in seconds since the epoch."""

    gone_since: float | None
    """The moment at which its last socket closed in any process; None while it has one."""
    reconnected_at: float
    """The moment at which it last reconnected, as far as this process saw.

    0: it was always there.
    """
    here: bool
    """Whether it has a socket in this process."""
    by_requests: bool = False
    """Whether it plays by single requests, so that no socket of it will come back."""

    @property
    def connected(self) -> bool:
        """Return whether the player has a socket in any process."""
        return self.gone_since is None
