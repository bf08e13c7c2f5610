"""Commands of members at a table: each calls a service, in a database thread."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import asdict

from games.live.core.errors import Refused
from games.live.protocol.requests import Do
from games.live.table.service_calls import call_service
from games.services import absences, hosting, leaving, tables
from games.services.idempotency import once

if TYPE_CHECKING:
    from games.live.table.ports import Member
    from games.live.table.room import Room
    from games.models import Player, Table


class CommandContext(NamedTuple):
    """Circumstances of a member's command: absent seats, network address, match, time."""

    long_absent: frozenset[int]
    """The seats whose players have been without a connection for long."""
    address: str
    """The member's network address."""
    seq: int
    """The sequence number of the latest entry of the match; 0 where none runs."""
    played: bool
    """Whether the member has played a card in the match."""
    asked_played: bool
    """True if the player of the seat that the command names has played a card in the match."""
    asked_has_come: bool
    """True if that player has had a connection since the match began."""
    now: datetime


async def carry_out(room: Room, member: Member, do: Do) -> None:
    """Carry out a member's command, and send the changed table to everybody at it.

    Raises:
        Refused: with a code, where the member may not do it.
        NotWritten: where the next deal could not be stored.
    """
    table, runtime = room.table, room.runtime
    if member.player is None:
        raise Refused("forbidden")
    if do.cmd == "next":
        await _mark_ready(room, member.seat)
        return
    game, seat = table.game, member.seat
    context = CommandContext(
        long_absent=table.long_gone(),
        address=member.visitor.address,
        seq=game.seq if game is not None else 0,
        played=game is None or seat is None or game.has_played(seat),
        asked_played=game is None or do.seat is None or game.has_played(do.seat),
        asked_has_come=do.seat is None or table.has_come(do.seat),
        now=datetime.fromtimestamp(runtime.clock.now(), UTC),
    )
    command = partial(_carry_out_once, do, context)
    await call_service(runtime.db, table.table_id, member.player, command)
    await runtime.table_changed(table.table_id)


async def _mark_ready(room: Room, seat: int | None) -> None:
    """Mark a seat as ready for the next deal; begin that once all seats are. Raises Refused."""
    if seat is None:
        raise Refused("not_seated")
    game = await room.actor.ensure() if room.actor is not None else None
    if game is None:
        raise Refused("no_match")
    if game.state.phase != "deal_over":
        return  # it has begun already
    room.table.presence.ready.add(seat)
    room.presence_changed()
    await room.deal_if_ready()


def _carry_out_once(do: Do, context: CommandContext, table: Table, player: Player) -> None:
    """Carry out a command, unless its `id` was carried out before. Runs in a database thread."""
    once(
        player=player,
        client_id=do.id,
        asked={"table": table.public_id, **asdict(do)},
        work=partial(_carry_out, table, player, do, context),
    )


def _carry_out(table: Table, player: Player, do: Do, context: CommandContext) -> None:
    """Call the service that carries out a member's command."""
    if do.cmd == "rematch":
        tables.request_rematch(
            table=table,
            player=player,
            gone=context.long_absent,
            turn=bool(do.turn),
            address=context.address,
        )
    elif do.cmd == "sit":
        tables.sit(
            table=table,
            player=player,
            seat=do.seat,
            invite=do.invite,
            address=context.address,
        )
    elif do.cmd == "leave":
        leaving.leave_match(table=table, player=player, seq=context.seq, played=context.played)
    elif do.cmd == "vote":
        absences.cast_vote(
            table=table,
            player=player,
            seat=do.seat,
            choice=do.choice,
            seq=context.seq,
            played=context.asked_played,
            has_come=context.asked_has_come,
            now=context.now,
        )
    else:
        SERVICES[do.cmd](table, player, do)


SERVICES: Final[dict[str, Callable[[Table, Player, Do], object]]] = {
    "stand": lambda table, player, do: tables.stand(table=table, player=player),
    "agree": lambda table, player, do: tables.set_agreed(
        table=table, player=player, on=bool(do.on)
    ),
    "add_bot": lambda table, player, do: tables.add_bot(
        table=table, player=player, seat=do.seat, level=do.level or "rules"
    ),
    "remove_bot": lambda table, player, do: tables.remove_bot(
        table=table, player=player, seat=do.seat
    ),
    "start": lambda table, player, do: tables.begin(
        table=table, player=player, level=do.level or "rules"
    ),
    "take_back": lambda table, player, do: leaving.take_back(table=table, player=player),
    "kick": lambda table, player, do: hosting.kick(table=table, player=player, seat=do.seat),
    "ban": lambda table, player, do: hosting.ban(table=table, player=player, seat=do.seat),
    "unban": lambda table, player, do: hosting.unban(table=table, player=player, name=do.player),
    "hand_over": lambda table, player, do: hosting.hand_over(
        table=table, player=player, seat=do.seat
    ),
    "close": lambda table, player, do: tables.close_table(table=table, player=player),
}
"""Command -> service, of commands that need only the table, the player and their own fields."""
