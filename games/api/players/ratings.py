"""Ratings, how they came to be, and leaderboards."""

from __future__ import annotations

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from brisca_site.base.site_address import site_address
from games.answers import ratings as answers
from games.api.core.base import Endpoint, require_pool
from games.api.core.params import ListQuery
from games.api.players.views import figures_row, team_row
from games.selectors import ratings
from games.selectors.figures import team_leaderboard
from games.selectors.team_ratings import team_rating_history


class PlayerRatings(Endpoint):
    """Endpoint: the ratings of a player."""

    operation, tag = "get_player_ratings", "players"
    answer, fails = answers.PlayerRatings, (404,)

    def get(self, request: Request, name: str) -> Response:
        """Return the ratings of a player, one for each kind of match."""
        row = figures_row(name)
        body: answers.PlayerRatings = {
            "player": row["name"],
            "results": ratings.player_ratings(row["id"]),
        }
        return Response(body)


class RatingHistory(Endpoint):
    """Endpoint: history of a player's rating in one kind of match."""

    operation, tag = "list_rating_history", "players"
    query, answer, fails = ListQuery, answers.RatingHistory, (404,)

    def get(self, request: Request, name: str, pool: str) -> Response:
        """List a player's rating after each match that changed it, the newest first."""
        row = figures_row(name)
        require_pool(pool, ratings.pools())
        return self.listing(ratings.rating_history, player=row["id"], pool=pool)


class TeamRatingHistory(Endpoint):
    """Endpoint: history of a team's rating in one kind of match."""

    operation, tag = "list_team_rating_history", "teams"
    query, answer, fails = ListQuery, answers.RatingHistory, (404,)

    def get(self, request: Request, team: int, pool: str) -> Response:
        """List a team's rating after each match that changed it, the newest first.

        It is empty if one of the team's players keeps their figures private.
        """
        row = team_row(team)
        require_pool(pool, ratings.pools())
        return self.listing(team_rating_history, team=row["id"], pool=pool)


class Leaderboards(Endpoint):
    """Endpoint: list of the leaderboards."""

    operation, tag = "list_leaderboards", "leaderboards"
    answer = answers.Pools

    def get(self, request: Request) -> Response:
        """List the leaderboards, one for each kind of match, and for bots among themselves."""
        pools: list[answers.Pool] = [
            {
                "pool": pool,
                "url": site_address(request, reverse("api:leaderboard", args=[pool])),
            }
            for pool in ratings.pools()
        ]
        return Response({"results": pools})


class Leaderboard(Endpoint):
    """Endpoint: leaderboard of players for one kind of match."""

    operation, tag = "get_leaderboard", "leaderboards"
    query, answer, fails = ListQuery, answers.LeaderPage, (404,)

    def get(self, request: Request, pool: str) -> Response:
        """List players with enough rated matches, the strongest first."""
        require_pool(pool, ratings.pools())
        return self.listing(ratings.leaderboard, pool=pool)


class TeamBoard(Endpoint):
    """Endpoint: leaderboard of teams for one kind of match."""

    operation, tag = "get_team_leaderboard", "leaderboards"
    query, answer, fails = ListQuery, answers.TeamLeaderPage, (404,)

    def get(self, request: Request, pool: str) -> Response:
        """List teams with enough rated matches, the strongest first; none if each plays alone."""
        require_pool(pool, ratings.pools())
        return self.listing(team_leaderboard, pool=pool)
