"""Clubs: all of them, one, its members, and the ranking of its season."""

from __future__ import annotations

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.core.base import Endpoint
from games.api.core.errors import MissingError
from games.api.core.params import ListQuery
from games.clubs import answers as answers
from games.clubs.api import params
from games.clubs.models import Club as ClubRow
from games.clubs.rules.seasons import season_at
from games.clubs.selectors import club_json
from games.clubs.selectors.lists import club_or_none


def club_row(handle: str) -> ClubRow:
    """Return the row of the club with this handle, the short name in its URL.

    Raises:
        MissingError: no club has this handle.
    """
    row = club_or_none(handle)
    if row is None:
        raise MissingError("club")
    return row


def open_club_row(handle: str) -> ClubRow:
    """Return the row of the club with this handle, if everybody may see its members.

    Raises:
        MissingError: no club has this handle, or it hides its members.
    """
    row = club_row(handle)
    if not row.members_visible:
        raise MissingError("members")
    return row


class Clubs(Endpoint):
    """Endpoint: list and search of clubs."""

    operation, tag = "list_clubs", "clubs"
    query, answer = params.ClubsQuery, answers.ClubPage

    def get(self, request: Request) -> Response:
        """List clubs, the largest first; with `q` those that match, in the order of the match."""
        query, entry = self.params.get("q", ""), self.params.get("entry", "")
        return self.listing(club_json.clubs_json, query=query, entry=entry)


class Club(Endpoint):
    """Endpoint: one club."""

    operation, tag = "get_club", "clubs"
    answer, fails = answers.Club, (404,)

    def get(self, request: Request, club: str) -> Response:
        """Return one club."""
        return Response(club_json.club_json(club_row(club)))


class ClubMembers(Endpoint):
    """Endpoint: members of a club."""

    operation, tag = "list_club_members", "clubs"
    query, answer, fails = ListQuery, answers.ClubMemberPage, (404,)

    def get(self, request: Request, club: str) -> Response:
        """List a club's members, if it shows them; those with an office first, beyond `limit`."""
        return self.listing(club_json.members_json, club=open_club_row(club))


class ClubSeason(Endpoint):
    """Endpoint: ranking of a club's members by points in one season, a quarter of a year."""

    operation, tag = "list_club_season", "clubs"
    query, answer, fails = params.SeasonQuery, answers.SeasonPage, (404,)

    def get(self, request: Request, club: str) -> Response:
        """List a club's members by points in a season (a quarter of a year), if it shows them."""
        season = self.params.get("season") or season_at(timezone.now())
        return self.listing(club_json.season_json, club=open_club_row(club), season=season)
