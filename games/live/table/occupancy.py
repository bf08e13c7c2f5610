"""Moments at which somebody who sits at a table was last connected."""

from __future__ import annotations

from typing import Final

MAX_TABLES: Final = 20_000
"""Tables that are remembered at most; those at which nobody was for longest are forgotten."""


class Occupancy:
    """Times at which each table's own people were last connected, readable from any thread.

    All moments are in seconds since the epoch. A process that has just started knows nothing yet:
    until the other processes have reported, everybody counts as connected.
    """

    def __init__(self, started_at: float) -> None:
        self._started_at = started_at
        self._occupied_at: dict[str, float] = {}

    def note(self, table: str, now: float) -> None:
        """Record that a person who sits at a table (public id) is connected now."""
        self._occupied_at.pop(table, None)
        self._occupied_at[table] = now
        if len(self._occupied_at) > MAX_TABLES:
            del self._occupied_at[next(iter(self._occupied_at))]

    def empty_for(self, table: str, sat_at: float, now: float) -> float:
        """Return for how many seconds nobody who sits at a table has been connected.

        `sat_at` is when somebody sat down there last.
        """
        return now - max(self._occupied_at.get(table, self._started_at), sat_at)
