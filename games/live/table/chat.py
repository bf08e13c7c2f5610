"""The chat of a table: the service stores each line, this module sends it to whoever may read it.

It is separate from the path of moves: a line waits for the database as any page does, and no move
waits for a line. Spectators with a delay get a line of players together with the moment of the
match in which it was written.
"""

from __future__ import annotations

import asyncio
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
    from games.live.table.table_state import TableState
    from games.models import ChatLine, Player, Table

SILENCE_CACHE_S: Final = 30.0
"""Seconds for which a table without any chat is not read again: the message of the first line may
get lost.
"""


class StoredLine(NamedTuple):
    """Chat line with who may not see it, and the point of the match at which it was written.

    `seq` is the number of the match's journal entry.
    """

    json: Json
    blocked_by: frozenset[int]
    """Ids of the players who have blocked the line's author."""
    match: str
    """Public id of the match; empty if none had begun."""
    seq: int
    only_for: int | None
    """The only player who may see the line; None for everybody."""

    def is_ahead_of(self, game: Game | None) -> bool:
        """Return whether a chat line is later than the past state that delayed spectators see."""
        delayed = game.watched if game is not None else None
        if game is None or delayed is None or self.json["room"] != "table":
            return False
        return self.match == game.info.public_id and self.seq > delayed.seq


class ChatLog:
    """Sender of a table's chat to the members in this process; the lines are in the database."""

    def __init__(self, table: TableState) -> None:
        self._table = table
        self._silent_until = 0.0
        """Time until which the chat is taken to be empty without a look at the database."""
        self._reading = asyncio.Lock()
        """So that of many who arrive at once at a silent table one finds out that it is."""
        self._lines_sent = 0
        """Number of chat lines that this object has sent."""
        self._delayed: dict[int, StoredLine] = {}
        """Line id -> chat line that is still to be sent to delayed spectators."""

    async def say(self, member: Member, chat: Chat) -> None:
        """Store a chat line that a member writes, and send it to all who may read it.

        Raises:
            Refused: with a code, where the line is not allowed.
        """
        table, runtime = self._table, self._table.runtime
        if member.player is None:
            raise Refused("forbidden")
        game = await self._running_match()
        runs, seq = _deal_runs(game), 0 if game is None else game.seq
        store = partial(_store, chat, runs, seq)
        line = await call_service(runtime.db, table.table_id, member.player, store)
        self._send(line, await self._running_match())
        runtime.pubsub.publish("chat", table=table.table_id, line=line.json["id"])

    async def receive(self, line_id: int) -> None:
        """Send the members here a chat line that another process has stored."""
        line = await self._table.runtime.db.read(partial(_read, line_id))
        if line is not None:
            self._send(line, await self._running_match())

    async def show(self, member: Member) -> None:
        """Send a member the latest chat lines, if there are any."""
        if not member.shows_chat:
            return
        async with self._reading:
            lines = await self._latest_for(member)
        if member.seat is None:
            game = await self._running_match()
            self._delayed |= {line.json["id"]: line for line in lines if line.is_ahead_of(game)}
            lines = [line for line in lines if not line.is_ahead_of(game)]
        if lines:
            member.push(ChatNews([line.json for line in lines], True))

    async def _latest_for(self, member: Member) -> list[StoredLine]:
        """Return the latest chat lines for a member, unless the chat is known to be empty."""
        table, runtime = self._table, self._table.runtime
        now = runtime.clock.now()
        if now < self._silent_until:
            return []
        seated, playing = member.seat is not None, table.is_playing()
        sent = self._lines_sent
        lines, silent = await runtime.db.run(
            partial(
                _latest,
                table.table_id,
                member.player,
                seated=seated,
                playing=playing,
                words=member.reads_words,
            )
        )
        if silent and self._lines_sent == sent:
            self._silent_until = now + SILENCE_CACHE_S
        return lines

    def show_delayed(self) -> None:
        """Send delayed spectators the chat lines up to the state of the match that they see now."""
        if not self._delayed:
            return
        table, actor = self._table, self._table.actor
        game = table.game if table.is_playing() else None
        if game is None and actor is not None and table.is_playing() and not actor.over:
            return  # it is being loaded
        for name, line in sorted(self._delayed.items()):
            if not line.is_ahead_of(game):
                del self._delayed[name]
                _push(line, [member for member in table.members if member.seat is None])

    async def _running_match(self) -> Game | None:
        """Return the match that is played at the table; None if none is."""
        actor = self._table.actor
        return await actor.ensure() if actor is not None and self._table.is_playing() else None

    def _send(self, line: StoredLine, game: Game | None) -> None:
        """Send a chat line to those members who may read it now."""
        self._lines_sent += 1
        self._silent_until = 0.0
        members = list(self._table.members)
        if line.json["room"] == "watchers" and self._table.is_playing():
            members = [member for member in members if member.seat is None]
        elif line.is_ahead_of(game):
            self._delayed[line.json["id"]] = line
            members = [member for member in members if member.seat is not None]
        _push(line, members)


def _push(line: StoredLine, members: Iterable[Member]) -> None:
    """Send a chat line to the members who show chat and have not blocked its author.

    Free words are not sent to members who have turned the chat off.
    """
    frame = encode(ChatNews([line.json], False))
    for member in members:
        if not member.greeted or not member.shows_chat or member.player in line.blocked_by:
            continue
        if line.json["text"] and not member.reads_words:
            continue
        if line.only_for in (None, member.player):
            member.push_frame(frame)


def _deal_runs(game: Game | None) -> bool:
    """Return whether a deal is running, in which free text could tell a partner about cards."""
    if game is None or game.state.deal is None:
        return False
    return game.state.phase not in ("deal_over", "match_over")


def _store(chat: Chat, deal_runs: bool, seq: int, table: Table, player: Player) -> StoredLine:
    """Store a line of the table's chat and return it; the caller runs this in a database thread."""
    line = chat_service.say(
        table=table,
        player=player,
        client_id=chat.id,
        phrase=chat.phrase,
        text=chat.text,
        deal_runs=deal_runs,
        seq=seq,
    )
    return _with_blockers([line])[0]


def _read(line_id: int) -> StoredLine | None:
    """Return a chat line by its id, with who has blocked its author; None if it was deleted.

    The function blocks: the caller runs it in a database thread.
    """
    line = social.chat_line_by_id(line_id)
    return None if line is None else _with_blockers([line])[0]


def _with_blockers(lines: Sequence[ChatLine]) -> list[StoredLine]:
    blocked_by = social.blockers_of({line.player_id for line in lines})
    return [
        StoredLine(
            social.line_json(line),
            blocked_by[line.player_id],
            line.match,
            line.seq,
            line.player_id if line.hidden else None,
        )
        for line in lines
    ]


def _latest(
    table_id: str, viewer: int | None, *, seated: bool, playing: bool, words: bool
) -> tuple[list[StoredLine], bool]:
    """Return the latest chat lines that a viewer may read, and whether the chat is empty.

    Without `words` the viewer reads phrases and reactions alone.

    Runs in a database thread.
    """
    lines = social.chat_lines(table_id, viewer, seated=seated, playing=playing, words=words)
    return _with_blockers(lines), not lines and not social.has_spoken(table_id)
