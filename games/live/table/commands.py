"""Commands at a table: each calls the service that decides, in a database thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

from games.live.core.errors import Refused
from games.live.protocol.requests import Do

if TYPE_CHECKING:
    from games.live.table.ports import Member
    from games.models import Player, Table


async def carry_out(member: Member, do: Do) -> None:
    """Do what a member asks; raises Refused with a code. Everybody at the table is told."""
    room, runtime = member.room, member.runtime
    if member.player is None:
        raise Refused("forbidden")
    if do.cmd == "next":
        await _next(member)
        return
    table_id, player_id, gone = room.table_id, member.player, room.long_gone()
    address = member.visitor.address
    await runtime.db.run(partial(_serve, table_id, player_id, do, gone, address))
    await runtime.table_changed(table_id)


async def _next(member: Member) -> None:
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


def _serve(table_id: str, player_id: int, do: Do, gone: frozenset[int], address: str) -> None:
    """Runs in a database thread; at the seats `gone` nobody has been for long.

    `address` is where the member comes from.
    """
    from games.models import Player
    from games.services import tables
    from games.services.idempotency import once

    table = tables.get_or_none(public_id=table_id)
    if table is None:
        raise Refused("no_such_table")
    player = Player.objects.get(pk=player_id)
    try:
        once(
            player=player,
            client_id=do.id,
            asked={"table": table_id, **asdict(do)},
            work=partial(_carry_out, table, player, do, gone, address),
        )
    except tables.TableError as error:
        raise Refused(error.code) from error


def _carry_out(table: Table, player: Player, do: Do, gone: frozenset[int], address: str) -> None:
    from games.services import tables

    if do.cmd == "rematch":
        tables.request_rematch(
            table=table, player=player, gone=gone, turn=bool(do.turn), address=address
        )
    elif do.cmd == "sit":
        tables.sit(table=table, player=player, seat=do.seat, invite=do.invite, address=address)
    else:
        _COMMANDS[do.cmd](table, player, do)


def _stand(table: Table, player: Player, do: Do) -> None:
    from games.services import tables

    tables.stand(table=table, player=player)


def _agree(table: Table, player: Player, do: Do) -> None:
    from games.services import tables

    tables.set_agreed(table=table, player=player, on=bool(do.on))


def _add_bot(table: Table, player: Player, do: Do) -> None:
    from games.services import tables

    tables.add_bot(table=table, player=player, seat=do.seat, level=do.level or "rules")


def _remove_bot(table: Table, player: Player, do: Do) -> None:
    from games.services import tables

    tables.remove_bot(table=table, player=player, seat=do.seat)


def _start(table: Table, player: Player, do: Do) -> None:
    from games.services import tables

    tables.begin(table=table, player=player, level=do.level or "rules")


def _take_back(table: Table, player: Player, do: Do) -> None:
    from games.services import tables

    tables.take_back(table=table, player=player)


def _close(table: Table, player: Player, do: Do) -> None:
    from games.services import tables

    tables.close_table(table=table, player=player)


_COMMANDS: dict[str, Callable[[Table, Player, Do], None]] = {
    "stand": _stand,
    "agree": _agree,
    "add_bot": _add_bot,
    "remove_bot": _remove_bot,
    "start": _start,
    "take_back": _take_back,
    "close": _close,
}
