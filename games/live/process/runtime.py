"""The runtime of the live path in one process, started on first use on each event loop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import weakref
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from django.db import connection

from accounts.tokens import ended_tokens
from games.live.clients.connections import Connections
from games.live.clients.send_batch import SendBatch
from games.live.clients.visitor import Visitor, ended_sessions
from games.live.core import metrics
from games.live.core.clock import Clock, Handle, WallClock
from games.live.core.db_threads import DbThreads
from games.live.core.errors import Refused
from games.live.core.loop_lag import LoopLag
from games.live.core.pubsub import PubSub
from games.live.core.rate_limit import Buckets
from games.live.core.settings import Options, load
from games.live.core.tasks import Tasks
from games.live.match.autoplay import Autoplay
from games.live.process import subscriptions
from games.live.process.analysis_worker import AnalysisWorker
from games.live.process.event_ticker import event_ticker
from games.live.process.notification_ticker import NotificationTicker
from games.live.process.peers import Peers
from games.live.process.scheduler import Scheduler
from games.live.protocol.messages import Bye, Closing
from games.live.storage.journal import Journal, NotWritten
from games.live.table.lobby import Lobby
from games.live.table.occupancy import Occupancy
from games.live.table.remote_tables import RemoteTables
from games.live.table.room import Room
from games.live.table.shared_review import SharedReview
from games.services import absences, leaving, tables
from games.services.background import drop_waiting

if TYPE_CHECKING:
    from games.live.clients.connections import Connected
    from games.live.match.ports import MatchPort

T = TypeVar("T")


class Stream(Protocol):
    """Interface of an event stream that follows a player from table to table."""

    visitor: Visitor

    def refresh_tables(self) -> None:
        """Have the event stream read again, on its next turn, at which tables the player sits."""

    def read(self) -> None:
        """Note that the player has made a request, so that the event stream counts as read."""


log = logging.getLogger("games.live")

_running: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Future[Runtime]] = (
    weakref.WeakKeyDictionary()
)


class Runtime:
    """All that one process needs to serve tables: journal, deadlines, rooms, connections.

    There is one for each event loop; tests run several.
    """

    def __init__(
        self,
        options: Options | None = None,
        clock: Clock | None = None,
        rng: random.Random | None = None,
    ) -> None:
        self.options = options or load()
        self.tasks = Tasks((Refused, NotWritten))
        self.clock = clock or WallClock()
        self.db = DbThreads("db", 1 if connection.vendor == "sqlite" else 3)
        self.journal = Journal(self.options.commit_units)
        self.autoplay = Autoplay(self, rng)
        self.pubsub = PubSub(
            partial(subscriptions.receive, self), in_memory=self.options.pubsub_in_memory
        )
        self.lobby = Lobby(self)
        self.connections = Connections(self.options)
        self.send_batch = SendBatch()
        self.messages = Buckets(self.options.account_rate, self.options.account_burst)
        """The limit on messages of an account, or of strangers at an address."""
        self.hints = Buckets(self.options.hints_rate, self.options.hints_burst)
        self.rooms: dict[str, Room] = {}
        self.remote_tables = RemoteTables()
        self.occupancy = Occupancy(self.clock.now())
        self.reviews: dict[str, SharedReview] = {}
        """"match/key" -> shared review."""
        self.streams: set[Stream] = set()
        self.event_ticker = event_ticker().ticker(self)
        self.tournament_listeners: dict[str, set[Callable[[], None]]] = {}
        """Tournament (public id) -> functions to call when the tournament has changed."""
        self.notification_ticker = NotificationTicker(self)
        self.scheduler = Scheduler(
            self,
            AnalysisWorker(self.db, self.autoplay),
            self.event_ticker,
            self.notification_ticker,
        )
        self.loop_lag = LoopLag()
        self.peers = Peers(self.pubsub.id)
        self.ready = False
        self.draining = False
        self._loop: asyncio.AbstractEventLoop | None = None

    @staticmethod
    async def current() -> Runtime:
        """Return the runtime of the running event loop; start it on the first call.

        Raises:
            Exception: whatever stops the start, such as an unreachable database.
        """
        loop = asyncio.get_running_loop()
        started = _running.get(loop)
        if started is None:
            started = _running[loop] = loop.create_future()
            try:
                runtime = Runtime()
                await runtime.start()
            except BaseException as error:
                del _running[loop]
                started.set_exception(error)
                started.exception()  # whoever waits raises it; nobody need have waited
                raise
            started.set_result(runtime)
        return await asyncio.shield(started)

    async def start(self) -> None:
        """Start the journal, the exchange of messages between processes, and the scheduler."""
        self._loop = asyncio.get_running_loop()
        await self.journal.start()
        await self.pubsub.start()
        await self.loop_lag.start()
        await self.scheduler.start()
        self.ready = True
        local.add(self)

    async def stop(self) -> None:
        """Stop all parts of the process in order: write acknowledged actions, begin nothing new."""
        self.ready = False
        local.discard(self)
        for room in self.rooms.values():
            room.stop()
        self.lobby.stop()
        await self.scheduler.stop()
        await self.loop_lag.stop()
        await self.pubsub.stop()
        await self.tasks.wait(10)
        self.autoplay.stop()
        await self.journal.stop()
        await asyncio.to_thread(self.db.stop)
        await asyncio.to_thread(self.event_ticker.stop)
        await asyncio.to_thread(self.notification_ticker.stop)
        drop_waiting()
        started = _running.get(self._loop) if self._loop is not None else None
        if started is not None and started.done() and started.result() is self:
            del _running[asyncio.get_running_loop()]

    async def drain(self) -> None:
        """Close all sockets before a restart, and let each reconnect at a moment of its own."""
        self.ready, self.draining, self.tasks.ending = False, True, True
        for socket in self.connections:
            self.send_away(socket)
        await asyncio.sleep(0.2)  # the frames are in the server's hands; let them go out

    def send_away(self, socket: Connected) -> None:
        """Tell a client to reconnect after the restart, and close its socket."""
        spread = self.options.drain_over * 1000
        socket.push(Bye("restart", round(500 + random.random() * spread)))  # noqa: S311
        socket.close(Closing.RESTART)

    def spawn_from_thread(self, work: Callable[[Runtime], Coroutine[Any, Any, None]]) -> None:
        """Run `work` with this runtime in a task on its event loop; any thread may call this."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(lambda: self.tasks.spawn(work(self)))

    # -- rooms ------------------------------------------------------------------------------------

    def room(self, table_id: str) -> Room:
        """Return the room of a table (public id) with its members here, making one if needed.

        The room's `join` finds out whether such a table exists.
        """
        room = self.rooms.get(table_id)
        if room is None:
            room = self.rooms[table_id] = Room(self, table_id)
        return room

    def drop_idle(self, table_id: str) -> None:
        """Drop the room of a table (public id) from memory, if it has no members and no work."""
        room = self.rooms.get(table_id)
        if room is not None and room.is_idle():
            room.stop()
            room.table.actor = None  # in a circle of references, which only a gc would end
            del self.rooms[table_id]

    async def table_changed(self, table_id: str, *, publish: bool = True) -> None:
        """Read a changed table (public id) again and send it; with `publish` in all processes."""
        if publish:
            self.pubsub.publish("table", table=table_id)
        self.lobby.changed()
        with contextlib.suppress(KeyError):
            await self.rooms[table_id].refresh()

    async def settle_absence(self, actor: MatchPort, seat: int, reason: str) -> float | None:
        """Let the others vote about the seat of an absent player, or let a bot play for the seat.

        `reason` is one of `Departure.Reason`. Return the time (seconds since the epoch) until which
        nobody plays for the seat; None where a bot plays, the match is over, or others are to play.
        """
        game = actor.game
        if game is None or actor.over or game.bot_at(seat) or game.info.table is None:
            return None
        now, began = self.clock.now(), actor.attendance.gone_on_turn_since(seat)
        claimable = None if began is None else began + self.options.gone_after
        long_enough = claimable is not None and (game.info.tournament or now >= claimable)
        on_turn = reason != "disconnected" or long_enough
        if not on_turn and (actor.attendance.gone_for(seat) or 0.0) < self.options.gone_after:
            return claimable
        settled = await self.db.run(
            partial(
                absences.settle_absence,
                table_id=game.info.table,
                seat=seat,
                reason=reason,
                seq=game.seq,
                played=game.has_played(seat),
                on_turn=on_turn,
                has_come=actor.attendance.has_come(seat),
                now=datetime.fromtimestamp(now, UTC),
            )
        )
        if settled.kind == "bot":
            await actor.set_substitute(seat, leaving.SUBSTITUTE)
        elif settled.kind == "called_off":
            await actor.catch_up()
        if settled.changed:
            await self.table_changed(game.info.table)
        if not on_turn:
            return claimable
        return None if settled.until is None else settled.until.timestamp()

    async def close_parked(self, actor: MatchPort) -> None:
        """End a match against bots without a result, as its only person has not come back."""
        game = actor.game
        if game is None or actor.over or game.info.table is None:
            return
        moment = datetime.fromtimestamp(self.clock.now(), UTC)
        if await self.db.run(partial(leaving.close_parked, match=game.info.pk, now=moment)):
            await actor.catch_up()
            await self.table_changed(game.info.table)

    async def note_return(self, actor: MatchPort, seat: int) -> None:
        """End the vote about a player who is back; a running turn again has its usual length."""
        game = actor.game
        if game is None or actor.over or game.info.table is None:
            return
        note = partial(absences.note_return, table_id=game.info.table, seat=seat)
        if await self.db.run(note):
            await actor.shorten_turn(seat)
            await self.table_changed(game.info.table)

    async def withdraw_rematch(self, table_id: str, seat: int) -> None:
        """Withdraw the wish for a rematch of a seat whose connection is lost (table: public id)."""
        withdraw = partial(tables.withdraw_rematch, table_id=table_id, seat=seat)
        if await self.db.run(withdraw):
            await self.table_changed(table_id)

    async def replace_host(self, table_id: str, seats: Collection[int]) -> None:
        """Make the first person at one of these seats the host of a table whose host is gone."""
        replace = partial(tables.replace_host, table_id=table_id, seats=seats)
        if await self.db.run(replace):
            await self.table_changed(table_id)

    def is_deserted(self, table_id: str, sat_at: float) -> bool:
        """Return whether nobody who sits at a table has been connected for `gone_after` seconds.

        `sat_at` is when somebody sat down there last, in seconds since the epoch. May be called from
        any thread.
        """
        empty_for = self.occupancy.empty_for(table_id, sat_at, self.clock.now())
        return empty_for >= self.options.gone_after

    async def rematch_without(self, table_id: str, gone: frozenset[int]) -> None:
        """Begin a table's (public id) rematch if it waits for the absent seats `gone` alone."""
        begin = partial(tables.rematch_without, table_id=table_id, gone=gone)
        if await self.db.run(begin) is not None:
            await self.table_changed(table_id)

    def review_room(self, match: str, key: str) -> SharedReview:
        """Return the shared review of a match (public id) and room key, made if need be."""
        name = f"{match}/{key}"
        if name not in self.reviews:
            self.reviews[name] = SharedReview(self, match, key)
        return self.reviews[name]

    def drop_empty(self, room: SharedReview) -> None:
        """Drop a shared review that has no members from memory."""
        name = f"{room.match}/{room.key}"
        if not room.members and not room.coming and self.reviews.get(name) is room:
            del self.reviews[name]

    # -- connections that end ---------------------------------------------------------------------

    async def close_ended(self, user: int | None = None) -> None:
        """Close the sockets of ended sessions and API keys, of one user id or of all."""
        sessions = self.connections.sessions(user)
        if sessions:
            for key in await self.db.read(partial(ended_sessions, sessions)):
                self.log_out(key)
        tokens = self.connections.tokens(user)
        if tokens:
            for token in await self.db.read(partial(ended_tokens, tokens)):
                self.revoke(token)

    def log_out(self, session: str) -> None:
        """Close the sockets of a session (its key) that has ended."""
        for socket in self.connections.of_session(session):
            _log_out(socket)

    def revoke(self, token: str) -> None:
        """Close the sockets and streams of an API key (its digest) that is no longer valid."""
        for socket in self.connections.of_token(token):
            _log_out(socket)

    def close_at(self, moment: float | None, socket: Connected) -> Handle | None:
        """Schedule the close of a socket when its key expires (seconds since the epoch).

        Return a handle that cancels it; None, and schedule nothing, for `moment` None.
        """
        if moment is None:
            return None
        return self.clock.later(max(0.0, moment - self.clock.now()), lambda: _log_out(socket))

    # -- streams ----------------------------------------------------------------------------------

    def seated(self, player: int) -> None:
        """Tell the event streams of a player (row id) that the player sits at a new table."""
        for stream in self.streams:
            if stream.visitor.player == player:
                stream.refresh_tables()

    def tournament_changed(self, tournament: str, *, publish: bool = True) -> None:
        """Notify the followers of a tournament (public id); with `publish` in other processes too."""
        if publish:
            self.pubsub.publish("tournament", tournament=tournament)
        for listener in tuple(self.tournament_listeners.get(tournament, ())):
            listener()

    def on_answer_from(self, visitor: Visitor) -> None:
        """Mark the event streams of a visitor's API key as read, as the key has made a request."""
        for stream in self.streams:
            if stream.visitor.token == visitor.token:
                stream.read()


def _log_out(socket: Connected) -> None:
    """Tell a client that it is logged out, and close its socket."""
    socket.push(Bye("logged_out", 0))
    socket.close(Closing.LOGGED_OUT)


local: set[Runtime] = set()
"""The running runtimes of this process: one, except in tests."""


def _figures() -> Iterator[metrics.ProcessFigures]:
    """Yield the present gauges of each runtime in this process."""
    for runtime in tuple(local):
        games = [room.actor.game for room in runtime.rooms.values() if room.actor]
        yield metrics.ProcessFigures(
            sockets=Counter(socket.role() for socket in runtime.connections),
            tables=len(runtime.rooms),
            matches=sum(1 for game in games if game and game.state.phase != "match_over"),
            journal_waiting=runtime.journal.waiting,
            db_waiting=runtime.db.waiting,
            overdue_s=runtime.scheduler.overdue_for,
            draining=runtime.draining,
        )


metrics.read_figures_from(_figures)
