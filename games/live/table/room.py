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
from games.live.match_state.whereabouts import Whereabouts
from games.live.protocol.messages import Closing
from games.live.table.absence import AbsenceTimers
from games.live.table.chat import ChatLog
from games.live.table.presence import Elsewhere, Named, Presence
from games.live.table.state_broadcast import StateBroadcast
from games.live.table.table_snapshot import read_tables
from games.live.table.turn_notifications import TurnNotifications
from games.selectors.tables import may_watch

if TYPE_CHECKING:
    from games.live.table.ports import Member, TableContext


class Room:
    """One table. Its members are sockets of this process; all of it runs on one event loop."""

    def __init__(self, runtime: TableContext, table_id: str) -> None:
        self.runtime = runtime
        self.table_id = table_id
        self.members: set[Member] = set()
        self.presence = Presence()
        self.chat = ChatLog(self)
        self.broadcast = StateBroadcast(self)
        self.notifications = TurnNotifications(self)
        self.absences = AbsenceTimers(self)
        self.actor: MatchActor | None = None
        self.tables: dict[int | None, Json] = {}
        """Player id -> the table's JSON for that player as last read; None: for strangers."""
        self.apart: dict[int, frozenset[int]] = {}
        """Player id -> ids of the players hidden from that player."""
        self.read_at = 0.0
        """When `tables` was read, in seconds since the epoch."""
        self._held = 0
        """Number of users of the room that are not members (yet)."""
        self._refresh_lock = asyncio.Lock()

    # -- members ----------------------------------------------------------------------------------

    async def join(self, member: Member) -> int | None:
        """Add a member.

        Return a close code if there is no such table or the member may not watch.
        """
        if member.player not in self.tables:
            with self.held():
                await self.refresh(member.player)
        table = self.tables.get(member.player)
        if table is None or not may_watch(table):
            return Closing.NO_TABLE
        self.members.add(member)
        self.assign_seat(member)
        self.on_received(member)
        if member.seat is not None and self.actor is not None:
            await self.actor.somebody_came()
        return None

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Keep the room in memory for the time of a `with` block, even without members."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1

    def leave(self, member: Member) -> None:
        """Remove a member whose socket is closed."""
        self.members.discard(member)
        if member.seat is not None and not any(m.seat == member.seat for m in self.members):
            self.presence.last_message_at.pop(member.seat, None)
            self.presence.ready.discard(member.seat)
        self.presence_changed()

    def on_received(self, member: Member) -> None:
        """Note a message of a member, so that its seat counts as present."""
        if member.seat is None:
            return
        now = self.runtime.clock.now()
        back = (
            self.presence.away(member.seat, now) or member.seat not in self.presence.last_message_at
        )
        self.presence.last_message_at[member.seat] = now
        if back:
            self.presence_changed()

    def on_request(self, member: Member) -> None:
        """Note a request of a member without a socket, so that its seat does not count as gone."""
        if member.seat in self.presence.gone:
            self.presence.gone[member.seat] = self.runtime.clock.now()
            self.presence.without_socket.add(member.seat)

    def assign_seat(self, member: Member) -> None:
        """Set a member's seat to the one that its player has now."""
        table = self.tables.get(member.player)
        member.seat = table["you"]["seat"] if table else None

    # -- the table --------------------------------------------------------------------------------

    async def refresh(self, player: int | None = None) -> None:
        """Read the table again, also for a new `player`.

        Send it to the members; check its match.
        """
        async with self._refresh_lock:
            now, read = self.runtime.clock.now(), None
            players: set[int | None] = set()
            while read is None or not self._players() <= players:  # somebody came meanwhile
                players = self._players() | {None, player}
                read = await self.runtime.db.run(partial(read_tables, self.table_id, players))
            (self.tables, self.apart), self.read_at = read, now
            base = self.tables.get(None)
            before = {member: member.seat for member in self.members}
            for member in tuple(self.members):
                self.assign_seat(member)
                table = self.tables.get(member.player)
                if table is None or not may_watch(table):
                    member.close(Closing.FORBIDDEN if table else Closing.NO_TABLE)
            if any(None not in (old, one.seat) and old != one.seat for one, old in before.items()):
                seats = [one.seat for one in self.members if one.seat is not None]
                self.presence.turned(seats, now)
            if base is not None:
                self._see_to_match(base)
        self.chat.show_late()
        self.presence_changed()

    def _players(self) -> set[int | None]:
        return {member.player for member in self.members}

    def _see_to_match(self, base: Json) -> None:
        """Keep an actor for the match of the table, and wake it while the match runs."""
        match, running = base["match"], base["status"] == "playing"
        shown = running or base["status"] == "finished"
        if self.actor is not None and match != self.actor.match_id:
            self.actor.stop()
            self.actor = None
        if match and shown and self.actor is None:
            self.actor = MatchActor(self.runtime, match, self.broadcast, self)
            self.presence.next_deal()
        if self.actor is not None and running:
            levels = {seat["seat"]: seat["substitute"] or "" for seat in base["seats"]}
            self.runtime.tasks.spawn(self._wake(self.actor, levels))

    async def _wake(self, actor: MatchActor, levels: dict[int, str]) -> None:
        await actor.wake()
        for seat, level in levels.items():
            await actor.set_substitute(seat, level)
        self.broadcast.show_match_begun(actor)

    def presence_changed(self) -> None:
        """Send the changed presence to all members and publish it to the other processes."""
        now = self.runtime.clock.now()
        seats = [seat["seat"] for seat in self.tables.get(None, {}).get("seats", ())]
        self.presence.settle(seats, now)
        self.absences.look()
        self.notifications.look()
        self.broadcast.send_table_soon()
        self.runtime.pubsub.publish(
            "presence",
            table=self.table_id,
            seats=sorted(self.presence.last_message_at),
            ready=sorted(self.presence.ready),
            watchers=self.watchers_here(),
            named=sorted(self.named_here()),
        )

    def receive_presence(self, worker: str, news: Elsewhere) -> None:
        """Store the presence at this table that another process has published."""
        before = self.presence.elsewhere.get(worker)
        self.presence.elsewhere[worker] = news
        if self.is_idle():
            self.runtime.drop_idle(self.table_id)
            return
        if before is None or replace(before, at=news.at) != news:
            self.presence.settle(range(8), self.runtime.clock.now())
            self.broadcast.send_table_soon()
            self.runtime.tasks.spawn(self.deal_if_ready())

    def watchers_here(self) -> int:
        """Return the number of spectators here: players without a seat, sockets of strangers."""
        players = [member.player for member in self.members if member.seat is None]
        return len({player for player in players if player is not None}) + players.count(None)

    def named_here(self) -> set[Named]:
        """Return the spectators here who let their names be seen."""
        return {
            Named(member.player, member.visitor.watches_as)
            for member in self.members
            if member.seat is None and member.player is not None and member.visitor.watches_as
        }

    # -- deals and the gone -----------------------------------------------------------------------

    async def deal_if_ready(self) -> None:
        """Begin the next deal if all connected people are ready for it.

        Raises:
            NotWritten: where it could not be stored.
        """
        actor = self.actor
        game = await actor.ensure() if actor is not None else None
        if actor is None or game is None or game.state.phase != "deal_over":
            return
        now = self.runtime.clock.now()
        people = (seat for seat in game.people() if not game.substitutes.get(seat))
        here = [seat for seat in people if self.presence.connected(seat, now)]
        if here and all(self.presence.is_ready(seat) for seat in here):
            await self.runtime.autoplay.next_deal(actor, game.seq)

    def gone_for(self, seat: int) -> float | None:
        """Return the seconds that a seat has had no socket anywhere; None while it has one."""
        since = self.whereabouts(seat).gone_since
        return None if since is None else self.runtime.clock.now() - since

    def whereabouts(self, seat: int) -> Whereabouts:
        """Return what this process knows of the connections of a seat."""
        return self.presence.whereabouts(seat, self.runtime.clock.now())

    def long_gone(self) -> frozenset[int]:
        """Return the seats that have had no socket for `gone_after` seconds or more."""
        seats = [seat["seat"] for seat in self.tables.get(None, {}).get("seats", ())]
        wait = self.runtime.options.gone_after
        return frozenset(seat for seat in seats if (self.gone_for(seat) or 0.0) >= wait)

    def is_idle(self) -> bool:
        """Return whether the room has no members and no work, so that it may be dropped.

        A match whose people are all elsewhere is left to their process: two that follow it do all
        of it twice. Should that process die, `Scheduler.due` takes the match over again.
        """
        if self.members or self._held:
            return False
        if self.actor is None or self.actor.over:
            return True
        now = self.runtime.clock.now()
        return self.presence.followed_elsewhere(now) and self.actor.is_idle(now)

    def stop(self) -> None:
        """Cancel all timers of the room and its match."""
        self.notifications.stop()
        self.absences.stop()
        if self.actor is not None:
            self.actor.stop()
        self.broadcast.stop()
