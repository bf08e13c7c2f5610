"""Clubs as owners of tables, in the form that opens a table."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from games.clubs.models import Club
from games.clubs.pages.context import named_club
from games.clubs.rules.rights import Right
from games.clubs.selectors.people import visitor_to
from games.clubs.services.rules import keep_rules, open_club_table
from games.clubs.wording.refusals import refusal_text
from games.common.errors import ClubError
from games.models import Player
from games.pages.forms.table_owner import OwnerRefusedError, TableOwner, TableOwners
from games.pages.visitor import player_of
from games.services.tables import TableOptions


class ClubTables(TableOwners):
    """Finder of the club for which a visitor opens a table."""

    def owner_of(self, request: HttpRequest) -> TableOwner | None:
        """Return the club that the request names if the visitor is a member, else None."""
        club = named_club(request)
        return None if club is None else ClubAsOwner(club)


class ClubAsOwner(TableOwner):
    """A club as the owner of a table, or of stored rules, that its member makes."""

    def __init__(self, club: Club) -> None:
        self.club = club

    def form_context(self, request: HttpRequest) -> dict[str, Any]:
        """Return template context: the club, and whether the visitor may store rules for it."""
        visitor = visitor_to(self.club, player_of(request))
        return {"club": self.club, "may_keep": visitor.may(Right.RULESETS)}

    def submit(
        self, request: HttpRequest, *, host: Player, chosen: TableOptions, address: str
    ) -> str:
        """Open a table of the club by a valid form, or store the form's rules for the club.

        Raises:
            OwnerRefusedError: the club does not let the visitor do that.
            TableError: the table cannot be opened.
        """
        try:
            if "keep" in request.POST:
                self._keep(host, chosen)
                return reverse("club", args=[self.club.handle])
            table = open_club_table(club=self.club, host=host, chosen=chosen, address=address)
        except ClubError as error:
            raise OwnerRefusedError(refusal_text(error.code)) from error
        return reverse("table", args=[table.public_id])

    def _keep(self, player: Player, chosen: TableOptions) -> None:
        """Store the rules of a valid form for the club."""
        keep_rules(
            club=self.club,
            player=player,
            name=chosen.name,
            preset=chosen.preset,
            players=chosen.players,
            options=chosen.options,
        )
