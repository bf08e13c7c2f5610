"""Players, teams and leaderboards."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import answers, params
from games.api.base import Endpoint
from games.api.errors import MissingError
from games.selectors import figures
from games.selectors.matches import MatchFilter, match_page


def player_row(name: str) -> dict[str, Any]:
    """The player of that name; MissingError where there is none."""
    row = figures.find_player(name)
    if row is None:
        raise MissingError("player")
    return row


def team_row(team: int) -> dict[str, Any]:
    """The team of that id; MissingError where there is none."""
    row = figures.team_detail(team) if team <= params.LARGEST else None
    if row is None:
        raise MissingError("team")
    return row


class Players(Endpoint):
    """Players by name."""

    operation, tag = "list_players", "players"
    query, answer = params.PlayersQuery, answers.PlayerPageSerializer

    def get(self, request: Request) -> Response:
        """Players in the order of their names."""
        return self.listing(figures.players, prefix=self.params.get("name"))


class Player(Endpoint):
    """One player."""

    operation, tag = "get_player", "players"
    answer, fails = answers.PlayerSerializer, (404,)

    def get(self, request: Request, name: str) -> Response:
        """One player."""
        return Response(figures.player_json(player_row(name)))


class PlayerStats(Endpoint):
    """Figures of a player."""

    operation, tag = "get_player_stats", "players"
    answer, fails = answers.PlayerStatsSerializer, (404,)

    def get(self, request: Request, name: str) -> Response:
        """Figures and ratings of a player, one entry a kind of match and `all` first."""
        row = player_row(name)
        return Response({"player": row["name"], "pools": figures.player_stats(row["id"])})


class PlayerMatches(Endpoint):
    """Finished matches of a player."""

    operation, tag = "list_player_matches", "players"
    query, answer, fails = params.PlayerMatchesQuery, answers.MatchPageSerializer, (404,)

    def get(self, request: Request, name: str) -> Response:
        """Finished matches of a player, the newest first."""
        row = player_row(name)
        wanted = {k: v for k, v in self.params.items() if k not in ("cursor", "limit")}
        return self.listing(match_page, wanted=MatchFilter(player=row["name"], **wanted))


class Teams(Endpoint):
    """Partnerships."""

    operation, tag = "list_teams", "teams"
    query, answer = params.TeamsQuery, answers.TeamPageSerializer

    def get(self, request: Request) -> Response:
        """Those who finished a match as partners, the newest team first."""
        return self.listing(figures.teams, player=self.params.get("player"))


class Team(Endpoint):
    """One partnership."""

    operation, tag = "get_team", "teams"
    answer, fails = answers.TeamSerializer, (404,)

    def get(self, request: Request, team: int) -> Response:
        """One team."""
        return Response(team_row(team))


class TeamStats(Endpoint):
    """Figures of a partnership."""

    operation, tag = "get_team_stats", "teams"
    answer, fails = answers.TeamStatsSerializer, (404,)

    def get(self, request: Request, team: int) -> Response:
        """Figures of a team, one entry a kind of match and `all` first."""
        row = team_row(team)
        pools = figures.team_stats(team)
        return Response({"team": row["id"], "players": row["players"], "pools": pools})


class Leaderboards(Endpoint):
    """The leaderboards that there are."""

    operation, tag = "list_leaderboards", "leaderboards"
    answer = answers.PoolsSerializer

    def get(self, request: Request) -> Response:
        """One leaderboard a kind of match; bots among themselves have their own."""
        found = [
            {
                "pool": pool,
                "url": request.build_absolute_uri(reverse("api:leaderboard", args=[pool])),
            }
            for pool in figures.pools()
        ]
        return Response({"results": found})


class Leaderboard(Endpoint):
    """One leaderboard."""

    operation, tag = "get_leaderboard", "leaderboards"
    query, answer, fails = params.ListQuery, answers.LeaderPageSerializer, (404,)

    def get(self, request: Request, pool: str) -> Response:
        """Players with enough rated matches, the strongest first."""
        if pool not in figures.pools():
            raise MissingError("pool")
        return self.listing(figures.leaderboard, pool=pool)
