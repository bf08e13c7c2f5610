"""The sockets of a table and of the lobby. They translate messages; tables and actors decide."""

from __future__ import annotations

import time
from functools import partial
from typing import ClassVar

from django.db import DatabaseError

from games.live.clients.outbox import Send
from games.live.core import metrics
from games.live.core.errors import Refused
from games.live.match.actor import MatchActor
from games.live.match_state.decision_result import DecisionResult
from games.live.protocol.messages import Ack, Closing, Pong
from games.live.protocol.requests import (
    PROTO,
    Act,
    AskHint,
    Chat,
    ClientMessage,
    Do,
    Heartbeat,
    Hello,
    NonceCommit,
    NonceReveal,
    ProofFault,
    Sync,
)
from games.live.sockets.socket import Receive, Scope, Socket
from games.live.storage.journal import NotWritten
from games.live.table import hints, shuffle_exchange
from games.live.table.commands import carry_out
from games.live.table.room import Room
from games.services.addresses import note_address_in_match

OF_PLAY = ("next", "take_back", "leave", "vote")
"""Commands about the match, for which a key needs the scope "play", not "tables"."""


def scope_of(message: ClientMessage) -> str:
    """Return the scope that an API key needs to send this message; "" if it needs none."""
    match message:
        case Act() | NonceCommit() | NonceReveal() | ProofFault() | Chat() | AskHint():
            return "play"
        case Do():
            return "play" if message.cmd in OF_PLAY else "tables"
        case _:
            return ""


