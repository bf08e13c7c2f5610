"""The process's own loop: due deadlines that nobody here watches, heads, sessions, heartbeat."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from games.live import outage, store
from games.live.presence import NEWS_LASTS
from games.live.protocol import Closing
from games.live.visitor import ended_sessions

if TYPE_CHECKING:
    from games.live.runtime import Runtime

log = logging.getLogger("games.live.clocks")


class Clocks:
    """What is done again and again. A failure is logged and tried again next time."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        options = runtime.options
        self._jobs: list[tuple[Callable[[], Awaitable[None]], float]] = [
            (self.due, options.tick),
            (self.alive, 1.0),
            (self.fill, 1.0),
            (self.sweep, 300.0),
            (self.heads, options.heads_every),
            (self.presence, NEWS_LASTS / 3),
            (self.sessions, options.sessions_every),
            (self.idle, 60.0),
        ]
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Give back the time of an outage, then begin."""
        now = self.runtime.clock.now()
        options = self.runtime.options
        await self.runtime.desk.run(
            partial(outage.say_alive, self.runtime.bell.id, now, options.outage, options.mercy)
        )
        self._tasks = [
            asyncio.create_task(self._again(job, every), name=f"brisca-{job.__name__}")
            for job, every in self._jobs
        ]

    async def stop(self) -> None:
        """Begin nothing more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _again(self, job: Callable[[], Awaitable[None]], every: float) -> None:
        failed_at = 0.0
        while True:
            await asyncio.sleep(every)
            try:
                await job()
            except Exception:
                if time.monotonic() - failed_at > 60:  # once a minute is enough to know
                    log.exception("%s failed", job.__name__)
                    failed_at = time.monotonic()

    async def due(self) -> None:
        """Take on matches whose deadline passed and that have no actor here."""
        runtime = self.runtime
        before = runtime.clock.now() - runtime.options.orphan_margin
        for match, table in await runtime.desk.run(partial(store.due_matches, before)):
            if not table:
                continue
            room = runtime.room(table)
            if room.actor is None or room.actor.match_id != match:
                await room.refresh()
            elif room.actor.game is None and not room.actor.over:
                await room.actor.wake()

    async def alive(self) -> None:
        """Say that this process is there."""
        now = self.runtime.clock.now()
        await self.runtime.desk.run(partial(outage.say_alive, self.runtime.bell.id, now))

    async def fill(self) -> None:
        """Start tables whose countdown is over, with bots in the empty seats."""
        for table in await self.runtime.desk.run(partial(_fill, self.runtime.clock.now())):
            await self.runtime.table_changed(table)

    async def sweep(self) -> None:
        """Close tables that nobody came to."""
        for table in await self.runtime.desk.run(partial(_sweep, self.runtime.clock.now())):
            await self.runtime.table_changed(table)

    async def heads(self) -> None:
        """Catch up where a bell got lost, and where a write was not heard of.

        The connection to the database may be lost after it has committed: then nobody was told.
        """
        rooms = [room for room in self.runtime.rooms.values() if room.members]
        for room in rooms:
            if room.actor is not None and room.actor.game is None and not room.actor.over:
                await room.actor.wake()
            room.show_missed()
        actors = {
            actor.game.info.pk: (actor, actor.game.seq)
            for room in rooms
            if (actor := room.actor) is not None and actor.game is not None and not actor.over
        }
        if not actors:
            return
        heads = await self.runtime.desk.run(partial(store.heads, list(actors)))
        for pk, (actor, seq) in actors.items():
            head = heads.get(pk)
            if head is None or head > seq:
                await actor.catch_up()

    async def presence(self) -> None:
        """Tell again who is here, and notice who has fallen silent."""
        for room in tuple(self.runtime.rooms.values()):
            if room.members:
                room.presence_changed()

    async def sessions(self) -> None:
        """Close the sockets of sessions that are over."""
        sessions = self.runtime.sockets.sessions()
        if sessions:
            for key in await self.runtime.desk.run(partial(ended_sessions, sessions)):
                for socket in self.runtime.sockets.of_session(key):
                    socket.close(Closing.LOGGED_OUT)

    async def idle(self) -> None:
        """Forget tables that nobody looks at."""
        for table_id in tuple(self.runtime.rooms):
            self.runtime.drop_idle(table_id)


def _fill(now: float) -> list[str]:
    """Public ids of the tables that began. Runs in a database thread."""
    from games.services import tables

    begun = tables.fill_due_tables(now=datetime.fromtimestamp(now, UTC))
    return [table.public_id for table in begun]


def _sweep(now: float) -> list[str]:
    """Public ids of the tables that were closed. Runs in a database thread."""
    from games.services import tables

    closed = tables.sweep_tables(now=datetime.fromtimestamp(now, UTC))
    return [table.public_id for table in closed]
