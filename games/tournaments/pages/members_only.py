"""Refusals of pages that are for the members of a club, whose existence everybody may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils.translation import gettext as _

from games.tournaments.selectors.event_clubs import EventClub


class Door(NamedTuple):
    """Content of the error page for members-only pages: which members, and who admits new ones."""

    heading: str
    lead: str
    act: str
    """Label of the primary link."""
    address: str
    """Address of the primary link."""


class MembersOnlyError(PermissionDenied):
    """Refusal of a page that only members of certain clubs see; the error page (403) names them.

    Raise it only for an address that cannot be guessed: who has it was given the link.
    """

    def __init__(self, clubs: Sequence[EventClub]) -> None:
        super().__init__("members of a club only")
        self.clubs = clubs

    @property
    def door(self) -> Door:
        """Return the content of the error page."""
        names = _(" or ").join(club.name for club in self.clubs)
        return Door(
            _("This tournament is for members"),
            _(
                "It is held by %(club)s, and only members may see it. Those who lead the club can "
                "let you in: its page says how."
            )
            % {"club": names},
            _("To the club"),
            reverse("club", args=[self.clubs[0].handle]),
        )