class TableConsumer(Socket):
    """Socket of a seated player or of a spectator at one table."""

    name: ClassVar[str] = "table"
    shows_chat: ClassVar[bool] = True
    """True if the socket gets lines of the chat."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(scope, receive, send)
        self.room: Room
        self.seat: int | None = None
        self.greeted = False
        self.table_digest = b""
        """Digest of the latest table message sent."""
        self.deal_key: tuple[object, ...] = ()
        """The `news_key` of the latest message about the deal being made."""
        self.reads_words = True
        """False if the visitor has turned the chat off."""

    @property
    def player(self) -> int | None:
        """Return the player's row id; None for strangers and keys that may not see the hand."""
        return self.visitor.player if self.visitor.may("play") else None

    async def enter(self) -> int | None:
        """Join the table's room; return None, or the WebSocket close code of a refusal."""
        table_id = self.scope["url_route"]["kwargs"]["public_id"]
        self.room = self.runtime.room(table_id)
        self.reads_words = self.visitor.reads_words
        code = await self.room.join(self)
        if code is not None:
            self.runtime.drop_idle(table_id)
        return code

    async def leave(self) -> None:
        """Leave the table's room, as the socket is closed."""
        self.room.leave(self)

    def role(self) -> str:
        """Return "players" for a seated player, "watchers" for a spectator."""
        return "watchers" if self.seat is None else "players"

    def about(self) -> dict[str, object]:
        """Return the table, the match and the seat, as extra fields of log lines."""
        table = self.scope["url_route"]["kwargs"]["public_id"]
        return {"table": table, "match": self.match, "seat": self.seat}

    def on_received(self) -> None:
        """Tell the room that this member has sent something, so that it counts as present."""
        self.room.on_received(self)

    async def handle(self, message: ClientMessage) -> None:
        """Pass a client's message to the room or the match's actor, and answer the message."""
        if self.visitor.scopes is not None and not self.visitor.may(scope_of(message)):
            self.refuse(getattr(message, "id", None), "missing_scope")
            return
        match message:
            case Act():
                self.read_up_to(message.base)
                await self._act(message)
            case Heartbeat():
                self.read_up_to(message.last_seq)
                self.push(Pong(self.last_seq if self.match else None))
            case Do():
                await self._do(message)
            case Sync():
                metrics.RESYNCS.labels("asked").inc()
                self.read_up_to(message.last_seq)
                await self.catch_up(message.last_seq)
                self.room.broadcast.show_all(self, message.last_seq)
            case NonceCommit() | NonceReveal() | ProofFault():
                await self._fair(message)
            case Chat():
                await self._chat(message)
            case AskHint():
                await self._hint(message)
            case Hello():
                await self._greet(message)

    async def _greet(self, hello: Hello) -> None:
        if hello.last_seq is not None:
            metrics.RESYNCS.labels("return").inc()
        if hello.proto != PROTO:
            self.refuse(None, "wrong_proto")
            self.close(Closing.RELOAD)
            return
        await self.catch_up(hello.last_seq)
        self.greeted = True  # not earlier: what happens meanwhile would be shown, and then again
        self.table_digest = b""
        self.room.broadcast.show_table(self)
        self.room.broadcast.show_all(self, hello.last_seq)
        self.room.presence_changed()
        self.runtime.tasks.begin(self.room.chat.show(self))  # no move waits for it

    async def catch_up(self, last_seq: int | None) -> None:
        """Load the match if needed, and further journal entries if the client has later ones.

        `last_seq` is the client's latest entry; None: the client has none.
        """
        actor = self.room.table.actor
        if actor is None:
            return
        game = await actor.ensure()
        if game is not None and last_seq is not None and last_seq > game.seq and not actor.over:
            await actor.catch_up()
        while actor.game is None and not actor.over:
            await actor.ensure()

    async def _act(self, act: Act) -> None:
        actor, seat = self.room.table.actor, self.seat
        if seat is None:
            self.refuse(act.id, "not_seated")
        elif act.action.get("type") == "say" and not self.reads_words:
            self.refuse(act.id, "chat_off")
        elif actor is None:
            self.refuse(act.id, "no_match")
        else:
            noted = self.runtime.tasks.begin(self._note_address(actor))
            if noted is not None and act.action.get("type") != "play":
                await noted  # it may end the match, after which nothing is noted
            try:
                accepted = await actor.submit(seat, act)
                self._acknowledge(act, accepted)
                if actor.game is not None and not accepted.repeated:
                    # nobody acts between: nothing is awaited
                    self.room.broadcast.publish(actor.game, accepted)
                if accepted.makes_deal:
                    await actor.advance_deal()
            except Refused as refused:
                self.refuse(act.id, refused.code)
            except NotWritten:
                self.refuse(act.id, "internal")

    async def _note_address(self, actor: MatchActor) -> None:
        """Store the address from which this member plays, at the member's first action in a match.

        The table is sent again if the address makes the match unrated. An unreachable database is
        no reason to refuse the action here: the journal refuses it.
        """
        player, address = self.visitor.player, self.visitor.address
        if player is None or (player, address) in actor.addresses_noted:
            return
        actor.addresses_noted.add((player, address))
        table = self.room.table.table_id
        note = partial(note_address_in_match, table=table, player=player, address=address)
        try:
            unrated = await self.runtime.db.run(note)
        except DatabaseError:
            actor.addresses_noted.discard((player, address))
            return
        if unrated:
            await self.runtime.table_changed(table)

    async def _fair(self, message: NonceCommit | NonceReveal | ProofFault) -> None:
        try:
            await shuffle_exchange.store_message(self.room.table.actor, self.seat, message)
            self.push(Ack(message.id))
            await shuffle_exchange.advance_deal(self.room.table.actor, message)
        except Refused as refused:
            self.refuse(message.id, refused.code)
        except NotWritten:
            self.refuse(message.id, "internal")

    async def _chat(self, message: Chat) -> None:
        try:
            await self.room.chat.say(self, message)
        except Refused as refused:
            self.refuse(message.id, refused.code)
        else:
            self.push(Ack(message.id))

    async def _hint(self, message: AskHint) -> None:
        try:
            self.push(await hints.hint_for(self.room.table, self, message))
        except Refused as refused:
            self.refuse(message.id, refused.code)

    def _acknowledge(self, act: Act, accepted: DecisionResult) -> None:
        self.push(Ack(act.id, accepted.seq))
        metrics.ACK.observe(time.perf_counter() - self.received_at)

    async def _do(self, do: Do) -> None:
        try:
            await carry_out(self.room, self, do)
        except Refused as refused:
            self.refuse(do.id, refused.code)
        except NotWritten:
            self.refuse(do.id, "internal")
        else:
            self.push(Ack(do.id))


class LobbyConsumer(Socket):
    """Socket of a visitor of the lobby, which is sent the open tables."""

    name: ClassVar[str] = "lobby"
    hidden: frozenset[int] = frozenset()
    """Ids of the players who are hidden from this visitor."""

    def role(self) -> str:
        """Return "lobby", the socket's purpose as metrics name it."""
        return "lobby"

    async def enter(self) -> int | None:
        """Join the lobby, which everybody may see; return None for "admitted"."""
        await self.runtime.lobby.join(self)
        return None

    async def leave(self) -> None:
        """Leave the lobby, as the socket is closed."""
        self.runtime.lobby.leave(self)

    async def handle(self, message: ClientMessage) -> None:
        """Answer a heartbeat from a visitor of the lobby; refuse any other message."""
        if isinstance(message, Heartbeat):
            self.read_up_to(0)
            self.push(Pong(None))
        else:
            self.refuse(getattr(message, "id", None), "unknown_type")
