"""The ticker of tournaments and leagues in one process, beside those of other processes."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Final

from django.db import connection

from games.live.core.db_threads import DbThreads
from games.live.process.event_ticker import EventTicker, EventTickers
from games.live.process.ports import TournamentsContext
from games.services.background import in_background
from games.tournaments.services import ticker
from games.tournaments.services.event_makers import event_makers
from games.tournaments.services.notifications import (
    awaited_at_checkin,
    call_to_checkin,
    call_to_tables,
    people_of,
)

WORK_SHARE: Final = {"sqlite": 0.4, "postgresql": 0.7}
"""Share of the time in which the steps of tournaments are done; moves have the rest to themselves.

SQLite has one writer at a time, so there moves wait for each step.
"""


class TournamentTicker(EventTicker):
    """Worker that does the due steps of tournaments and leagues in its own database thread."""

    def __init__(self, runtime: TournamentsContext) -> None:
        self.runtime = runtime
        self._db = DbThreads("tournaments")

    async def tournaments(self) -> None:
        """Do the due steps of all leagues and tournaments, and publish which ones changed.

        Raises:
            Exception: where the database cannot be read; steps that fail are logged.
        """
        runtime = self.runtime
        now = datetime.fromtimestamp(runtime.clock.now(), UTC)
        await self._db.run(partial(event_makers().tick, now=now))
        done = await self._db.run(
            partial(ticker.tick, now=now, work_share=WORK_SHARE[connection.vendor])
        )
        if done.players or done.checkins:
            await self._db.run(partial(_call, done))
        for player in done.players:
            runtime.pubsub.publish("seated", player=player)
            runtime.seated(player)
        for tournament in dict.fromkeys(done.tournaments):
            runtime.tournament_changed(tournament)
        for table in done.tables:
            await runtime.table_changed(table)

    def stop(self) -> None:
        """Wait until the running step has finished, then close the database connection."""
        self._db.stop()


class TournamentTickers(EventTickers):
    """Factory of the ticker, the worker that does the due steps of tournaments."""

    def ticker(self, runtime: TournamentsContext) -> EventTicker:
        """Return the ticker for a process: the worker that does the due steps of tournaments."""
        return TournamentTicker(runtime)


def _call(done: ticker.Ticked) -> None:
    """Notify players who should check in or play, in background tasks that delay no restart.

    Runs in a database thread.
    """
    for player in people_of(awaited_at_checkin(done.checkins)):
        in_background(partial(call_to_checkin, [player]))
    for player in people_of(done.players):
        in_background(partial(call_to_tables, [player]))
