"""The ticker of tournaments and leagues in one process, beside those of other processes."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from django.db import connection

from games.live.core.db_threads import DbThreads
from games.services.background import in_background
from games.services.leagues import ticker as leagues
from games.services.tournaments import ticker
from games.services.tournaments.notices import (
    awaited_at_checkin,
    call_to_checkin,
    call_to_tables,
    people_of,
)

if TYPE_CHECKING:
    from games.live.process.ports import TournamentsContext

WORK_SHARE: Final = {"sqlite": 0.4, "postgresql": 0.7}
"""Share of the time in which the steps of tournaments are done; moves have the rest to themselves.

SQLite has one writer at a time, so there moves wait for each step.
"""


class TournamentTicker:
    """Runner of the due steps of tournaments and leagues, in a database thread of its own."""

    def __init__(self, runtime: TournamentsContext) -> None:
        self.runtime = runtime
        self._db = DbThreads("tournaments")

    async def tournaments(self) -> None:
        """Do what is due in all leagues and tournaments, and send what has changed.

        Raises:
            Exception: where the database cannot be read; steps that fail are logged.
        """
        runtime = self.runtime
        now = datetime.fromtimestamp(runtime.clock.now(), UTC)
        await self._db.run(partial(leagues.tick, now=now))  # first: it makes tournaments
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
        """Finish the step that runs, and close the connection (blocking)."""
        self._db.stop()


def _call(done: ticker.Ticked) -> None:
    """Call those who are awaited, each by a task of its own, so that a restart waits for none.

    Runs in a database thread.
    """
    for player in people_of(awaited_at_checkin(done.checkins)):
        in_background(partial(call_to_checkin, [player]))
    for player in people_of(done.players):
        in_background(partial(call_to_tables, [player]))
