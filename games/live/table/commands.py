"""Commands of members at a table: each calls a service, in a database thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import asdict

from games.live.core.errors import Refused
from games.live.protocol.requests import Do
from games.live.table.service_calls import call_service
from games.services import tables
from games.services.idempotency import once

if TYPE_CHECKING:
    from games.live.table.ports import Member
    from games.models import Player, Table


async def carry_out(member: Member, do: Do) -> None:
    """Carry out a member's command, and send the changed table to everybody at it.

    Raises:
        Refused: with a code, where the member may not do it.
        NotWritten: where the next deal could not be stored.
    """
    room, runtime = member.room, member.runtime
    if member.player is None:
        raise Refused("forbidden")
    if do.cmd == "next":
        await _next(member)
        return
    gone, address = room.long_gone(), member.visitor.address
    await call_service(member, partial(_once, do, gone, address))
    await runtime.table_changed(room.table_id)


async def _next(member: Member) -> None:
    """Mark a seat as ready for the next deal, and begin that once all are; raise Refused."""
    room, seat = member.room, member.seat
    if seat is None:
        raise Refused("not_seated")
    game = await room.actor.ensure() if room.actor is not None else None
    if game is None:
        raise Refused("no_match")
    if game.state.phase != "deal_over":
        return  # it has begun already
    room.presence.ready.add(seat)
    room.presence_changed()
    await room.deal_if_ready()


def _once(do: Do, gone: frozenset[int], address: str, table: Table, player: Player) -> None:
    """Carry out a command unless one with its `id` was carried out. Runs in a database thread.

    `gone` are the seats that have been absent for long; `address` is the member's.
    """
    once(
        player=player,
        client_id=do.id,
        asked={"table": table.public_id, **asdict(do)},
        work=partial(_carry_out, table, player, do, gone, address),
    )


def _carry_out(table: Table, player: Player, do: Do, gone: frozenset[int], address: str) -> None:
    """Call the service of a command."""
    if do.cmd == "rematch":
        tables.request_rematch(
            table=table, player=player, gone=gone, turn=bool(do.turn), address=address
        )
    elif do.cmd == "sit":
        tables.sit(table=table, player=player, seat=do.seat, invite=do.invite, address=address)
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
    "take_back": lambda table, player, do: tables.take_back(table=table, player=player),
    "close": lambda table, player, do: tables.close_table(table=table, player=player),
}
"""Command -> service, of commands that need only the table, the player and their own fields."""
