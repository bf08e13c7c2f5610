"""A key's clubs: the list, entering, answering invitations, and leaving."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from django.http import HttpResponseBase
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import count
from games.api.core.bodies import read_body
from games.api.core.errors import ConflictError
from games.api.core.http_request import http_request
from games.api.core.keys import ByKeyEndpoint, by_key
from games.clubs import answers as answers
from games.clubs.api.params import ClubInvitationBody, JoinBody
from games.clubs.api.views import club_row
from games.clubs.models.clubs import ClubEntry
from games.clubs.selectors.club_json import own_clubs_json
from games.clubs.services import inviting, joining, leaving
from games.clubs.wording.refusals import refusal_text
from games.common.errors import ClubError


class RefusedClubError(ConflictError):
    """API error 409: a club refuses a request; the message is that of the club's page."""

    def __init__(self, error: ClubError) -> None:
        super().__init__(error.code, refusal_text(error.code))


_keyed = partial(by_key, tag="clubs")


class OwnClubs(ByKeyEndpoint):
    """Endpoint: the clubs of the key's account."""

    methods = {"GET": _keyed("list_own_clubs", answers.OwnClubs)}
    scopes: ClassVar[dict[str, str]] = {"GET": "read"}
    http_method_names = ["get", "head", "options"]

    def get(self, request: Request) -> HttpResponseBase:
        """Return the account's clubs, and those that it asked to enter or that invite it."""
        return Response(own_clubs_json(self.player))


class ClubMembership(ByKeyEndpoint):
    """Endpoint: enter a club or leave it, for the key's account."""

    methods = {
        "POST": _keyed("enter_club", answers.OwnClubs, 404, 409, 413, 415, body=JoinBody),
        "DELETE": _keyed("leave_club", None, 404, 409, status=204),
    }
    scopes: ClassVar[dict[str, str]] = {"POST": "play", "DELETE": "play"}
    http_method_names = ["post", "delete", "options"]

    def post(self, request: Request, club: str) -> HttpResponseBase:
        """Enter an open club, or ask to be let in; return the account's clubs.

        Raises:
            InvalidParameterError: the body is not what it should be.
            MissingError: there is no such club.
            RefusedClubError: the account cannot enter it.
        """
        message = read_body(request, JoinBody)["message"]
        row = club_row(club)
        count(http_request(request), "social")
        try:
            if row.entry == ClubEntry.OPEN:
                joining.join_club(club=row, player=self.player)
            else:
                joining.ask_to_join(club=row, player=self.player, message=message)
        except ClubError as error:
            raise RefusedClubError(error) from error
        return Response(own_clubs_json(self.player))

    def delete(self, request: Request, club: str) -> HttpResponseBase:
        """Leave a club.

        Raises:
            MissingError: there is no such club.
            RefusedClubError: the account is no member, or owns it.
        """
        try:
            leaving.leave_club(club=club_row(club), player=self.player)
        except ClubError as error:
            raise RefusedClubError(error) from error
        return Response(status=status.HTTP_204_NO_CONTENT)


class ClubInvitationAnswer(ByKeyEndpoint):
    """Endpoint: answer a club's invitation to the key's account."""

    methods = {
        "POST": _keyed(
            "answer_club_invitation", answers.OwnClubs, 404, 409, 413, 415, body=ClubInvitationBody
        )
    }
    scopes: ClassVar[dict[str, str]] = {"POST": "play"}
    http_method_names = ["post", "options"]

    def post(self, request: Request, club: str) -> HttpResponseBase:
        """Accept a club's invitation, or refuse it; return the account's clubs.

        Raises:
            InvalidParameterError: the body is not what it should be.
            MissingError: there is no such club.
            RefusedClubError: nobody has invited the account, or it cannot enter.
        """
        agree = read_body(request, ClubInvitationBody)["agree"]
        try:
            inviting.answer_invitation(club=club_row(club), player=self.player, agree=agree)
        except ClubError as error:
            raise RefusedClubError(error) from error
        return Response(own_clubs_json(self.player))
