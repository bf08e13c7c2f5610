"""Leagues as everybody may read them: seasons, tables and matches."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.core.base import Endpoint
from games.api.core.errors import MissingError
from games.common.keyset import LARGEST
from games.leagues import answers as answers
from games.leagues.api.params import LeagueMatchesQuery, LeaguesQuery
from games.leagues.models import League, LeagueSeason
from games.leagues.selectors import leagues as selected
from games.leagues.selectors.league_json import detail_json, matches_json, tables_json


class Leagues(Endpoint):
    """Endpoint: list of leagues."""

    operation, tag = "list_leagues", "leagues"
    query, answer = LeaguesQuery, answers.LeaguePage

    def get(self, request: Request) -> Response:
        """List all leagues, the newest first."""
        return self.listing(selected.leagues_page)


class OfLeague(Endpoint):
    """Base of endpoints about one league."""

    tag = "leagues"
    fails = (404,)

    def league_row(self, public_id: str) -> League:
        """Return the row of the league with this public id.

        Raises:
            MissingError: there is no such league.
        """
        league = selected.league_or_none(public_id)
        if league is None:
            raise MissingError("league")
        return league

    def season_row(self, public_id: str, number: int) -> LeagueSeason:
        """Return the row of a season, by the league's public id and its number (from 1).

        Raises:
            MissingError: there is no such league or season.
        """
        season = selected.shown_season(self.league_row(public_id), number)
        if season is None:
            raise MissingError("season")
        return season


class OneLeague(OfLeague):
    """Endpoint: one league."""

    operation, answer = "get_league", answers.League

    def get(self, request: Request, league: str) -> Response:
        """Return a league: what is played, when, and how far its latest season is."""
        return Response(selected.league_json(self.league_row(league)))


class Seasons(OfLeague):
    """Endpoint: the seasons of a league."""

    operation, answer = "list_league_seasons", answers.LeagueSeasons

    def get(self, request: Request, league: str) -> Response:
        """List the seasons of a league, the latest first."""
        return Response({"results": selected.seasons_json(self.league_row(league))})


class Tables(OfLeague):
    """Endpoint: the rankings of all divisions in a season of a league."""

    operation, answer = "get_league_tables", answers.LeagueTables

    def get(self, request: Request, league: str, season: int) -> Response:
        """Return the rankings of all divisions of a season, computed from its results."""
        return Response(tables_json(self.season_row(league, season)))


class Matches(OfLeague):
    """Endpoint: the matches of a season."""

    operation, answer = "list_league_matches", answers.LeagueMatches
    query = LeagueMatchesQuery

    def get(self, request: Request, league: str, season: int) -> Response:
        """List the matches of a season with their times and results."""
        season_row = self.season_row(league, season)
        rows = selected.fixtures_of(
            season_row, division=self.params.get("division"), number=self.params.get("round")
        )
        return Response({"results": matches_json(rows)})


class Match(OfLeague):
    """Endpoint: one match of a league."""

    operation, answer = "get_league_match", answers.LeagueMatchDetail

    def get(self, request: Request, league: str, fixture: int) -> Response:
        """Return a league match with the times proposed for it, and the log of what was decided.

        Raises:
            MissingError: the league has no such match.
        """
        league_row = self.league_row(league)
        row = selected.fixture_or_none(fixture, league_row) if fixture <= LARGEST else None
        if row is None:
            raise MissingError("match")
        return Response(detail_json(row))
