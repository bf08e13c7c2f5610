"""A table in this process: its members, what they are shown of it, and its match's actor."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING

from games.engine import Event
from games.live.core import metrics
from games.live.match.actor import MatchActor
from games.live.match_state.accepted import Accepted
from games.live.match_state.deal_stages import news_key
from games.live.match_state.match_state import Json
from games.live.match_state.whereabouts import Whereabouts
from games.live.protocol.messages import Closing, Encoded, TableNews, encode
from games.live.table import chat, shuffle_exchange
from games.live.table.absence import AbsenceTimers
from games.live.table.presence import Elsewhere, Named, Presence
from games.live.table.state_messages import Frames, Kept, Shown, from_the_start, shown_of
from games.live.table.table_snapshot import dress, read_tables
from games.live.table.turn_notifications import Calls
from games.selectors.tables import may_watch

if TYPE_CHECKING:
    from games.live.table.chat import Heard
    from games.live.table.ports import Member, TableContext

log = logging.getLogger("games.live.table.room")

DEBOUNCE_S = 0.02
"""Seconds in which changes of a table are gathered into one message."""
TELLING = ("deal", "reply", "resume")
"""Actions after which the table's countdowns are others."""


class Room:
    """One table. Its members are sockets of this process; all of it runs on one loop."""

    def __init__(self, runtime: TableContext, table_id: str) -> None:
        self.runtime = runtime
        self.table_id = table_id
        self.members: set[Member] = set()
        self.presence = Presence()
        self.calls = Calls(self)
        self.waits = AbsenceTimers(self)
        self.actor: MatchActor | None = None
        self.tables: dict[int | None, Json] = {}
        """The TABLE of each member's player as last read; None: of strangers."""
        self.apart: dict[int, frozenset[int]] = {}
        """Player -> whom they are not to see here; ids."""
        self.read_at = 0.0
        self.silent_until = 0.0
        """Until then nobody is taken to have said anything here."""
        self.said = 0
        """Lines told here."""
        self.unheard: dict[int, Heard] = {}
        """Lines that who watches late is still to be told, by their id."""
        self._held = 0
        """Who needs the room although nobody of them is a member, or not yet."""
        self._refresh_lock = asyncio.Lock()
        self._kept: Kept = {}
        self._telling: asyncio.TimerHandle | None = None

    # -- members ----------------------------------------------------------------------------------

    async def join(self, member: Member) -> int | None:
        """Let a member in; the close code where it may not come in or there is no such table."""
        if member.player not in self.tables:
            with self.held():
                await self.refresh(member.player)
        table = self.tables.get(member.player)
        if table is None or not may_watch(table):
            return Closing.NO_TABLE
        self.members.add(member)
        self.seat(member)
        self.hear(member)
        if member.seat is not None and self.actor is not None:
            await self.actor.somebody_came()
        return None

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Keep the room, and what it knows of who is where, although nobody is here."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1

    def leave(self, member: Member) -> None:
        """A member's socket is gone."""
        self.members.discard(member)
        if member.seat is not None and not any(m.seat == member.seat for m in self.members):
            self.presence.heard.pop(member.seat, None)
            self.presence.ready.discard(member.seat)
        self.presence_changed()

    def hear(self, member: Member) -> None:
        """Something came from a member."""
        if member.seat is None:
            return
        now = self.runtime.clock.now()
        back = self.presence.away(member.seat, now) or member.seat not in self.presence.heard
        self.presence.heard[member.seat] = now
        if back:
            self.presence_changed()

    def called(self, caller: Member) -> None:
        """Who has no socket did something at the table: that seat is not gone."""
        if caller.seat in self.presence.gone:
            self.presence.gone[caller.seat] = self.runtime.clock.now()
            self.presence.callers.add(caller.seat)

    def seat(self, member: Member) -> None:
        """Give a member the seat that its player has now."""
        table = self.tables.get(member.player)
        member.seat = table["you"]["seat"] if table else None

    # -- the table --------------------------------------------------------------------------------

    async def refresh(self, player: int | None = None) -> None:
        """Read the table anew, for a new `player` as well; tell everybody; see to its match."""
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
                self.seat(member)
                table = self.tables.get(member.player)
                if table is None or not may_watch(table):
                    member.close(Closing.FORBIDDEN if table else Closing.NO_TABLE)
            if any(None not in (old, one.seat) and old != one.seat for one, old in before.items()):
                seats = [one.seat for one in self.members if one.seat is not None]
                self.presence.turned(seats, now)
            if base is not None:
                self._see_to_match(base)
        chat.catch_up(self)
        self.presence_changed()

    def _players(self) -> set[int | None]:
        return {member.player for member in self.members}

    def _see_to_match(self, base: Json) -> None:
        match, running = base["match"], base["status"] == "playing"
        shown = running or base["status"] == "finished"
        if self.actor is not None and match != self.actor.match_id:
            self.actor.stop()
            self.actor = None
        if match and shown and self.actor is None:
            self.actor = MatchActor(self.runtime, match, self, self)
            self.presence.next_deal()
        if self.actor is not None and running:
            levels = {seat["seat"]: seat["substitute"] or "" for seat in base["seats"]}
            self.runtime.tasks.spawn(self._wake(self.actor, levels))

    async def _wake(self, actor: MatchActor, levels: dict[int, str]) -> None:
        await actor.wake()
        for seat, level in levels.items():
            await actor.set_substitute(seat, level)
        for member in self.members:
            if member.greeted and member.match != actor.match_id:
                self.show_table(member)
                self.show_state(member, from_the_start(actor.game) if actor.game else None)
                shuffle_exchange.tell(self, member)

    def presence_changed(self) -> None:
        """Somebody came, went, or is ready: tell all, here and elsewhere."""
        now = self.runtime.clock.now()
        seats = [seat["seat"] for seat in self.tables.get(None, {}).get("seats", ())]
        self.presence.settle(seats, now)
        self.waits.look()
        self.calls.look()
        self.tell_soon()
        self.runtime.pubsub.publish(
            "presence",
            table=self.table_id,
            seats=sorted(self.presence.heard),
            ready=sorted(self.presence.ready),
            watchers=self.watchers_here(),
            named=sorted(self.named_here()),
        )

    def heard_of(self, worker: str, news: Elsewhere) -> None:
        """Another process says who is there."""
        before = self.presence.elsewhere.get(worker)
        self.presence.elsewhere[worker] = news
        if self.idle():
            self.runtime.drop_idle(self.table_id)
            return
        if before is None or replace(before, at=news.at) != news:
            self.presence.settle(range(8), self.runtime.clock.now())
            self.tell_soon()
            self.runtime.tasks.spawn(self.deal_if_ready())

    def watchers_here(self) -> int:
        """How many look on in this process: players without a seat, and sockets of strangers."""
        players = [member.player for member in self.members if member.seat is None]
        return len({player for player in players if player is not None}) + players.count(None)

    def named_here(self) -> set[Named]:
        """Those of them who let it be seen."""
        return {
            Named(member.player, member.visitor.watches_as)
            for member in self.members
            if member.seat is None and member.player is not None and member.visitor.watches_as
        }

    def tell_soon(self) -> None:
        """Send TABLE to all members shortly, once for everything that changes together."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(DEBOUNCE_S, self._tell)

    def _tell(self) -> None:
        self._telling = None
        frames: dict[int | None, Encoded] = {}
        for member in tuple(self.members):
            if member.greeted:
                self.show_table(member, frames)

    def show_table(self, member: Member, frames: dict[int | None, Encoded] | None = None) -> None:
        """Send a member the table as it may know it, unless that is what it was sent last."""
        frames = {} if frames is None else frames
        if member.player not in frames:
            table = self.tables.get(member.player)
            if table is None:
                return
            unseen = self.apart.get(member.player or 0, frozenset())
            frames[member.player] = encode(TableNews(dress(table, self, unseen)))
        frame = frames[member.player]
        if (digest := blake2b(frame, digest_size=16).digest()) != member.table_told:
            member.table_told = digest
            member.push_frame(frame)

    # -- the match --------------------------------------------------------------------------------

    def publish(self, actor: MatchActor, accepted: Accepted) -> None:
        """Show what was written in this process to all who may know of it."""
        if accepted.seats is None:
            self.publish_state(actor)
        else:
            self.publish_private(actor, accepted.seats, accepted.events)
            if len(accepted.seats) > 1:
                self._notify_private(actor)

    def publish_state(self, actor: MatchActor) -> None:
        """Show every member what happened, each as it may see it."""
        game = actor.game
        if game is None or actor is not self.actor:
            return
        frames: dict[tuple[int | None, int | None], Encoded] = {}
        shown = Shown(game, self.runtime.clock.now(), self._kept)
        most, news_now = self.runtime.options.missed_events, news_key(game)
        proofs: list[Encoded] = []
        for member in tuple(self.members):
            if not member.greeted:
                continue
            since: int | None = member.last_seq
            made = shown.to(member.seat)
            late = game.watched is not None and member.seat is None
            if late and member.match == actor.match_id and made.seq <= member.last_seq and game.seq:
                continue  # not even a message without it
            if member.match != actor.match_id:
                self.show_table(member)  # the names come before what these players do
                since = from_the_start(game)
            key = (member.seat, since)
            if key not in frames:
                frames[key] = made.state(member.seat, since, most=most)
            member.show(actor.match_id, made.seq, frames[key])
            if member.fair_key != news_now:
                shuffle_exchange.tell(self, member, made=proofs)
        chat.catch_up(self)
        self.runtime.pubsub.publish("head", table=self.table_id, match=actor.match_id, seq=game.seq)
        self.calls.look()
        phase = game.state.phase
        if phase != "deal_over" and self.presence.ready:
            self.presence.next_deal()
        if phase in ("deal_over", "match_over") or (
            game.log.entries and game.log.entries[-1].action["type"] in TELLING
        ):
            self.tell_soon()
        if phase == "match_over":
            self.runtime.tasks.spawn(self.refresh())
            self.runtime.lobby.changed()

    def publish_deal(self, actor: MatchActor) -> None:
        """Tell all that the deal has been sealed, those who wait for the match first of that."""
        game = actor.game
        if game is None or actor is not self.actor:
            return
        proofs: list[Encoded] = []
        for member in tuple(self.members):
            if not member.greeted:
                continue
            if member.match != actor.match_id:
                self.show_table(member)
                self.show_state(member, from_the_start(game))
            shuffle_exchange.tell(self, member, made=proofs)

    def notify_deal(self, actor: MatchActor) -> None:
        """Ring for the processes that may wait for a commit, a nonce or the seal."""
        self.runtime.pubsub.publish("dealing", table=self.table_id, match=actor.match_id)

    def publish_private(
        self, actor: MatchActor, seats: Collection[int], events: Sequence[Event]
    ) -> None:
        """Show the sockets of some seats what only they may know of."""
        game = actor.game
        if game is None or actor is not self.actor:
            return
        made = Frames(game, self.runtime.clock.now())
        frames = {seat: made.private(seat, events) for seat in seats}
        for member in tuple(self.members):
            if member.seat in frames and member.greeted and member.match == actor.match_id:
                member.show(actor.match_id, game.seq, frames[member.seat])

    def _notify_private(self, actor: MatchActor) -> None:
        """Ring for the processes where others sit who may know of it; it says no more than that."""
        game = actor.game
        if game is not None and actor is self.actor:
            self.runtime.pubsub.publish(
                "head", table=self.table_id, match=actor.match_id, seq=game.seq, sub=game.sub
            )

    def show_state(self, member: Member, since: int | None) -> None:
        """Send one member the match as it is, with what it missed since."""
        game = self.actor.game if self.actor is not None else None
        if game is None or self.actor is None:
            return
        made = Shown(game, self.runtime.clock.now()).to(member.seat)
        frame = made.state(member.seat, since, most=self.runtime.options.missed_events)
        member.show(self.actor.match_id, made.seq, frame)

    def show_missed(self) -> None:
        """Show members what is durable and was not shown to them."""
        actor = self.actor
        game = actor.game if actor is not None else None
        if actor is None or game is None:
            return
        for member in tuple(self.members):
            seq, _deal = shown_of(game, member.seat)
            if member.greeted and member.match == actor.match_id and member.last_seq < seq:
                metrics.RESYNCS.labels("late").inc()
                self.show_state(member, member.last_seq)

    # -- deals and the gone -----------------------------------------------------------------------

    async def deal_if_ready(self) -> None:
        """Begin the next deal when everybody who is there wants it."""
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
        """Seconds since a seat has had no socket anywhere; None while it has one."""
        since = self.whereabouts(seat).gone_since
        return None if since is None else self.runtime.clock.now() - since

    def whereabouts(self, seat: int) -> Whereabouts:
        """What is known here of the browsers of a seat."""
        return self.presence.whereabouts(seat, self.runtime.clock.now())

    def long_gone(self) -> frozenset[int]:
        """Seats that nobody has been at for so long that nothing waits for them any more."""
        seats = [seat["seat"] for seat in self.tables.get(None, {}).get("seats", ())]
        wait = self.runtime.options.gone_after
        return frozenset(seat for seat in seats if (self.gone_for(seat) or 0.0) >= wait)

    def idle(self) -> bool:
        """Whether nobody is here and nothing is to be done, or not by this process.

        A match whose people are all elsewhere is left to their process: two that follow it do all
        of it twice. Should that process die, `Clocks.due` takes the match on again.
        """
        if self.members or self._held:
            return False
        if self.actor is None or self.actor.over:
            return True
        now = self.runtime.clock.now()
        return self.presence.followed_elsewhere(now) and self.actor.is_idle(now)

    def stop(self) -> None:
        """Set nothing more off."""
        self.calls.stop()
        self.waits.stop()
        if self.actor is not None:
            self.actor.stop()
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
