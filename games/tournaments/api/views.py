"""Tournaments as everybody may read them: events, entrants, rounds, standings, deals, series."""

from __future__ import annotations

from django.utils.crypto import constant_time_compare
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.core.base import Endpoint
from games.api.core.errors import MissingError
from games.tournaments import answers as answers
from games.tournaments.api.params import StandingsQuery, TournamentQuery, TournamentsQuery
from games.tournaments.models import Tournament
from games.tournaments.models.tournaments import TournamentStatus
from games.tournaments.selectors import tournaments as selected
from games.tournaments.selectors.deals import deals_json
from games.tournaments.selectors.lists import tournaments_page
from games.tournaments.selectors.rounds import rounds_json
from games.tournaments.selectors.series import series_json, series_or_none
from games.tournaments.selectors.standings import standings_json, standings_page


class Tournaments(Endpoint):
    """Endpoint: list of public tournaments."""

    operation, tag = "list_tournaments", "tournaments"
    query, answer = TournamentsQuery, answers.TournamentPage

    def get(self, request: Request) -> Response:
        """List public tournaments that are announced, running or over, the latest start first."""
        return self.listing(tournaments_page, status=self.params.get("status"))


class OfTournament(Endpoint):
    """Base of endpoints about one tournament."""

    tag = "tournaments"
    query, fails = TournamentQuery, (404,)

    def found(self, public_id: str) -> Tournament:
        """Return the tournament with this public id; a private one only with its link's `invite`.

        Raises:
            MissingError: there is none, it is a draft, or it is private and `invite` is wrong.
        """
        tournament = selected.tournament_or_none(public_id)
        if tournament is None or tournament.status == TournamentStatus.DRAFT:
            raise MissingError("tournament")
        invite = self.params.get("invite", "")
        private = tournament.visibility == Tournament.Visibility.LINK
        if private and not constant_time_compare(invite, tournament.invite):
            raise MissingError("tournament")
        return tournament


class Event(OfTournament):
    """Endpoint: one tournament."""

    operation, answer = "get_tournament", answers.TournamentEvent

    def get(self, request: Request, tournament: str) -> Response:
        """Return a tournament: what is played, when, and how far it is."""
        return Response(selected.tournament_json(self.found(tournament)))


class Entrants(OfTournament):
    """Endpoint: the entrants of a tournament."""

    operation, answer = "list_tournament_entrants", answers.Entrants

    def get(self, request: Request, tournament: str) -> Response:
        """List who has entered, in the order of entering."""
        row = self.found(tournament)
        shown = selected.shows_results(row, None)
        return Response({"results": selected.entrants_json(row, results=shown)})


class Standings(OfTournament):
    """Endpoint: the ranking of a tournament's entrants."""

    operation, answer = "get_tournament_standings", answers.Standings
    query = StandingsQuery

    def get(self, request: Request, tournament: str) -> Response:
        """List the ranking after the rounds that are scored; of a daily event once it is over."""
        row = self.found(tournament)
        shown = selected.shows_results(row, None)
        page = self.listing(standings_page, tournament=row, results=shown)
        return Response({**standings_json(row, limit=0), **page.data})


class Rounds(OfTournament):
    """Endpoint: the rounds of a tournament."""

    operation, answer = "list_tournament_rounds", answers.Rounds

    def get(self, request: Request, tournament: str) -> Response:
        """Return pairs, results and matches of all rounds; scores once a round is over."""
        return Response({"results": rounds_json(self.found(tournament))})


class Round(OfTournament):
    """Endpoint: one round of a tournament."""

    operation, answer = "get_tournament_round", answers.Round

    def get(self, request: Request, tournament: str, round: int) -> Response:
        """Return pairs, results and matches of one round (from 1).

        Raises:
            MissingError: the tournament has no such round.
        """
        rows = rounds_json(self.found(tournament), round)
        if not rows:
            raise MissingError("round")
        return Response(rows[0])


class ComparedDeals(OfTournament):
    """Endpoint: the deals of a tournament, compared between tables."""

    operation, answer = "list_tournament_deals", answers.ComparedDeals

    def get(self, request: Request, tournament: str) -> Response:
        """List the deals of the rounds that are over, each as every table played it, with deck proofs."""
        return Response({"results": deals_json(self.found(tournament))})


class Series(Endpoint):
    """Endpoint: a series of tournaments."""

    operation, tag = "get_tournament_series", "tournaments"
    answer, fails = answers.Series, (404,)

    def get(self, request: Request, series: str) -> Response:
        """Return the public events of a series, and the common table of the players.

        Raises:
            MissingError: there is no such series with a public event.
        """
        row = series_or_none(series)
        body = series_json(row) if row else None
        if body is None or not body["events"]:
            raise MissingError("series")
        return Response(body)
