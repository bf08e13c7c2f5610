"""Figures: of players, of teams, of rivals, of rulesets and of everybody."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from games.answers import statistics as answers
from games.api.core.base import Endpoint, require_pool
from games.api.core.errors import MissingError
from games.api.core.params import ListQuery
from games.api.players.views import figures_row, team_figures_row
from games.api.rules.views import ruleset_row
from games.api.statistics.params import MonthsQuery, PoolQuery, SiteQuery
from games.selectors import figures, statistics
from games.stats.figures import ALL


class PlayerStats(Endpoint):
    """Endpoint: statistics of a player."""

    operation, tag = "get_player_stats", "players"
    answer, fails = answers.PlayerStats, (404,)

    def get(self, request: Request, name: str) -> Response:
        """Return a player's statistics and ratings by kind of match, `all` kinds together first."""
        row = figures_row(name)
        return Response({"player": row["name"], "pools": figures.player_stats(row["id"])})


class PlayerMonths(Endpoint):
    """Endpoint: statistics of a player by month."""

    operation, tag = "list_player_months", "players"
    query, answer, fails = MonthsQuery, answers.MonthPage, (404,)

    def get(self, request: Request, name: str) -> Response:
        """List the statistics of a player month by month, the newest first."""
        row = figures_row(name)
        pool = self.params.get("pool", ALL)
        return self.listing(statistics.player_months, player=row["id"], pool=pool)


class PlayerDays(Endpoint):
    """Endpoint: activity of a player by day."""

    operation, tag = "list_player_days", "players"
    query, answer, fails = ListQuery, answers.PlayerDayPage, (404,)

    def get(self, request: Request, name: str) -> Response:
        """List the days on which a player ended a match, the newest first."""
        return self.listing(statistics.player_days, player=figures_row(name)["id"])


class Openings(Endpoint):
    """Endpoint: results of a player's deals by the first card led."""

    operation, tag = "list_player_openings", "players"
    query, answer, fails = PoolQuery, answers.Openings, (404,)

    def get(self, request: Request, name: str) -> Response:
        """Return the number of deals that a player opened and won, by the first card led."""
        row = figures_row(name)
        pool = self.params.get("pool", ALL)
        openings = statistics.player_openings(player=row["id"], pool=pool)
        return Response({"player": row["name"], "pool": pool, "results": openings})


class Rivals(Endpoint):
    """Endpoint: list of a player's rivals."""

    operation, tag = "list_rivals", "players"
    query, answer, fails = ListQuery, answers.RivalPage, (404,)

    def get(self, request: Request, name: str) -> Response:
        """List everybody a player has played against, those first who came first to the site."""
        return self.listing(statistics.rivals, player=figures_row(name)["id"])


class HeadToHead(Endpoint):
    """Endpoint: results of two players against each other."""

    operation, tag = "get_head_to_head", "players"
    answer, fails = answers.HeadToHead, (404,)

    def get(self, request: Request, name: str, rival: str) -> Response:
        """Return the results of two players against each other, by kind of match, `all` first."""
        player, opponent = figures_row(name), figures_row(rival)
        pools = statistics.head_to_head(player["id"], opponent["id"])
        return Response({"player": player["name"], "rival": opponent["name"], "pools": pools})


class Partners(Endpoint):
    """Endpoint: the teams that a player plays in most."""

    operation, tag = "list_partners", "players"
    answer, fails = answers.Partners, (404,)

    def get(self, request: Request, name: str) -> Response:
        """Return the hundred teams that a player played most in, with their statistics."""
        row = figures_row(name)
        teams = figures.teams_of(row["id"], limit=100)
        return Response({"player": row["name"], "results": teams})


class TeamStats(Endpoint):
    """Endpoint: statistics of a team."""

    operation, tag = "get_team_stats", "teams"
    answer, fails = answers.TeamStats, (404,)

    def get(self, request: Request, team: int) -> Response:
        """Return a team's statistics and ratings by kind of match, `all` kinds together first."""
        row = team_figures_row(team)
        pools = figures.team_stats(team)
        return Response({"team": row["id"], "players": row["players"], "pools": pools})


class TeamMonths(Endpoint):
    """Endpoint: statistics of a team by month."""

    operation, tag = "list_team_months", "teams"
    query, answer, fails = MonthsQuery, answers.MonthPage, (404,)

    def get(self, request: Request, team: int) -> Response:
        """List the statistics of a team month by month, the newest first."""
        row = team_figures_row(team)
        pool = self.params.get("pool", ALL)
        return self.listing(statistics.team_months, team=row["id"], pool=pool)


class RulesetStats(Endpoint):
    """Endpoint: statistics of the matches played by a ruleset."""

    operation, tag = "get_ruleset_stats", "rules"
    answer, fails = answers.RulesetStats, (404,)

    def get(self, request: Request, hash: str) -> Response:
        """Return statistics of the matches played by a ruleset, an entry for each kind of match."""
        row = ruleset_row(hash)
        pools = statistics.ruleset_figures(row.pk)
        return Response({"rules_hash": row.hash, "pools": pools})


class RulesetMonths(Endpoint):
    """Endpoint: statistics of the matches played by a ruleset, by month."""

    operation, tag = "list_ruleset_months", "rules"
    query, answer, fails = ListQuery, answers.MonthGamePage, (404,)

    def get(self, request: Request, hash: str) -> Response:
        """List statistics of the matches played by a ruleset month by month, the newest first."""
        return self.listing(statistics.ruleset_months, ruleset=ruleset_row(hash).pk)


class SiteStats(Endpoint):
    """Endpoint: statistics of all matches of the site."""

    operation, tag = "get_site_stats", "statistics"
    answer = answers.SiteStats

    def get(self, request: Request) -> Response:
        """Return statistics of all matches by kind of match, `all` kinds together first."""
        return Response({"results": statistics.pool_figures()})


class SiteDays(Endpoint):
    """Endpoint: activity on the site by day."""

    operation, tag = "list_site_days", "statistics"
    query, answer = SiteQuery, answers.DayPage

    def get(self, request: Request) -> Response:
        """List how many matches, deals, cards and people each day had, the newest first."""
        return self.listing(statistics.site_days, pool=self.params.get("pool", ALL))


class PoolStats(Endpoint):
    """Endpoint: statistics of one kind of match, called a pool."""

    operation, tag = "get_pool_stats", "statistics"
    answer, fails = answers.PoolStats, (404,)

    def get(self, request: Request, pool: str) -> Response:
        """Return statistics of one kind of match, also by the card led, by seat and by trumps held.

        Raises:
            MissingError: there is no such kind of match.
        """
        require_pool(pool, statistics.site_pools())
        pool_figures = statistics.one_pool(pool)
        if pool_figures is None:
            raise MissingError("pool")
        return Response(pool_figures)


class PoolMonths(Endpoint):
    """Endpoint: statistics of one kind of match by month."""

    operation, tag = "list_pool_months", "statistics"
    query, answer, fails = ListQuery, answers.MonthGamePage, (404,)

    def get(self, request: Request, pool: str) -> Response:
        """List the statistics of one kind of match month by month, the newest first."""
        require_pool(pool, statistics.site_pools())
        return self.listing(statistics.pool_months, pool=pool)
