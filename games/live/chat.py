"""What is said at a table: written down by the service, told to whoever may hear it.

Apart from the path of moves: a line waits for the database as any page does, and no move waits for
a line.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from games.live.game import Json
from games.live.protocol import Chat, ChatNews, encode
from games.live.refused import Refused

if TYPE_CHECKING:
    from games.live.consumers import TableConsumer
    from games.live.rooms import Room

Heard = tuple[Json, frozenset[int]]
"""What is told of a line, and who does not want to hear its author (player ids)."""
STILL = 30.0
"""Seconds for which a table where nobody has ever spoken is not asked about again: the bell of the
first line may get lost."""


async def take(member: TableConsumer, chat: Chat) -> None:
    """Say something for a member; raises Refused with a code."""
    room, runtime = member.room, member.runtime
    if member.player is None:
        raise Refused("forbidden")
    work = partial(_say, room.table_id, member.player, chat, await deal_runs(room))
    line = await runtime.desk.run(work)
    _tell(room, line)
    runtime.bell.ring("chat", table=room.table_id, line=line[0]["id"])


async def heard(room: Room, line_id: int) -> None:
    """Tell the members here what was said to those in another process."""
    line = await room.runtime.desk.run(partial(_read, line_id))
    if line is not None:
        _tell(room, line)


async def show(member: TableConsumer) -> None:
    """Send a member what was said lately, if anything was."""
    room = member.room
    now = room.runtime.clock.now()
    if now < room.silent_until:
        return
    seated = member.seat is not None
    work = partial(_lately, room.table_id, member.player, seated=seated, playing=_playing(room))
    said = room.said
    lines, silent = await room.runtime.desk.run(work)
    if silent and room.said == said:
        room.silent_until = now + STILL
    if lines:
        member.push(ChatNews(lines, True))


async def deal_runs(room: Room) -> bool:
    """Whether cards are in hand, of which own words could tell a partner."""
    game = await room.actor.ensure() if room.actor is not None else None
    if game is None or game.state.deal is None:
        return False
    return game.state.phase not in ("deal_over", "match_over")


def _playing(room: Room) -> bool:
    table = room.tables.get(None)
    return bool(table and table["status"] == "playing")


def _tell(room: Room, line: Heard) -> None:
    told, unwelcome = line
    room.said += 1
    room.silent_until = 0.0
    frame = encode(ChatNews([told], False))
    whispered = told["room"] == "watchers" and _playing(room)
    for member in tuple(room.members):
        if not member.greeted or member.player in unwelcome:
            continue
        if not (whispered and member.seat is not None):
            member.push_frame(frame)


def _say(table_id: str, player_id: int, chat: Chat, runs: bool) -> Heard:
    """Runs in a database thread."""
    from games.models import Player
    from games.selectors.social import blockers_of, line_json
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
            deal_runs=runs,
        )
    except tables.TableError as error:
        raise Refused(error.code) from error
    return line_json(line), blockers_of(player_id)


def _read(line_id: int) -> Heard | None:
    """Runs in a database thread."""
    from games.selectors.social import blockers_of, line_json, one_line

    line = one_line(line_id)
    return None if line is None else (line_json(line), blockers_of(line.player_id))


def _lately(
    table_id: str, viewer: int | None, *, seated: bool, playing: bool
) -> tuple[list[Json], bool]:
    """The lines, and whether nobody has said anything to anybody. Runs in a database thread."""
    from games.selectors.social import chat_lines, has_spoken

    lines = chat_lines(table_id, viewer, seated=seated, playing=playing)
    return lines, not lines and not has_spoken(table_id)
