"""Clubs as owners of tournaments, in the form of a tournament."""

from __future__ import annotations

from django.http import HttpRequest

from games.clubs.models import Club
from games.clubs.pages.context import named_club
from games.clubs.services.events import create_club_tournament
from games.clubs.wording.refusals import refusal_text
from games.common.errors import ClubError
from games.models import Player
from games.pages.forms.table_owner import OwnerRefusedError
from games.tournaments.models import Tournament
from games.tournaments.pages.event_owner import EventOwner, EventOwners
from games.tournaments.services.creating import TournamentOptions


class ClubEvents(EventOwners):
    """Finder of the club for which a visitor announces a tournament."""

    def owner_of(self, request: HttpRequest) -> EventOwner | None:
        """Return the club that the request names if the visitor is a member, else None."""
        club = named_club(request)
        return None if club is None else ClubAsOrganiser(club)


class ClubAsOrganiser(EventOwner):
    """A club as the owner of a tournament that its member announces."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.form_context = {"club": club}

    def create(
        self, request: HttpRequest, *, creator: Player, chosen: TournamentOptions, publish: bool
    ) -> Tournament:
        """Create the tournament of a valid form for the club.

        Raises:
            OwnerRefusedError: the club does not let the visitor do that.
            TournamentError: the tournament cannot be created.
        """
        try:
            return create_club_tournament(
                club=self.club,
                creator=creator,
                chosen=chosen,
                members_only="members_only" in request.POST,
                publish=publish,
            )
        except ClubError as error:
            raise OwnerRefusedError(refusal_text(error.code)) from error
