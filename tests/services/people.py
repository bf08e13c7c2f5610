"""Tables for the tests of services, and who sits at them."""

from __future__ import annotations

from games.models import Player, Table
from games.services.tables import TableOptions, open_table


def table_of(host: Player, players: int = 2, address: str = "", **more: object) -> Table:
    """A new table of a host."""
    chosen = TableOptions(preset="ludoteka", players=players, **more)
    return open_table(host=host, chosen=chosen, address=address)


def names(table: Table) -> list[str | None]:
    """Who sits where."""
    seats = table.seats.select_related("player").order_by("seat")
    return [seat.player.name if seat.player else None for seat in seats]


def levels(table: Table) -> list[str | None]:
    """The levels of the bots at a table; empty for people, None for empty seats."""
    seats = table.seats.select_related("player").order_by("seat")
    return [seat.player.bot if seat.player else None for seat in seats]
