"""A table in this process: its members, their presence, and the actor of its match."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from games.live.match.actor import MatchActor
from games.live.match_state.match_state import Json
from games.live.protocol.messages import Closing
from games.live.table.absence import AbsenceTimers
from games.live.table.chat import ChatLog
from games.live.table.host_absence import HostTimer
from games.live.table.presence import RemotePresence
from games.live.table.state_broadcast import StateBroadcast
from games.live.table.table_snapshot import read_tables
from games.live.table.table_state import TableState
from games.live.table.turn_notifications import TurnNotifications
from games.selectors.tables import may_watch

if TYPE_CHECKING:
    from games.live.table.ports import Member, TableContext


class Room:
    """A table in this process: its members (sockets), their presence, and the actor of its match.

    All of it runs on one event loop.
    """

    def __init__(self, runtime: TableContext, table_id: str) -> None:
        self.runtime = runtime
        self.table = TableState(runtime, table_id)
        self.chat = ChatLog(self.table)
        self.notifications = TurnNotifications(self.table)
        self.absences = AbsenceTimers(self.table)
        self.host_timer = HostTimer(self.table)
        self.broadcast = StateBroadcast(self.table, self.chat, self.notifications, self.absences)
        self._held = 0
        """Number of users of the room that are not members (yet)."""
        self._refresh_lock = asyncio.Lock()
        self._arriving: set[int | None] = set()
        """Players (row ids; None: strangers) who wait to be admitted."""
        self._arrivals = asyncio.Lock()

    @property
    def actor(self) -> MatchActor | None:
        """Return the actor that decides for the table's match; None while there is none."""
        return self.table.actor

    # -- members ----------------------------------------------------------------------------------

    async def join(self, member: Member) -> int | None:
        """Add a member; return None, or a WebSocket close code if it may not watch the table."""
        if not await self.admits(member.player):
            return Closing.NO_TABLE
        self.table.members.add(member)
        self.table.assign_seat(member)
        self.on_received(member)
        if member.seat is not None and self.actor is not None:
            await self.actor.on_member_joined()
        return None

    async def admits(self, player: int | None) -> bool:
        """Return whether this player (row id; None: a stranger) may watch the table.

        False where there is no such table.
        """
        if player not in self.table.json_for:
            with self.held():
                await self._read_for(player)
        stored = self.table.json_for.get(player)
        return stored is not None and may_watch(stored)

    async def _read_for(self, player: int | None) -> None:
        """Read the table's rows for a player (row id; None: a stranger) who arrives.

        If several arrive at once, as after the loss of a process, one reading serves all who wait.
        """
        self._arriving.add(player)
        try:
            async with self._arrivals:
                if player not in self.table.json_for:
                    await self.refresh()
        finally:
            self._arriving.discard(player)

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Keep the room in memory during a `with` block, even without members."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1

    def leave(self, member: Member) -> None:
        """Remove a member of the table whose socket is closed."""
        table = self.table
        self._note_occupied()
        table.members.discard(member)
        if member.seat is not None and not any(m.seat == member.seat for m in table.members):
            table.presence.last_message_at.pop(member.seat, None)
            table.presence.ready.discard(member.seat)
        self.presence_changed()

    def on_received(self, member: Member) -> None:
        """Note that a member has sent a message, so that its seat counts as present."""
        if member.seat is None:
            return
        now, presence = self.runtime.clock.now(), self.table.presence
        back = presence.away(member.seat, now) or member.seat not in presence.last_message_at
        presence.last_message_at[member.seat] = now
        if back:
            self.presence_changed()

    def on_request(self, member: Member) -> None:
        """Note an HTTP request of a player without a socket, so the seat does not count as gone."""
        presence = self.table.presence
        if member.seat is not None:
            self.runtime.occupancy.note(self.table.table_id, self.runtime.clock.now())
        if member.seat in presence.gone_since:
            presence.arrived.add(member.seat)
            presence.gone_since[member.seat] = self.runtime.clock.now()
            presence.without_socket.add(member.seat)

    # -- the table --------------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Read the table's rows for members and arriving visitors, and send the table to them.

        A match that has begun there is followed from then on.
        """
        async with self._refresh_lock:
            table, now, read = self.table, self.runtime.clock.now(), None
            players: set[int | None] = set()
            while read is None or not table.players() <= players:  # somebody came meanwhile
                players = table.players() | {None} | self._arriving
                read = await self.runtime.db.read(
                    partial(read_tables, table.table_id, players, now)
                )
            (table.json_for, table.hidden_from), table.read_at = read, now
            self._reseat_members(now)
            base = table.json_for.get(None)
            if base is not None:
                self._follow_match(base)
        self.chat.show_delayed()
        self.presence_changed()

    def _reseat_members(self, now: float) -> None:
        """Give all members the seats of the table as just read; close those who may not watch."""
        table = self.table
        before = {member: member.seat for member in table.members}
        for member in tuple(table.members):
            table.assign_seat(member)
            stored = table.json_for.get(member.player)
            if stored is None or not may_watch(stored):
                member.close(Closing.FORBIDDEN if stored else Closing.NO_TABLE)
        if any(
            None not in (old, member.seat) and old != member.seat for member, old in before.items()
        ):
            seats = [member.seat for member in table.members if member.seat is not None]
            table.presence.reset(seats, now)

    def _follow_match(self, base: Json) -> None:
        """Keep an actor for the table's match, and wake the actor while the match runs."""
        table, match, running = self.table, base["match"], base["status"] == "playing"
        shown = running or base["status"] == "finished"
        if table.actor is not None and match != table.actor.match_id:
            table.actor.stop()
            table.actor = None
        if match and shown and table.actor is None:
            table.actor = MatchActor(self.runtime, match, self.broadcast, table)
            table.presence.next_match()
        if table.actor is not None and match and not running and not table.actor.over:
            self.runtime.tasks.spawn(table.actor.catch_up())  # it was ended elsewhere
        if table.actor is not None and running:
            levels = {seat["seat"]: seat["substitute"] or "" for seat in base["seats"]}
            self.runtime.tasks.spawn(self._wake(table.actor, levels))

    async def _wake(self, actor: MatchActor, levels: dict[int, str]) -> None:
        """Let a match go on with these substitutes (seat -> level of a bot, "" for its person)."""
        await actor.wake()
        for seat, level in levels.items():
            await actor.set_substitute(seat, level)
        self.broadcast.show_match_begun()

    def presence_changed(self) -> None:
        """Send the changed presence to all members and publish it to the other processes."""
        table = self.table
        table.presence.update(table.seats(), self.runtime.clock.now())
        self._note_occupied()
        self.absences.update()
        self.host_timer.update()
        self.notifications.schedule()
        self.broadcast.send_table_soon()
        self.runtime.pubsub.publish(
            "presence",
            table=table.table_id,
            seats=sorted(table.presence.last_message_at),
            ready=sorted(table.presence.ready),
            watchers=table.watchers_here(),
            named=sorted(table.named_here()),
        )

    def _note_occupied(self) -> None:
        """Note that people who sit at the table are connected to this process, if any are."""
        if self.table.presence.last_message_at:
            self.runtime.occupancy.note(self.table.table_id, self.runtime.clock.now())
        self.runtime.lobby.check_deserted(self.table.table_id)

    def receive_presence(self, worker: str, news: RemotePresence) -> None:
        """Store the presence at the table that another process has published."""
        presence = self.table.presence
        before = presence.remote.get(worker)
        presence.remote[worker] = news
        if self.is_idle():
            self.runtime.drop_idle(self.table.table_id)
            return
        if before is None or replace(before, at=news.at) != news:
            presence.update(range(8), self.runtime.clock.now())
            self.host_timer.update()
            self.broadcast.send_table_soon()
            self.runtime.tasks.spawn(self.deal_if_ready())

    # -- the match --------------------------------------------------------------------------------

    async def deal_if_ready(self) -> None:
        """Begin the next deal if all connected people are ready for it.

        Raises:
            NotWritten: where it could not be stored.
        """
        actor = self.actor
        game = await actor.ensure() if actor is not None else None
        if actor is None or game is None or game.state.phase != "deal_over":
            return
        now, presence = self.runtime.clock.now(), self.table.presence
        people = (seat for seat in game.people() if not game.substitutes.get(seat))
        here = [seat for seat in people if presence.connected(seat, now)]
        if here and all(presence.is_ready(seat) for seat in here):
            await self.runtime.autoplay.next_deal(actor, game.seq)

    def is_idle(self) -> bool:
        """Return whether the room has no members and no work, so that it may leave memory.

        A match whose people are all connected elsewhere is left to their process, as two processes
        would do everything twice. Should that process die, `Scheduler.due` takes the match over, as
        it does for a parked match, which no process follows.
        """
        if self.table.members or self._held:
            return False
        if self.actor is None or self.actor.over:
            return True
        now = self.runtime.clock.now()
        if self.actor.is_parked(now):
            return True
        return self.table.presence.followed_elsewhere(now) and self.actor.is_idle(now)

    def stop(self) -> None:
        """Cancel all timers of the room and its match."""
        self.notifications.stop()
        self.absences.stop()
        self.host_timer.stop()
        if self.actor is not None:
            self.actor.stop()
        self.broadcast.stop()
