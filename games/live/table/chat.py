"""What is said at a table: written down by the service, told to whoever may hear it.

Apart from the path of moves: a line waits for the database as any page does, and no move waits for
a line. Who watches with a delay hears what players say when they are shown the moment of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from games.live.core.errors import Refused
from games.live.match_state.match_state import Game, Json
from games.live.protocol.messages import ChatNews, encode
from games.live.protocol.requests import Chat

if TYPE_CHECKING:
    from games.live.table.ports import Member
    from games.live.table.room import Room
    from games.models import ChatLine


class Heard(NamedTuple):
    """A line: what is told of it, to whom not, and how far which match was."""

    told: Json
    unwelcome: frozenset[int]
    """Who does not want to hear its author; player ids."""
    match: str
    """Public id; empty where none had begun."""
    seq: int

    def ahead_of(self, game: Game | None) -> bool:
        """Whether who watches this match late is not shown yet what it was said after."""
        rest = game.watched if game is not None else None
        if game is None or rest is None or self.told["room"] != "table":
            return False
        return self.match == game.info.public_id and self.seq > rest.seq


STILL = 30.0
"""Seconds for which a table where nobody has ever spoken is not asked about again: the message of the
first line may get lost."""


async def take(member: Member, chat: Chat) -> None:
    """Say something for a member; raises Refused with a code."""
    room, runtime = member.room, member.runtime
    if member.player is None:
        raise Refused("forbidden")
    game = await _running(room)
    runs, seq = _deal_runs(game), 0 if game is None else game.seq
    work = partial(_say, room.table_id, member.player, chat, deal_runs=runs, seq=seq)
    line = await runtime.db.run(work)
    _tell(room, line, await _running(room))
    runtime.pubsub.publish("chat", table=room.table_id, line=line.told["id"])


async def heard(room: Room, line_id: int) -> None:
    """Tell the members here what was said to those in another process."""
    line = await room.runtime.db.run(partial(_read, line_id))
    if line is not None:
        _tell(room, line, await _running(room))


async def show(member: Member) -> None:
    """Send a member what was said lately, if anything was."""
    room = member.room
    now = room.runtime.clock.now()
    if not member.hears or now < room.silent_until:
        return
    seated = member.seat is not None
    work = partial(_lately, room.table_id, member.player, seated=seated, playing=_playing(room))
    said = room.said
    lines, silent = await room.runtime.db.run(work)
    if silent and room.said == said:
        room.silent_until = now + STILL
    if not seated:
        game = await _running(room)
        room.unheard |= {line.told["id"]: line for line in lines if line.ahead_of(game)}
        lines = [line for line in lines if not line.ahead_of(game)]
    if lines:
        member.push(ChatNews([line.told for line in lines], True))


def catch_up(room: Room) -> None:
    """Tell who watches late what was said up to the moment that they are shown now."""
    if not room.unheard:
        return
    game = room.actor.game if room.actor is not None and _playing(room) else None
    if game is None and room.actor is not None and _playing(room) and not room.actor.over:
        return  # it is being loaded
    for name, line in sorted(room.unheard.items()):
        if not line.ahead_of(game):
            del room.unheard[name]
            _push(line, [one for one in room.members if one.seat is None])


async def _running(room: Room) -> Game | None:
    """The match that is played at a table; None where none is."""
    return await room.actor.ensure() if room.actor is not None and _playing(room) else None


def _deal_runs(game: Game | None) -> bool:
    """Whether cards are in hand, of which own words could tell a partner."""
    if game is None or game.state.deal is None:
        return False
    return game.state.phase not in ("deal_over", "match_over")


def _playing(room: Room) -> bool:
    table = room.tables.get(None)
    return bool(table and table["status"] == "playing")


def _tell(room: Room, line: Heard, game: Game | None) -> None:
    room.said += 1
    room.silent_until = 0.0
    members = list(room.members)
    if line.told["room"] == "watchers" and _playing(room):
        members = [member for member in members if member.seat is None]
    elif line.ahead_of(game):
        room.unheard[line.told["id"]] = line
        members = [member for member in members if member.seat is not None]
    _push(line, members)


def _push(line: Heard, members: Iterable[Member]) -> None:
    frame = encode(ChatNews([line.told], False))
    for member in members:
        if member.greeted and member.hears and member.player not in line.unwelcome:
            member.push_frame(frame)


def _say(table_id: str, player_id: int, chat: Chat, *, deal_runs: bool, seq: int) -> Heard:
    """Runs in a database thread."""
    from games.models import Player
    from games.services import tables
    from games.services.chat import say

    table = tables.get_or_none(public_id=table_id)
    if table is None:
        raise Refused("no_such_table")
    player = Player.objects.get(pk=player_id)
    try:
        line = say(
            table=table,
            player=player,
            client_id=chat.id,
            phrase=chat.phrase,
            text=chat.text,
            deal_runs=deal_runs,
            seq=seq,
        )
    except tables.TableError as error:
        raise Refused(error.code) from error
    return _heard([line])[0]


def _read(line_id: int) -> Heard | None:
    """Runs in a database thread."""
    from games.selectors.social import one_line

    line = one_line(line_id)
    return None if line is None else _heard([line])[0]


def _heard(lines: Sequence[ChatLine]) -> list[Heard]:
    from games.selectors.social import blockers_of, line_json

    unwelcome = blockers_of({line.player_id for line in lines})
    return [
        Heard(line_json(line), unwelcome[line.player_id], line.match, line.seq) for line in lines
    ]


def _lately(
    table_id: str, viewer: int | None, *, seated: bool, playing: bool
) -> tuple[list[Heard], bool]:
    """The lines, and whether nobody has said anything to anybody. Runs in a database thread."""
    from games.selectors.social import chat_lines, has_spoken

    lines = chat_lines(table_id, viewer, seated=seated, playing=playing)
    return _heard(lines), not lines and not has_spoken(table_id)
