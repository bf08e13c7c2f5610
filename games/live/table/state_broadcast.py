"""Messages of a table to its members: the table, the match as each may see it, the deal."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from games.engine import Event
from games.live.core import metrics
from games.live.match_state.deal_stages import news_key
from games.live.match_state.decision_result import DecisionResult
from games.live.match_state.match_state import Game
from games.live.protocol.messages import Encoded, TableNews, encode
from games.live.table import shuffle_exchange
from games.live.table.remote_tables import turn_of
from games.live.table.state_messages import (
    Frames,
    RenderCache,
    StateMessages,
    first_since,
    visible_to,
)
from games.live.table.table_snapshot import live_json

if TYPE_CHECKING:
    from games.live.table.absence import AbsenceTimers
    from games.live.table.chat import ChatLog
    from games.live.table.ports import Member
    from games.live.table.table_state import TableState
    from games.live.table.turn_notifications import TurnNotifications

DEBOUNCE_S: Final = 0.02
"""Seconds for which changes of a table are gathered into one message."""
COUNTDOWN_ACTIONS: Final = ("deal", "reply", "resume")
"""Types of action that change the countdowns in the table message."""


class StateBroadcast:
    """Sender of one table, its match and its shuffle to the members in this process.

    It notifies the other processes too.
    """

    def __init__(
        self,
        table: TableState,
        chat: ChatLog,
        notifications: TurnNotifications,
        absences: AbsenceTimers,
    ) -> None:
        self._table = table
        self._chat = chat
        self._notifications = notifications
        self._absences = absences
        self._rendered: RenderCache = {}
        self._timer: asyncio.TimerHandle | None = None

    def stop(self) -> None:
        """Cancel the scheduled sending of the table."""
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
        for member in self._table.greeted():
            self.show_table(member, frames)

    def show_table(self, member: Member, frames: dict[int | None, Encoded] | None = None) -> None:
        """Send a member the table as the member may see it, unless that was the last message sent.

        `frames` (player's row id -> message) keeps what was made, for the next member.
        """
        table = self._table
        frames = {} if frames is None else frames
        if member.player not in frames:
            stored = table.json_for.get(member.player)
            if stored is None:
                return
            unseen = table.hidden_from.get(member.player or 0, frozenset())
            frames[member.player] = encode(TableNews(live_json(stored, table, unseen)))
        frame = frames[member.player]
        if (digest := blake2b(frame, digest_size=16).digest()) != member.table_digest:
            member.table_digest = digest
            member.push_frame(frame)

    # -- the match, for its actor -----------------------------------------------------------------

    def publish(self, game: Game, accepted: DecisionResult) -> None:
        """Send journal entries that were written in this process to all who may see them."""
        if accepted.seats is None:
            self.publish_state(game)
            return
        self.publish_private(game, accepted.seats, accepted.events)
        if self._is_shown(game) and len(accepted.seats) > 1:  # no more than that there is one
            self._notify_head(game, sub=game.sub)

    def publish_state(self, game: Game) -> None:
        """Send every member the events since its last message that it may see.

        The other processes are notified.
        """
        if not self._is_shown(game):
            return
        self._send_states(game)
        self._chat.show_delayed()
        self._notify_head(game)
        self._notifications.schedule()
        if self._table.presence.gone_since:
            self._absences.update()  # the turn may be another's now
        self._end_phase(game)

    def _send_states(self, game: Game) -> None:
        """Send every member its state message; members that may see the same share one."""
        runtime, actor, match = self._table.runtime, self._table.actor, game.info.public_id
        frames: dict[tuple[int | None, int | None, bool], Encoded] = {}
        shown = StateMessages(game, runtime.clock.now(), self._rendered)
        max_events, deal_key = runtime.options.missed_events, news_key(game)
        deal_frames: list[Encoded] = []
        for member in self._table.greeted():
            since: int | None = member.last_seq
            messages = shown.for_viewer(member.seat)
            late = game.watched is not None and member.seat is None
            if late and member.match == match and messages.seq <= member.last_seq and game.seq:
                continue  # not even a message without it
            if member.match != match:
                self.show_table(member)  # the names come before what these players do
                since = first_since(game)
            words = member.reads_words
            key = (member.seat, since, words)
            if key not in frames:
                frames[key] = messages.state(member.seat, since, max_events=max_events, words=words)
            member.show(match, messages.seq, frames[key])
            if member.deal_key != deal_key:
                shuffle_exchange.send_deal_news(actor, member, frames=deal_frames)

    def _end_phase(self, game: Game) -> None:
        """Send the table again if the match's new phase changes the table message."""
        table, phase, entries = self._table, game.state.phase, game.log.entries
        if phase != "deal_over" and table.presence.ready:
            table.presence.next_deal()
        counts_down = bool(entries) and entries[-1].action["type"] in COUNTDOWN_ACTIONS
        if phase in ("deal_over", "match_over") or counts_down:
            self.send_table_soon()
        if phase == "match_over":
            runtime = table.runtime
            runtime.tasks.spawn(runtime.table_changed(table.table_id, publish=False))

    def publish_private(self, game: Game, seats: Collection[int], events: Sequence[Event]) -> None:
        """Send the latest journal entry to the members at these seats, who alone may see it."""
        if not self._is_shown(game):
            return
        messages = Frames(game, self._table.runtime.clock.now())
        frames = {seat: messages.private(seat, events) for seat in seats}
        for member in self._table.greeted():
            if member.seat in frames and member.match == game.info.public_id:
                member.show(game.info.public_id, game.seq, frames[member.seat])

    def publish_deal(self, game: Game) -> None:
        """Send the shuffle's stage, after the match to members who do not have the match yet."""
        if not self._is_shown(game):
            return
        deal_frames: list[Encoded] = []
        for member in self._table.greeted():
            if member.match != game.info.public_id:
                self.show_table(member)
                self.show_state(member, first_since(game))
            shuffle_exchange.send_deal_news(self._table.actor, member, frames=deal_frames)

    def notify_deal(self, game: Game) -> None:
        """Notify the other processes that a commit, a nonce or a seal of the deal was written."""
        self._notify("dealing", game)

    def _notify_head(self, game: Game, **about: int) -> None:
        """Notify the other processes of the latest journal entry and of whose turn it is."""
        runtime = self._table.runtime
        if runtime.pubsub.has_peers:
            turn = turn_of(game, runtime.clock.now())
            self._notify("head", game, seq=game.seq, turn=turn, **about)

    def _notify(self, what: str, game: Game, **about: object) -> None:
        """Notify the other processes of a change of a match of this table."""
        table = self._table
        match = game.info.public_id
        table.runtime.pubsub.publish(what, table=table.table_id, match=match, **about)

    # -- one member -------------------------------------------------------------------------------

    def show_all(self, member: Member, since: int | None) -> None:
        """Send a member the match and the deal being made.

        The events are those after journal entry `since`, None: none.
        """
        self.show_state(member, since)
        shuffle_exchange.send_deal_news(self._table.actor, member, again=True)

    def show_state(self, member: Member, since: int | None) -> None:
        """Send a member the present state of the match.

        The events are those after journal entry `since`, None: none.
        """
        game, runtime = self._table.game, self._table.runtime
        if game is None:
            return
        messages = StateMessages(game, runtime.clock.now()).for_viewer(member.seat)
        frame = messages.state(
            member.seat,
            since,
            max_events=runtime.options.missed_events,
            words=member.reads_words,
        )
        member.show(game.info.public_id, messages.seq, frame)

    def show_match_begun(self) -> None:
        """Send the table and the match to members who have not been sent this match yet."""
        actor = self._table.actor
        if actor is None:
            return
        for member in self._table.greeted():
            if member.match != actor.match_id:
                self.show_table(member)
                self.show_state(member, first_since(actor.game) if actor.game else None)
                shuffle_exchange.send_deal_news(actor, member)

    def show_missed(self) -> None:
        """Send each member the match's journal entries that were written but not sent to it."""
        game = self._table.game
        if game is None:
            return
        for member in self._table.greeted():
            seq, _deal = visible_to(game, member.seat)
            if member.match == game.info.public_id and member.last_seq < seq:
                metrics.RESYNCS.labels("late").inc()
                self.show_state(member, member.last_seq)

    def _is_shown(self, game: Game) -> bool:
        """Return whether this object is the table's match now, and not a copy loaded earlier."""
        return game is self._table.game
