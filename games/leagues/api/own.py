"""A key's league matches: the list, proposing and accepting times, check-in, claiming the win."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import count
from games.api.core.bodies import read_body
from games.api.core.errors import ConflictError, MissingError
from games.api.core.http_request import http_request
from games.api.core.keys import ByKeyEndpoint, by_key
from games.common.errors import LeagueError
from games.common.keyset import LARGEST
from games.leagues import answers as answers
from games.leagues.api.params import TimeAnswerBody, TimeBody
from games.leagues.models import LeagueFixture
from games.leagues.selectors import leagues as selected
from games.leagues.selectors.league_json import own_matches_json
from games.leagues.selectors.state import side_of
from games.leagues.services import presence, times
from games.leagues.wording.refusals import refusal_text


class RefusedLeagueError(ConflictError):
    """API error 409: a league refuses a request; the message is that of the league's page."""

    def __init__(self, error: LeagueError) -> None:
        super().__init__(error.code, refusal_text(error.code))


_keyed = partial(by_key, tag="leagues")


class OwnMatches(ByKeyEndpoint):
    """Endpoint: the league matches of the key's account."""

    methods = {"GET": _keyed("list_own_league_matches", answers.OwnLeagueMatches)}
    scopes: ClassVar[dict[str, str]] = {"GET": "read"}
    http_method_names = ["get", "head", "options"]

    def get(self, request: Request) -> HttpResponseBase:
        """List the account's league matches that are not decided yet, the next one first."""
        rows = selected.own_fixtures(self.player)
        return Response({"results": own_matches_json(rows, self.player)})


class OfOwnMatch(ByKeyEndpoint):
    """Base of endpoints about one league match of the key's account."""

    scopes: ClassVar[dict[str, str]] = {"POST": "play"}
    http_method_names = ["post", "options"]

    def own_fixture(self, fixture: int) -> LeagueFixture:
        """Return the league match with this row id, if the account plays in it.

        Raises:
            MissingError: there is no such match, or the account plays for neither side.
        """
        row = selected.fixture_or_none(fixture) if fixture <= LARGEST else None
        if row is None or side_of(row, self.player) is None:
            raise MissingError("match")
        return row

    def match_response(self, fixture: int) -> HttpResponseBase:
        """Return the HTTP response with the current league match (row id) as JSON."""
        row = selected.fixture_or_none(fixture)
        assert row is not None
        return Response(own_matches_json([row], self.player)[0])


class Times(OfOwnMatch):
    """Endpoint: propose a time for a league match of the key's account."""

    methods = {
        "POST": _keyed(
            "propose_league_time", answers.OwnLeagueMatch, 404, 409, 413, 415, body=TimeBody
        )
    }

    def post(self, request: Request, fixture: int) -> HttpResponseBase:
        """Propose a time for a league match; it is agreed if the other side has proposed the same.

        Raises:
            InvalidParameterError: the body is not what it should be.
            MissingError: the account plays no such match.
            RefusedLeagueError: the time does not fit.
        """
        at = read_body(request, TimeBody)["at"]
        count(http_request(request), "social")
        try:
            times.propose(fixture=self.own_fixture(fixture), player=self.player, at=at)
        except LeagueError as error:
            raise RefusedLeagueError(error) from error
        return self.match_response(fixture)


class TimeAnswer(OfOwnMatch):
    """Endpoint: answer a time that was proposed for a league match."""

    methods = {
        "POST": _keyed(
            "answer_league_time", answers.OwnLeagueMatch, 404, 409, 413, 415, body=TimeAnswerBody
        )
    }

    def post(self, request: Request, fixture: int, time: int) -> HttpResponseBase:
        """Accept a time that the other side proposed, or refuse it; refusing your own withdraws it.

        Raises:
            InvalidParameterError: the body is not what it should be.
            MissingError: the account plays no such match.
            RefusedLeagueError: it is no longer proposed, or too late.
        """
        agree = read_body(request, TimeAnswerBody)["agree"]
        answer = times.accept if agree else times.refuse
        try:
            answer(
                fixture=self.own_fixture(fixture), player=self.player, proposal=min(time, LARGEST)
            )
        except LeagueError as error:
            raise RefusedLeagueError(error) from error
        return self.match_response(fixture)


class Here(OfOwnMatch):
    """Endpoint: check in to a league match."""

    methods = {"POST": _keyed("be_at_league_match", answers.OwnLeagueMatch, 404, 409)}

    def post(self, request: Request, fixture: int) -> HttpResponseBase:
        """Check in to a league match, at most 15 minutes before its time; it begins once all have.

        Raises:
            MissingError: the account plays no such match.
            RefusedLeagueError: it is too early, or the match is over.
        """
        try:
            presence.be_here(fixture=self.own_fixture(fixture), player=self.player)
        except LeagueError as error:
            raise RefusedLeagueError(error) from error
        return self.match_response(fixture)


class Claim(OfOwnMatch):
    """Endpoint: claim the win of a league match."""

    methods = {"POST": _keyed("claim_league_win", answers.OwnLeagueMatch, 404, 409)}

    def post(self, request: Request, fixture: int) -> HttpResponseBase:
        """Claim the win for a side that alone has checked in, 20 minutes after the match's time.

        Raises:
            MissingError: the account plays no such match.
            RefusedLeagueError: it is too early, or one's own side is not there.
        """
        try:
            presence.claim(fixture=self.own_fixture(fixture), player=self.player)
        except LeagueError as error:
            raise RefusedLeagueError(error) from error
        return self.match_response(fixture)
