"""Players and teams."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.answers import players as answers
from games.answers import statistics
from games.api.core.base import Endpoint
from games.api.core.errors import MissingError
from games.api.core.params import ListQuery
from games.api.players import params
from games.common.keyset import LARGEST
from games.selectors import figures
from games.selectors.private_figures import is_private_team


def player_row(name: str) -> dict[str, Any]:
    """Return the player with that name, in any case, as a dict of column -> value.

    Raises:
        MissingError: there is no such player.
    """
    row = figures.find_player(name)
    if row is None:
        raise MissingError("player")
    return row


def figures_row(name: str) -> dict[str, Any]:
    """Return the player with that name, as `player_row` does, if their statistics are public.

    Raises:
        MissingError: there is no such player, or its figures are private.
    """
    row = player_row(name)
    if row["figures_private"]:
        raise MissingError("figures")
    return row


def team_row(team: int) -> answers.Team:
    """Return the team with that row id, as the API shows it.

    Raises:
        MissingError: there is no such team.
    """
    row = figures.team_detail(team) if team <= LARGEST else None
    if row is None:
        raise MissingError("team")
    return row


def team_figures_row(team: int) -> answers.Team:
    """Return the team with that row id, as the API shows it, if its statistics are public.

    Raises:
        MissingError: there is no such team, or a member keeps their figures private.
    """
    row = figures.team_detail(team, public=True) if team <= LARGEST else None
    if row is None:
        team_row(team)
        raise MissingError("figures")
    return row


class Players(Endpoint):
    """Endpoint: list of players."""

    operation, tag = "list_players", "players"
    query, answer = params.PlayersQuery, answers.PlayerPage

    def get(self, request: Request) -> Response:
        """List players by name."""
        return self.listing(figures.players, prefix=self.params.get("name"))


class Player(Endpoint):
    """Endpoint: one player."""

    operation, tag = "get_player", "players"
    query, answer, fails = params.PlayerQuery, statistics.WholePlayer, (404,)

    def get(self, request: Request, name: str) -> Response:
        """Return one player, with the parts that `include` asks for."""
        row, parts = player_row(name), self.parts()
        body: dict[str, Any] = {**figures.player_json(row)}
        if "stats" in parts:
            private = row["figures_private"]
            body["stats"] = [] if private else figures.player_stats(row["id"])
        if "teams" in parts:
            body["teams"] = [
                {"id": team["id"], "name": team["name"], "players": team["players"]}
                for team in figures.teams_of(row["id"])
            ]
        return Response(body)


class Teams(Endpoint):
    """Endpoint: list of teams."""

    operation, tag = "list_teams", "teams"
    query, answer = params.TeamsQuery, answers.TeamPage

    def get(self, request: Request) -> Response:
        """List the teams whose players finished a match as partners, the newest team first."""
        return self.listing(figures.teams, player=self.params.get("player"))


class Team(Endpoint):
    """Endpoint: one team."""

    operation, tag = "get_team", "teams"
    query, answer, fails = params.TeamQuery, statistics.WholeTeam, (404,)

    def get(self, request: Request, team: int) -> Response:
        """Return one team, with the parts that `include` asks for."""
        body: dict[str, Any] = {**team_row(team)}
        if "stats" in self.parts():
            body["stats"] = [] if is_private_team(team) else figures.team_stats(team)
        return Response(body)


class PlayerTeams(Endpoint):
    """Endpoint: list of a player's teams."""

    operation, tag = "list_player_teams", "players"
    query, answer, fails = ListQuery, answers.TeamPage, (404,)

    def get(self, request: Request, name: str) -> Response:
        """List the teams in which a player finished a match, the newest team first."""
        return self.listing(figures.teams, player=player_row(name)["name"])
