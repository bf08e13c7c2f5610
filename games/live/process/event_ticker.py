"""The ticker of events in one process, which the feature of events brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.common.ports import Port

if TYPE_CHECKING:
    from games.live.process.ports import TournamentsContext


class EventTicker:
    """Interface of one process's ticker of events (tournaments); by default nothing is due."""

    async def tournaments(self) -> None:
        """Carry out the due steps of all tournaments, and send what has changed.

        Raises:
            Exception: the database cannot be read; steps that fail are logged.
        """

    def stop(self) -> None:
        """Finish the running step, and close the database connection (blocking)."""


class EventTickers:
    """Interface to the feature of events (tournaments), which makes the ticker of a process."""

    def ticker(self, runtime: TournamentsContext) -> EventTicker:
        """Return the ticker of events (tournaments) for a process."""
        return EventTicker()


event_ticker: Final = Port(EventTickers)
