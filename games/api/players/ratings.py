"""Ratings, how they came to be, and leaderboards."""

from __future__ import annotations

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from brisca_site.replica_views import from_replica
from games.answers import ratings as answers
from games.api.core.base import Endpoint, require_pool
from games.api.core.params import ListQuery
from games.api.players.views import figures_row, team_row
from games.selectors import ratings
from games.selectors.figures import team_leaderboard
from games.selectors.team_ratings import team_rating_history


class PlayerRatings(Endpoint):
    """Ratings of a player."""

    operation, tag = "get_player_ratings", "players"
    answer, fails = answers.PlayerRatings, (404,)

    @from_replica
    def get(self, request: Request, name: str) -> Response:
        """The ratings of a player, one a kind of match."""
        row = figures_row(name)
        body: answers.PlayerRatings = {
            "player": row["name"],
            "results": ratings.player_ratings(row["id"]),
        }
        return Response(body)


class RatingHistory(Endpoint):
    """The history of a rating of a player."""

    operation, tag = "list_rating_history", "players"
    query, answer, fails = ListQuery, answers.RatingHistory, (404,)

    @from_replica
    def get(self, request: Request, name: str, pool: str) -> Response:
        """A rating of a player after each match that moved it, the newest first."""
        row = figures_row(name)
        require_pool(pool, ratings.pools())
        return self.listing(ratings.rating_history, player=row["id"], pool=pool)


class TeamRatingHistory(Endpoint):
    """The history of a rating of a team."""

    operation, tag = "list_team_rating_history", "teams"
    query, answer, fails = ListQuery, answers.RatingHistory, (404,)

    @from_replica
    def get(self, request: Request, team: int, pool: str) -> Response:
        """A rating of a team after each match that moved it, the newest first.

        Empty where one of its players keeps their figures private.
        """
        row = team_row(team)
        require_pool(pool, ratings.pools())
        return self.listing(team_rating_history, team=row["id"], pool=pool)


class Leaderboards(Endpoint):
    """The leaderboards that there are."""

    operation, tag = "list_leaderboards", "leaderboards"
    answer = answers.Pools

    def get(self, request: Request) -> Response:
        """One leaderboard a kind of match; bots among themselves have their own."""
        found: list[answers.Pool] = [
            {
                "pool": pool,
                "url": request.build_absolute_uri(reverse("api:leaderboard", args=[pool])),
            }
            for pool in ratings.pools()
        ]
        return Response({"results": found})


class Leaderboard(Endpoint):
    """One leaderboard."""

    operation, tag = "get_leaderboard", "leaderboards"
    query, answer, fails = ListQuery, answers.LeaderPage, (404,)

    @from_replica
    def get(self, request: Request, pool: str) -> Response:
        """Players with enough rated matches, the strongest first."""
        require_pool(pool, ratings.pools())
        return self.listing(ratings.leaderboard, pool=pool)


class TeamBoard(Endpoint):
    """One leaderboard of teams."""

    operation, tag = "get_team_leaderboard", "leaderboards"
    query, answer, fails = ListQuery, answers.TeamLeaderPage, (404,)

    @from_replica
    def get(self, request: Request, pool: str) -> Response:
        """Teams with enough rated matches, the strongest first; none where each plays alone."""
        require_pool(pool, ratings.pools())
        return self.listing(team_leaderboard, pool=pool)
