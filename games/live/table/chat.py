"""The chat of a table: the service stores each line, this module sends it to whoever may read it.

It is separate from the path of moves: a line waits for the database as any page does, and no move
waits for a line. Spectators with a delay get a line of players together with the moment of the
match in which it was written.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from games.live.core.errors import Refused
from games.live.match_state.match_state import Game, Json
from games.live.protocol.messages import ChatNews, encode
from games.live.protocol.requests import Chat
from games.live.table.service_calls import call_service
from games.selectors import social
from games.services import chat as chat_service

if TYPE_CHECKING:
    from games.live.table.ports import Member
    from games.live.table.room import Room
    from games.models import ChatLine, Player, Table

SILENCE_CACHE_S: Final = 30.0
"""Seconds for which a table without any chat is not read again: the message of the first line may
get lost.
"""


class StoredLine(NamedTuple):
    """A line of the chat, the people who must not see it, and how far the match was."""

    json: Json
    unwelcome: frozenset[int]
    """Ids of the players who have blocked its author."""
    match: str
    """Public id of the match; empty if none had begun."""
    seq: int

    def is_ahead_of(self, game: Game | None) -> bool:
        """Return whether delayed spectators of this match have not been shown its moment yet."""
        rest = game.watched if game is not None else None
        if game is None or rest is None or self.json["room"] != "table":
            return False
        return self.match == game.info.public_id and self.seq > rest.seq


class ChatLog:
    """The chat of one table in this process."""

    def __init__(self, room: Room) -> None:
        self._room = weakref.ref(room)  # the room has it, and they must not keep each other
        self._silent_until = 0.0
        """Until then the chat is taken to be empty."""
        self._sent = 0
        """Number of lines that this object has sent."""
        self._late: dict[int, StoredLine] = {}
        """Line id -> line that delayed spectators are still to be sent."""

    @property
    def room(self) -> Room:
        """Return the table, which the caller keeps in memory."""
        room = self._room()
        assert room is not None, "the table is gone"
        return room

    async def say(self, member: Member, chat: Chat) -> None:
        """Store a line of a member, and send it to all who may read it.

        Raises:
            Refused: with a code, where it may not be said.
        """
        room = self.room
        if member.player is None:
            raise Refused("forbidden")
        game = await self._running_match()
        runs, seq = _deal_runs(game), 0 if game is None else game.seq
        line = await call_service(member, partial(_store, chat, runs, seq))
        self._send(line, await self._running_match())
        room.runtime.pubsub.publish("chat", table=room.table_id, line=line.json["id"])

    async def receive(self, line_id: int) -> None:
        """Send the members here a line that another process has stored."""
        room = self.room  # kept until the line is read
        line = await room.runtime.db.run(partial(_read, line_id))
        if line is not None:
            self._send(line, await self._running_match())

    async def show(self, member: Member) -> None:
        """Send a member the latest lines, if there are any."""
        room = self.room
        now = room.runtime.clock.now()
        if not member.shows_chat or now < self._silent_until:
            return
        seated = member.seat is not None
        work = partial(
            _latest, room.table_id, member.player, seated=seated, playing=self._is_playing()
        )
        sent = self._sent
        lines, silent = await room.runtime.db.run(work)
        if silent and self._sent == sent:
            self._silent_until = now + SILENCE_CACHE_S
        if not seated:
            game = await self._running_match()
            self._late |= {line.json["id"]: line for line in lines if line.is_ahead_of(game)}
            lines = [line for line in lines if not line.is_ahead_of(game)]
        if lines:
            member.push(ChatNews([line.json for line in lines], True))

    def show_late(self) -> None:
        """Send delayed spectators the lines up to the moment that they are shown now."""
        if not self._late:
            return
        room = self.room
        game = room.actor.game if room.actor is not None and self._is_playing() else None
        if game is None and room.actor is not None and self._is_playing() and not room.actor.over:
            return  # it is being loaded
        for name, line in sorted(self._late.items()):
            if not line.is_ahead_of(game):
                del self._late[name]
                _push(line, [one for one in room.members if one.seat is None])

    async def _running_match(self) -> Game | None:
        """Return the match that is played at the table; None if none is."""
        actor = self.room.actor
        return await actor.ensure() if actor is not None and self._is_playing() else None

    def _is_playing(self) -> bool:
        table = self.room.tables.get(None)
        return bool(table and table["status"] == "playing")

    def _send(self, line: StoredLine, game: Game | None) -> None:
        """Send a line to those members who may read it now."""
        self._sent += 1
        self._silent_until = 0.0
        members = list(self.room.members)
        if line.json["room"] == "watchers" and self._is_playing():
            members = [member for member in members if member.seat is None]
        elif line.is_ahead_of(game):
            self._late[line.json["id"]] = line
            members = [member for member in members if member.seat is not None]
        _push(line, members)


def _push(line: StoredLine, members: Iterable[Member]) -> None:
    """Send a line to the members who show chat and have not blocked its author."""
    frame = encode(ChatNews([line.json], False))
    for member in members:
        if member.greeted and member.shows_chat and member.player not in line.unwelcome:
            member.push_frame(frame)


def _deal_runs(game: Game | None) -> bool:
    """Return whether a deal runs, in which free text could tell a partner about cards."""
    if game is None or game.state.deal is None:
        return False
    return game.state.phase not in ("deal_over", "match_over")


def _store(chat: Chat, deal_runs: bool, seq: int, table: Table, player: Player) -> StoredLine:
    """Store a line of the chat and return it. Runs in a database thread."""
    line = chat_service.say(
        table=table,
        player=player,
        client_id=chat.id,
        phrase=chat.phrase,
        text=chat.text,
        deal_runs=deal_runs,
        seq=seq,
    )
    return _stored([line])[0]


def _read(line_id: int) -> StoredLine | None:
    """Return a line by its id; None if it is deleted. Runs in a database thread."""
    line = social.one_line(line_id)
    return None if line is None else _stored([line])[0]


def _stored(lines: Sequence[ChatLine]) -> list[StoredLine]:
    unwelcome = social.blockers_of({line.player_id for line in lines})
    return [
        StoredLine(social.line_json(line), unwelcome[line.player_id], line.match, line.seq)
        for line in lines
    ]


def _latest(
    table_id: str, viewer: int | None, *, seated: bool, playing: bool
) -> tuple[list[StoredLine], bool]:
    """Return the latest lines that a viewer may read, and whether the chat is empty.

    Runs in a database thread.
    """
    lines = social.chat_lines(table_id, viewer, seated=seated, playing=playing)
    return _stored(lines), not lines and not social.has_spoken(table_id)
