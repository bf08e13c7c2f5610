"""Calls of services for a member of a table: in a database thread, with errors as refusals."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from games.live.core.errors import Refused
from games.models import Player, Table
from games.services import tables

if TYPE_CHECKING:
    from games.live.core.db_threads import DbThreads

T = TypeVar("T")


async def call_service(
    db: DbThreads, table_id: str, player_id: int, service: Callable[[Table, Player], T]
) -> T:
    """Call a service function with a table (public id) and a player (row id); return its result.

    Raises:
        Refused: with a code, where the table is gone, or the service does not take it.
    """
    return await db.run(partial(_call, table_id, player_id, service))


def _call(table_id: str, player_id: int, service: Callable[[Table, Player], T]) -> T:
    """Call a service function in this database thread; raise Refused with its error's code."""
    table = tables.get_or_none(public_id=table_id)
    if table is None:
        raise Refused("no_such_table")
    player = Player.objects.get(pk=player_id)
    try:
        return service(table, player)
    except tables.TableError as error:
        raise Refused(error.code) from error
