"""Owners of tournaments other than the organiser, such as clubs, in the form of a tournament."""

from __future__ import annotations

from typing import Any, Final, Protocol

from django.http import HttpRequest

from games.common.ports import Port
from games.models import Player
from games.tournaments.models import Tournament
from games.tournaments.services.creating import TournamentOptions


class EventOwner(Protocol):
    """Interface to an owner of tournaments, such as a club, for which a visitor announces one."""

    form_context: dict[str, Any]
    """Values of the owner for the template of the form."""

    def create(
        self, request: HttpRequest, *, creator: Player, chosen: TournamentOptions, publish: bool
    ) -> Tournament:
        """Create the tournament of a valid form for this owner.

        Raises:
            OwnerRefusedError: the owner does not let the visitor do that.
        """


class EventOwners:
    """Interface to a feature whose clubs or other groups own tournaments; the default has none."""

    def owner_of(self, request: HttpRequest) -> EventOwner | None:
        """Return the owner that the request names if the visitor belongs to it, else None."""
        return None


event_owners: Final = Port(EventOwners)
