"""Reads of the teams as which a player may sit down."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from games.engine.seating import sides_for
from games.models import Player, Table
from games.selectors.held_seats import held_seats
from games.selectors.teams import own_teams, players_of


@dataclass(frozen=True, slots=True)
class TeamChoice:
    """A founded team of a player, offered where the player may sit down as one."""

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
    """Return the founded teams of a player, the latest first."""
    if player is None or player.user_id is None:
        return []
    own = own_teams(player)
    players = players_of(team.pk for team in own) if own else {}
    return [
        TeamChoice(
            team.pk, team.name, tuple(one.name for one in players[team.pk] if one.pk != player.pk)
        )
        for team in own
    ]


def teams_for_table(player: Player | None, table: Table) -> list[TeamChoice]:
    """Return the founded teams of a player for which a whole side of a waiting table is free."""
    found = team_choices(player)
    if not found:
        return []
    taken = set(table.seats.exclude(player=None).values_list("seat", flat=True))
    sizes = _free_sizes(table, taken | set(held_seats(table)))
    return [one for one in found if one.size in sizes]


def _free_sizes(table: Table, taken: Collection[int]) -> set[int]:
    """Return the numbers of players of the sides at which nobody sits."""
    sides = sides_for(table.players, table.ruleset.options["teams"])
    return {len(side) for side in sides if not set(side) & set(taken)}
