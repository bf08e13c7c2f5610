"""Messages of a table to its members: the table, the match as each may see it, the deal."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Collection, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from games.engine import Event
from games.live.core import metrics
from games.live.match.actor import MatchActor
from games.live.match_state.accepted import Accepted
from games.live.match_state.deal_stages import news_key
from games.live.match_state.match_state import Game
from games.live.protocol.messages import Encoded, TableNews, encode
from games.live.table import shuffle_exchange
from games.live.table.state_messages import Frames, RenderCache, Shown, from_the_start, shown_of
from games.live.table.table_snapshot import dress

if TYPE_CHECKING:
    from games.live.table.ports import Member
    from games.live.table.room import Room

DEBOUNCE_S: Final = 0.02
"""Seconds for which changes of a table are gathered into one message."""
COUNTDOWN_ACTIONS: Final = ("deal", "reply", "resume")
"""Types of action that change the countdowns in the table message."""


class StateBroadcast:
    """The sender of one table's state to its members, which also notifies the other processes."""

    def __init__(self, room: Room) -> None:
        self._room = weakref.ref(room)  # the room has it, and they must not keep each other
        self._rendered: RenderCache = {}
        self._timer: asyncio.TimerHandle | None = None

    @property
    def room(self) -> Room:
        """Return the table, which the caller keeps in memory."""
        room = self._room()
        assert room is not None, "the table is gone"
        return room

    def stop(self) -> None:
        """Cancel the message that is due."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # -- the table --------------------------------------------------------------------------------

    def send_table_soon(self) -> None:
        """Send the table to all members in DEBOUNCE_S seconds, once for all changes until then."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(DEBOUNCE_S, self._send_table)

    def _send_table(self) -> None:
        self._timer = None
        frames: dict[int | None, Encoded] = {}
        for member in self._greeted():
            self.show_table(member, frames)

    def show_table(self, member: Member, frames: dict[int | None, Encoded] | None = None) -> None:
        """Send a member the table as it may see it, unless that is what was sent last.

        `frames` keeps the message made for each player, for the next member.
        """
        room = self.room
        frames = {} if frames is None else frames
        if member.player not in frames:
            table = room.tables.get(member.player)
            if table is None:
                return
            unseen = room.apart.get(member.player or 0, frozenset())
            frames[member.player] = encode(TableNews(dress(table, room, unseen)))
        frame = frames[member.player]
        if (digest := blake2b(frame, digest_size=16).digest()) != member.table_digest:
            member.table_digest = digest
            member.push_frame(frame)

    # -- the match, for its actor -----------------------------------------------------------------

    def publish(self, actor: MatchActor, accepted: Accepted) -> None:
        """Send what was written in this process to all who may see it."""
        if accepted.seats is None:
            self.publish_state(actor)
            return
        self.publish_private(actor, accepted.seats, accepted.events)
        game = self._game_of(actor)
        if game is not None and len(accepted.seats) > 1:  # it says no more than that there is one
            room = self.room
            room.runtime.pubsub.publish(
                "head", table=room.table_id, match=actor.match_id, seq=game.seq, sub=game.sub
            )

    def publish_state(self, actor: MatchActor) -> None:
        """Send every member the events as it may see them, and notify the other processes."""
        game = self._game_of(actor)
        if game is None:
            return
        room = self.room
        self._send_states(actor, game)
        room.chat.show_late()
        room.runtime.pubsub.publish("head", table=room.table_id, match=actor.match_id, seq=game.seq)
        room.notifications.look()
        self._end_phase(game)

    def _send_states(self, actor: MatchActor, game: Game) -> None:
        """Send every member its state message; members that may see the same share one."""
        runtime = self.room.runtime
        frames: dict[tuple[int | None, int | None], Encoded] = {}
        shown = Shown(game, runtime.clock.now(), self._rendered)
        max_events, deal_key = runtime.options.missed_events, news_key(game)
        deal_frames: list[Encoded] = []
        for member in self._greeted():
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
                frames[key] = made.state(member.seat, since, most=max_events)
            member.show(actor.match_id, made.seq, frames[key])
            if member.deal_key != deal_key:
                shuffle_exchange.show(self.room, member, made=deal_frames)

    def _end_phase(self, game: Game) -> None:
        """Send the table if the phase changes what its message contains."""
        room, phase, entries = self.room, game.state.phase, game.log.entries
        if phase != "deal_over" and room.presence.ready:
            room.presence.next_deal()
        counts_down = bool(entries) and entries[-1].action["type"] in COUNTDOWN_ACTIONS
        if phase in ("deal_over", "match_over") or counts_down:
            self.send_table_soon()
        if phase == "match_over":
            room.runtime.tasks.spawn(room.refresh())
            room.runtime.lobby.changed()

    def publish_private(
        self, actor: MatchActor, seats: Collection[int], events: Sequence[Event]
    ) -> None:
        """Send the latest entry to the members at the seats that alone may see it."""
        game = self._game_of(actor)
        if game is None:
            return
        made = Frames(game, self.room.runtime.clock.now())
        frames = {seat: made.private(seat, events) for seat in seats}
        for member in self._greeted():
            if member.seat in frames and member.match == actor.match_id:
                member.show(actor.match_id, game.seq, frames[member.seat])

    def publish_deal(self, actor: MatchActor) -> None:
        """Send the progress of the deal; first the match, to members who have not got it yet."""
        game = self._game_of(actor)
        if game is None:
            return
        deal_frames: list[Encoded] = []
        for member in self._greeted():
            if member.match != actor.match_id:
                self.show_table(member)
                self.show_state(member, from_the_start(game))
            shuffle_exchange.show(self.room, member, made=deal_frames)

    def notify_deal(self, actor: MatchActor) -> None:
        """Notify the other processes that a commit, a nonce or a seal of the deal was written."""
        room = self.room
        room.runtime.pubsub.publish("dealing", table=room.table_id, match=actor.match_id)

    # -- one member -------------------------------------------------------------------------------

    def show_all(self, member: Member, since: int | None) -> None:
        """Send a member the match since `since`, and the deal that is being made."""
        self.show_state(member, since)
        shuffle_exchange.show(self.room, member, again=True)

    def show_state(self, member: Member, since: int | None) -> None:
        """Send a member the present state of the match, with the events after `since`."""
        room = self.room
        actor = room.actor
        if actor is None or actor.game is None:
            return
        made = Shown(actor.game, room.runtime.clock.now()).to(member.seat)
        frame = made.state(member.seat, since, most=room.runtime.options.missed_events)
        member.show(actor.match_id, made.seq, frame)

    def show_match_begun(self, actor: MatchActor) -> None:
        """Send the table and the match to members who have not been sent this match yet."""
        for member in self._greeted():
            if member.match != actor.match_id:
                self.show_table(member)
                self.show_state(member, from_the_start(actor.game) if actor.game else None)
                shuffle_exchange.show(self.room, member)

    def show_missed(self) -> None:
        """Send members the durable entries that they were not sent."""
        actor = self.room.actor
        game = actor.game if actor is not None else None
        if actor is None or game is None:
            return
        for member in self._greeted():
            seq, _deal = shown_of(game, member.seat)
            if member.match == actor.match_id and member.last_seq < seq:
                metrics.RESYNCS.labels("late").inc()
                self.show_state(member, member.last_seq)

    # -- small things -----------------------------------------------------------------------------

    def _greeted(self) -> list[Member]:
        return [member for member in self.room.members if member.greeted]

    def _game_of(self, actor: MatchActor) -> Game | None:
        """Return the match of an actor; None while it loads, or if it is no longer this table's."""
        return actor.game if actor is self.room.actor else None
