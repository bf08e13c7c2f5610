"""The periodic jobs of a process: due deadlines, heads, sessions, presence, its sign of life."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from games.common.pacing import rest_after
from games.live.core import metrics
from games.live.match import outage
from games.live.storage import match_store
from games.live.table.presence import PRESENCE_TTL_S

if TYPE_CHECKING:
    from games.live.process.analysis_worker import AnalysisWorker
    from games.live.process.event_ticker import EventTicker
    from games.live.process.notification_ticker import NotificationTicker
    from games.live.process.ports import JobsContext

log = logging.getLogger("games.live.process.scheduler")

TAKE_OVER_SHARE: Final = 0.2
"""Share of the time in which matches are taken over that nobody watches here.

A round of a tournament has hundreds that begin at once; those whose players connect are read then.
"""


class Scheduler:
    """Periodic jobs of one process; each is repeated even after a failure."""

    def __init__(
        self,
        runtime: JobsContext,
        analyses: AnalysisWorker,
        events: EventTicker,
        notifications: NotificationTicker,
    ) -> None:
        self.runtime = runtime
        options = runtime.options
        self._jobs: list[tuple[Callable[[], Awaitable[None]], float]] = [
            (self.due, options.tick),
            (self.alive, 1.0),
            (self.signs_of_life, 1.0),
            (self.fill, 2 * options.tick),
            (self.sweep, 300.0),
            (self.heads, options.heads_every),
            (self.presence, PRESENCE_TTL_S / 3),
            (self.sessions, options.sessions_every),
            (self.idle, 10.0),
            (self.overdue, 10.0),
            (events.tournaments, options.tournaments_every),
            (notifications.notifications, options.notifications_every),
            (notifications.pushes, options.notifications_every),
        ]
        if options.analyse_every:
            self._jobs.append((analyses.review, options.analyse_every))
        self._tasks: list[asyncio.Task[None]] = []
        self.overdue_for = 0.0
        """Seconds that the oldest deadline of all matches is overdue."""
        self._spoke_at = 0.0

    async def start(self) -> None:
        """Give running turns back the time of an outage, then start all periodic jobs."""
        now = self.runtime.clock.now()
        options = self.runtime.options
        await self.runtime.db.run(
            partial(outage.say_alive, self.runtime.pubsub.id, now, options.outage, options.mercy)
        )
        self._spoke_at = time.time()
        self._tasks = [
            asyncio.create_task(self._again(job, every), name=f"brisca-{job.__name__}")
            for job, every in self._jobs
        ]

    async def stop(self) -> None:
        """Cancel all periodic jobs, and wait for their end."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _again(self, job: Callable[[], Awaitable[None]], every: float) -> None:
        """Run a job every so many seconds for ever; log a failure, at most once a minute."""
        failed_at = 0.0
        while True:
            await asyncio.sleep(every)
            try:
                await job()
                self.runtime.loop_lag.done(job.__name__)
            except Exception:
                metrics.JOBS_FAILED.labels(job.__name__).inc()
                if time.monotonic() - failed_at > 60:  # once a minute is enough to know
                    log.exception("%s failed", job.__name__)
                    failed_at = time.monotonic()

    async def due(self) -> None:
        """Take over matches whose deadline has passed and that this process does not play yet.

        First the other processes are asked who is connected at those tables, so that nobody counts
        as absent who is connected to a process that is slow.
        """
        runtime = self.runtime
        before = runtime.clock.now() - runtime.options.orphan_margin
        with contextlib.ExitStack() as held:
            strange = []
            for match, table in await runtime.db.read(partial(match_store.due_matches, before)):
                if not table:
                    continue
                room = runtime.room(table)
                if room.actor is None or room.actor.match_id != match:
                    held.enter_context(room.held())  # with the presence that others publish
                    runtime.pubsub.publish("who", table=table)
                    strange.append(room)
                elif room.actor.game is None and not room.actor.over:
                    await room.actor.wake()
            if strange and runtime.pubsub.has_peers:
                await asyncio.sleep(runtime.options.answers_within)
            for room in strange:
                began = time.monotonic()
                await room.refresh()
                worked = time.monotonic() - began
                await asyncio.sleep(rest_after(worked_s=worked, work_share=TAKE_OVER_SHARE))

    async def signs_of_life(self) -> None:
        """Send a sign of life to clients that wait long for an answer, as if the database is down.

        Otherwise they would take the connection for dead, reconnect, and wait again.
        """
        for socket in self.runtime.connections:
            socket.show_alive()

    async def alive(self) -> None:
        """Store a sign of life of this process; after an outage, give running turns time back."""
        now, options = self.runtime.clock.now(), self.runtime.options
        silent = options.outage if self.was_silent() else None
        await self.runtime.db.run(
            partial(outage.say_alive, self.runtime.pubsub.id, now, silent, options.mercy)
        )
        self._spoke_at = time.time()

    def was_silent(self) -> bool:
        """Return whether this process has stored no sign of life for as long as an outage takes."""
        return time.time() - self._spoke_at > self.runtime.options.outage

    async def fill(self) -> None:
        """Begin quick-play matches whose waiting time is over, with bots at the empty seats."""
        for table in await self.runtime.db.run(partial(_fill, self.runtime.clock.now())):
            await self.runtime.table_changed(table)

    async def sweep(self) -> None:
        """Close tables that have waited for hours, refund old pots, and do the other rare jobs.

        These are the turn of the day, the count of who is seated, and the match of the week.
        """
        for table in await self.runtime.db.run(partial(_sweep, self.runtime.clock.now())):
            await self.runtime.table_changed(table)

    async def heads(self) -> None:
        """Load journal entries of other processes that did not arrive here as messages.

        A message can be lost. So can the result of a write, where the database connection broke
        after the commit; then nothing was published.
        """
        rooms = [room for room in self.runtime.rooms.values() if room.table.members]
        for room in rooms:
            if room.actor is not None and room.actor.game is None and not room.actor.over:
                await room.actor.wake()
            room.broadcast.show_missed()
        actors = {
            actor.game.info.pk: (actor, actor.game.seq)
            for room in rooms
            if (actor := room.actor) is not None and actor.game is not None and not actor.over
        }
        if not actors:
            return
        heads = await self.runtime.db.read(partial(match_store.heads, list(actors)))
        for pk, (actor, seq) in actors.items():
            head = heads.get(pk)
            if head is None or head > seq:
                metrics.RESYNCS.labels("poll").inc()
                await actor.catch_up()

    async def overdue(self) -> None:
        """Measure how long the oldest deadline is overdue, for the metrics."""
        oldest = await self.runtime.db.read(outage.oldest_due)
        late = 0.0 if oldest is None else self.runtime.clock.now() - oldest
        self.overdue_for = max(0.0, late)

    async def presence(self) -> None:
        """Publish again who is present at all tables here; silence tells that a process is gone."""
        for room in tuple(self.runtime.rooms.values()):
            if room.table.members:
                room.presence_changed()
        self.runtime.lobby.publish_visitors()
        self.runtime.lobby.check_deserted()

    async def sessions(self) -> None:
        """Close the sockets of visitors whose sessions have ended."""
        await self.runtime.close_ended()

    async def idle(self) -> None:
        """Drop the rooms of tables and shared reviews without members and work from memory."""
        for table_id in tuple(self.runtime.rooms):
            self.runtime.drop_idle(table_id)


def _fill(now: float) -> list[str]:
    """Begin due quick-play matches and free expired kept seats; return the tables' public ids.

    Runs in a database thread.
    """
    from games.services import tables
    from games.services.held_seats import end_due_holds

    at = datetime.fromtimestamp(now, UTC)
    changed = [*end_due_holds(now=at), *tables.fill_due_tables(now=at)]
    return [table.public_id for table in changed]


def _sweep(now: float) -> list[str]:
    """Close abandoned tables; return their public ids. Runs in a database thread."""
    from games.services import daily, tables
    from games.services.idempotency import forget_requests
    from games.services.match_of_week import choose_match_of_week
    from games.services.seated_hours import sample_seated

    at = datetime.fromtimestamp(now, UTC)
    forget_requests(now=at)
    closed = tables.sweep_tables(now=at)
    daily.turn_days(now=at)
    sample_seated(now=at)
    choose_match_of_week(now=at)
    return [table.public_id for table in closed]
