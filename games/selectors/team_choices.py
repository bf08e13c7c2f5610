"""Reads of the teams as which a player may sit down."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from games.engine.seating import sides_for
from games.models import Player, Table, TeamPlayer
from games.selectors.held_seats import held_seats


@dataclass(frozen=True, slots=True)
class TeamChoice:
    """Founded team of a player, offered where the player may sit down as that team."""

    team: int
    name: str
    """Name of the team; "" where it has none."""
    partners: tuple[str, ...]
    """Names of the other players."""

    @property
    def size(self) -> int:
        """Return the number of the team's players."""
        return len(self.partners) + 1


def team_choices(player: Player | None) -> list[TeamChoice]:
    """Return the founded teams of a player, the latest first, with their partners, in one query."""
    if player is None or player.user_id is None:
        return []
    founded = TeamPlayer.objects.filter(
        team__players=player, team__founded_at__isnull=False, team__dissolved_at=None
    )
    members = founded.order_by("-team__founded_at", "-team_id", "player_id")
    rows = members.values_list("team_id", "team__name", "player_id", "player__name")
    return [
        TeamChoice(team, name, tuple(row[3] for row in rows_of_team if row[2] != player.pk))
        for (team, name), rows_of_team in groupby(rows, key=itemgetter(0, 1))
    ]


def teams_for_table(player: Player | None, table: Table) -> list[TeamChoice]:
    """Return the founded teams of a player for which a whole side of a waiting table is free."""
    choices = team_choices(player)
    if not choices:
        return []
    taken = set(table.seats.exclude(player=None).values_list("seat", flat=True))
    sizes = _free_sizes(table, taken | set(held_seats(table)))
    return [choice for choice in choices if choice.size in sizes]


def _free_sizes(table: Table, taken: Collection[int]) -> set[int]:
    """Return the sizes (numbers of seats) of a table's sides at which nobody sits."""
    sides = sides_for(table.players, table.ruleset.options["teams"])
    return {len(side) for side in sides if not set(side) & set(taken)}
