"""The API's access to tables and matches: the implementation of `games.common.live_gateway`."""

from __future__ import annotations

from collections.abc import AsyncIterable, Collection, Mapping
from dataclasses import replace

from games.common.live_gateway import Caller, GatewayRefusedError, Json, Turn
from games.live.clients.visitor import Visitor
from games.live.core import metrics
from games.live.core.errors import Refused
from games.live.http.event_stream import Lines, Stream
from games.live.http.event_streams import event_streams
from games.live.http.http_member import SingleRequest
from games.live.process.runtime import Runtime, local
from games.live.protocol.messages import ProtocolError
from games.live.protocol.parsing import parse
from games.live.protocol.refusal_texts import refusal
from games.live.protocol.requests import MAX_BYTES, Act, Do, NonceCommit, NonceReveal, ProofFault
from games.live.schema.asyncapi import document
from games.live.schema.http_schema import http_shapes
from games.live.table.remote_tables import RunningTurn, turn_of

REQUEST_TYPES = (Act, Do, NonceCommit, NonceReveal, ProofFault)
"""Types of message that a request without a socket may bring."""


class LocalGateway:
    """The implementation of `games.common.live_gateway.LiveGateway` in this process.

    Through it the API reads and plays at tables without a socket.
    """

    def document(self) -> Json:
        """Return the AsyncAPI document of the messages."""
        return document()

    def shapes(self) -> Json:
        """Return name -> JSON Schema of messages, answers and lines of event streams."""
        return http_shapes(REQUEST_TYPES)

    def words(self, code: str) -> str:
        """Return the sentence for people about a refusal's code, in the active language."""
        return refusal(None, code).message

    def is_alone_in_lobby(self, user: int | None, address: str) -> bool:
        """Return whether nobody but this visitor is in the lobby, as far as this process knows.

        `user` is the account's row id, None for a stranger, who is known by the IP address.
        """
        runtimes = [runtime for runtime in tuple(local) if runtime.ready]
        return bool(runtimes) and all(
            runtime.lobby.is_empty_but_for(user, address) for runtime in runtimes
        )

    def in_lobby(self, users: Collection[int]) -> frozenset[int]:
        """Return those of these accounts (row ids) that this process knows to be in the lobby."""
        runtimes = [runtime for runtime in tuple(local) if runtime.ready]
        present = frozenset[int]().union(*(runtime.lobby.users() for runtime in runtimes))
        return present & frozenset(users)

    def turns(self, tables: Collection[str]) -> dict[str, Turn]:
        """Return table (public id) -> whose turn it is, for the matches being played now."""
        turns: dict[str, Turn] = {}
        for runtime in tuple(local):
            now = runtime.clock.now()
            for table in tables:
                turn = _running_turn(runtime, table, now)
                if turn is not None:
                    left = None if turn.until is None else max(0.0, turn.until - now)
                    turns[table] = Turn(turn.seat, left)
        return turns

    def watchers(self, tables: Collection[str]) -> dict[str, int]:
        """Return table (public id) -> number of spectators, for tables open in any process."""
        counts: dict[str, int] = {}
        for runtime in tuple(local):
            now = runtime.clock.now()
            for table in tables:
                room = runtime.rooms.get(table)
                elsewhere = runtime.remote_tables.watchers(table, now)
                if room is not None or elsewhere:
                    here = room.table.watchers_here() if room is not None else 0
                    counts[table] = here + elsewhere
        return counts

    def is_deserted(self, table: str, sat_at: float) -> bool:
        """Return whether nobody who sits at a table (public id) has been connected for a while.

        `sat_at` is when somebody sat down there last, in seconds since the epoch.
        """
        runtimes = [runtime for runtime in tuple(local) if runtime.ready]
        return bool(runtimes) and all(runtime.is_deserted(table, sat_at) for runtime in runtimes)

    def loop_delay(self) -> float:
        """Return the most seconds by which an event loop of this process woke late in ten seconds."""
        return max((runtime.loop_lag.lag for runtime in tuple(local)), default=0.0)

    async def send(self, caller: Caller, table: str, message: str) -> Json:
        """Handle a caller's message (JSON) to a table (public id); return its acknowledgement.

        The call returns once the effect of the message is durable.

        Raises:
            GatewayRefusedError: with a code, where the message is refused.
        """
        runtime, visitor = await _arrive(caller)
        try:
            if not runtime.messages.take(visitor.limit_key):
                raise Refused("rate_limited")
            if len(message.encode(errors="replace")) > MAX_BYTES:
                raise Refused("too_large")
            asked = parse(message)
            if not isinstance(asked, REQUEST_TYPES):
                raise Refused("unknown_type")
            request = SingleRequest(runtime, visitor, table, caller.language)
            await request.arrive()
        except (ProtocolError, Refused) as error:
            metrics.REFUSALS.labels(error.code).inc()
            raise _refused(error.code) from error
        await runtime.tasks.finish(request.take(asked))  # whoever asked may hang up
        request.room.on_request(request)
        runtime.on_answer_from(visitor)
        answer = next(frame for frame in request.frames if frame["t"] in ("ack", "nak"))
        if answer["t"] == "nak":
            raise GatewayRefusedError(answer["code"], answer["message"])
        return answer

    async def look(self, caller: Caller, table: str, last_seq: int | None) -> Json:
        """Return {"table", "state", "fair"} of a table (public id), as a socket is sent at first.

        `state` has the events after journal entry `last_seq`; it and `fair` (the shuffle's proof)
        are None before a match has begun.

        Raises:
            GatewayRefusedError: with a code, where there is no such table for the caller.
        """
        runtime, visitor = await _arrive(caller)
        if not visitor.may("play"):
            visitor = replace(visitor, player=None)
        request = SingleRequest(runtime, visitor, table, caller.language)
        try:
            await request.arrive()
        except Refused as error:
            raise _refused(error.code) from error
        return await request.see(last_seq)

    async def follow(
        self, caller: Caller, table: str | None, last_seqs: Mapping[str, int]
    ) -> AsyncIterable[bytes]:
        """Return the lines of an event stream: of a table (public id), or None: of all own ones.

        `last_seqs` is table -> number of the latest journal entry that the caller has.

        Raises:
            GatewayRefusedError: with a code, where the table is not there, or the caller has too
                many connections.
        """
        runtime, visitor = await _arrive(caller)
        stream = Stream(runtime, visitor, table, last_seqs, caller.language)
        if not runtime.connections.room_for(visitor):
            metrics.SOCKETS_REFUSED.labels("too_many").inc()
            raise _refused("rate_limited")
        if table is not None:
            await self.look(caller, table, None)
        return Lines(stream)

    async def follow_tournament(self, caller: Caller, tournament: str) -> AsyncIterable[bytes]:
        """Return the lines of the event stream of one tournament (public id).

        Raises:
            GatewayRefusedError: with a code, where the caller has too many connections.
        """
        runtime, visitor = await _arrive(caller)
        if not runtime.connections.room_for(visitor):
            metrics.SOCKETS_REFUSED.labels("too_many").inc()
            raise _refused("rate_limited")
        return event_streams().stream(runtime, visitor, tournament)


def _running_turn(runtime: Runtime, table: str, now: float) -> RunningTurn | None:
    """Return the current turn at a table (public id), known from this or another process."""
    room = runtime.rooms.get(table)
    game = room.actor.game if room is not None and room.actor is not None else None
    return runtime.remote_tables.turn(table) if game is None else turn_of(game, now)


async def _arrive(caller: Caller) -> tuple[Runtime, Visitor]:
    """Return this process's runtime and the caller as a visitor; refuse both before a restart."""
    runtime = await Runtime.current()
    if runtime.tasks.ending:
        raise GatewayRefusedError("restart")
    return runtime, Visitor(
        user=caller.user,
        player=caller.player,
        session=None,
        address=caller.address,
        token=caller.token,
        scopes=caller.scopes,
        expires=caller.expires,
    )


def _refused(code: str) -> GatewayRefusedError:
    nak = refusal(None, code)
    return GatewayRefusedError(nak.code, nak.message)
