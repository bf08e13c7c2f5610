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
    """A refusal of a step in a league, with the words of its page."""

    status_code = status.HTTP_409_CONFLICT

    def __init__(self, error: LeagueError) -> None:
        super().__init__(refusal_text(error.code))
        self.code = error.code


def _keyed(operation: str, answer: Any, *fails: int, **more: Any) -> OperationDocs:
    """Return the document's description of a method that needs a key."""
    return OperationDocs(operation, "leagues", answer, fails=(401, 403, *fails), keyed=True, **more)


class OwnMatches(ByKeyEndpoint):
    """The matches of the key's account."""

    methods = {"GET": _keyed("list_own_league_matches", answers.OwnLeagueMatches)}
    scopes: ClassVar[dict[str, str]] = {"GET": "read"}
    http_method_names = ["get", "head", "options"]

    def get(self, request: Request) -> HttpResponseBase:
        """The matches of leagues of the account that are not decided, the next one first."""
        rows = selected.own_fixtures(self.player)
        return Response({"results": own_matches_json(rows, self.player)})


class OfOwnMatch(ByKeyEndpoint):
    """An address below one match of the key's account."""

    scopes: ClassVar[dict[str, str]] = {"POST": "play"}
    http_method_names = ["post", "options"]

    def found(self, fixture: int) -> LeagueFixture:
        """Return a match that the account plays.

        Raises:
            MissingError: there is none, or the account plays for neither side.
        """
        row = selected.fixture_or_none(fixture) if fixture <= LARGEST else None
        if row is None or side_of(row, self.player) is None:
            raise MissingError("match")
        return row

    def told(self, fixture: int) -> HttpResponseBase:
        """Return a match as it is after a step."""
        row = selected.fixture_or_none(fixture)
        assert row is not None
        return Response(own_matches_json([row], self.player)[0])


class Times(OfOwnMatch):
    """The times of a match."""

    methods = {
        "POST": _keyed(
            "propose_league_time", answers.OwnLeagueMatch, 404, 409, 413, 415, body=TimeBody
        )
    }

    def post(self, request: Request, fixture: int) -> HttpResponseBase:
        """Propose a time for a match; where the other side has proposed the same, it is agreed.

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
    """The answer to a time that is proposed."""

    methods = {
        "POST": _keyed(
            "answer_league_time", answers.OwnLeagueMatch, 404, 409, 413, 415, body=TimeAnswerBody
        )
    }

    def post(self, request: Request, fixture: int, time: int) -> HttpResponseBase:
        """Accept a time of the other side, or refuse it; one's own is taken back by refusing.

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
    """Being there for a match."""

    methods = {"POST": _keyed("be_at_league_match", answers.OwnLeagueMatch, 404, 409)}

    def post(self, request: Request, fixture: int) -> HttpResponseBase:
        """Say that one is there, from a quarter of an hour before the time; it begins once all are.

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
    """The claim to the win of a match."""

    methods = {"POST": _keyed("claim_league_win", answers.OwnLeagueMatch, 404, 409)}

    def post(self, request: Request, fixture: int) -> HttpResponseBase:
        """Claim the win for a side that is there alone, 20 minutes after the time.

        Raises:
            MissingError: the account plays no such match.
            RefusedLeagueError: it is too early, or one's own side is not there.
        """
        try:
            presence.claim(fixture=self.found(fixture), player=self.player)
        except LeagueError as error:
            raise RefusedLeagueError(error) from error
        return self.told(fixture)
