"""Where the browsers of a seat are."""

from __future__ import annotations

from typing import NamedTuple


class Whereabouts(NamedTuple):
    """What is known of the browsers of one seat. Times in seconds since the epoch."""

    gone_since: float | None
    """Since when it has had no socket anywhere; None while it has one."""
    came_at: float
    """When it last came back, as far as was seen here; 0: it was always there."""
    here: bool
    """Whether it has a socket in this process."""
    calls: bool = False
    """Whether it plays by single calls, so that no socket of it will come back."""

    @property
    def connected(self) -> bool:
        """Whether it has a socket in any process."""
        return self.gone_since is None
