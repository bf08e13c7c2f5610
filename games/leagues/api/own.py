"""Matches of leagues by key: one's own, proposing and accepting times, being there, claiming the win."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponseBase
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import count
from games.answers import leagues as answers
from games.api.core.bodies import read_body
from games.api.core.errors import ApiError, MissingError
from games.api.core.keys import ByKeyEndpoint
from games.api.core.schema import OperationDocs
from games.api.leagues.params import TimeAnswerBody, TimeBody
from games.models import LeagueFixture
from games.rules_text.league_refusals import refusal_text
from games.selectors import leagues as selected
from games.selectors.keyset import LARGEST
from games.selectors.league_json import own_matches_json
from games.selectors.league_state import side_of
from games.services.errors import LeagueError
from games.services.leagues import presence, times


class RefusedLeagueError(ApiError):
    """API error 409: a step in a league is refused; the message is that of the league's page."""

    status_code = status.HTTP_409_CONFLICT

    def __init__(self, error: LeagueError) -> None:
        super().__init__(refusal_text(error.code))
        self.code = error.code


def _keyed(operation: str, answer: Any, *fails: int, **more: Any) -> OperationDocs:
    """Return the document's description of a method that needs a key."""
    return OperationDocs(operation, "leagues", answer, fails=(401, 403, *fails), keyed=True, **more)


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

    def found(self, fixture: int) -> LeagueFixture:
        """Return the league match with this row id, which the account plays.

        Raises:
            MissingError: there is no such match, or the account plays for neither side.
        """
        row = selected.fixture_or_none(fixture) if fixture <= LARGEST else None
        if row is None or side_of(row, self.player) is None:
            raise MissingError("match")
        return row

    def told(self, fixture: int) -> HttpResponseBase:
        """Return the response that describes the league match with this row id as it is now."""
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
        count(request._request, "social")
        try:
            times.propose(fixture=self.found(fixture), player=self.player, at=at)
        except LeagueError as error:
            raise RefusedLeagueError(error) from error
        return self.told(fixture)


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
            answer(fixture=self.found(fixture), player=self.player, proposal=min(time, LARGEST))
        except LeagueError as error:
            raise RefusedLeagueError(error) from error
        return self.told(fixture)


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
            presence.be_here(fixture=self.found(fixture), player=self.player)
        except LeagueError as error:
            raise RefusedLeagueError(error) from error
        return self.told(fixture)


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
            presence.claim(fixture=self.found(fixture), player=self.player)
        except LeagueError as error:
            raise RefusedLeagueError(error) from error
        return self.told(fixture)
