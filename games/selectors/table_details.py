"""Reads of many tables together: who sits at them, and the points of their running matches."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from games.models import Deal, Table, TableSeat


class SeatRow(NamedTuple):
    """A seat of a table with its player; free if `player` is None."""

    seat: int
    player: int | None
    """Row id of the player."""
    name: str
    """Name of the player; empty if the seat is free."""
    bot: str
    """Level of a house bot; empty for others."""
    sat_at: datetime | None
    """Time at which the player sat down; None if that is unknown."""

    @property
    def is_person(self) -> bool:
        """Return True if a person or a program, not a house bot, sits here."""
        return self.player is not None and not self.bot


@dataclass(frozen=True, slots=True)
class TableDetails:
    """Seats of some tables, and points of the matches that are played there."""

    seats: Mapping[int, Sequence[SeatRow]]
    """Table (row id) -> its seats in their order."""
    points: Mapping[int, Sequence[Sequence[int]]]
    """Match (row id) -> game points of each side in each finished deal."""


def details_of(tables: Iterable[Table]) -> TableDetails:
    """Return the seats and points of these tables, always read in two queries."""
    matches_by_table = {table.pk: table.match_id for table in tables}
    matches = {match for match in matches_by_table.values() if match is not None}
    return TableDetails(_seats_at(matches_by_table), _points_in(matches))


def _seats_at(tables: Collection[int]) -> dict[int, list[SeatRow]]:
    """Return table (row id) -> its seats in their order, for each of these tables."""
    seats: dict[int, list[SeatRow]] = {table: [] for table in tables}
    rows = TableSeat.objects.filter(table__in=tables).order_by("table", "seat")
    for table, seat, player, name, bot, sat_at in rows.values_list(
        "table_id", "seat", "player_id", "player__name", "player__bot", "sat_at"
    ):
        seats[table].append(SeatRow(seat, player, name or "", bot or "", sat_at))
    return seats


def _points_in(matches: Collection[int]) -> dict[int, list[list[int]]]:
    """Return match (row id) -> for each finished deal, the game points of the sides."""
    points_by_match: dict[int, list[list[int]]] = {match: [] for match in matches}
    deals = Deal.objects.filter(match__in=matches)
    for match, points in deals.values_list("match_id", "game_points"):
        points_by_match[match].append(points)
    return points_by_match
