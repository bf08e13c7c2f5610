"""Texts of the 404 page: what may have been at an address, and where to go instead.

Each says what may have been there. It is the same whether the thing never existed, is gone or is
private, so that nobody learns from it which private tables, tournaments and matches exist.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class MissingPage(NamedTuple):
    """Text and link for the 404 page of a view that found nothing."""

    heading: str | Promise
    lead: str | Promise
    act: str | Promise
    """Label of the primary link."""
    view: str
    """Name of the view to which the primary link leads."""

    @property
    def address(self) -> str:
        """Return the URL of the 404 page's main link."""
        return reverse(self.view)


_TABLE: Final = MissingPage(
    _("This table is no longer here"),
    _(
        "A table closes when everybody has left it, and a private one opens only for those who "
        "were invited. Finished matches stay among the matches."
    ),
    _("Open a table"),
    "table_new",
)
_MATCH: Final = MissingPage(
    _("There is no match here to look at"),
    _("It may still be played, or it was played at a private table: then only its players see it."),
    _("See the matches"),
    "match_list",
)
_PLAYER: Final = MissingPage(
    _("Nobody plays here by this name"),
    _("The name may have been changed, or the account deleted."),
    _("See who is here"),
    "people",
)
_TOURNAMENT: Final = MissingPage(
    _("This tournament is not here"),
    _(
        "It was taken back, or it is private: then only the complete link opens it. "
        "Ask the person who sent it to you for the link."
    ),
    _("See the tournaments"),
    "tournaments",
)
_CLUB: Final = MissingPage(
    _("There is no such page of a club"),
    _("The club may have been dissolved, or it shows this page to its members alone."),
    _("See the clubs"),
    "clubs",
)
_LEAGUE: Final = MissingPage(
    _("This league is not here"),
    _("There is no league or season at this address."),
    _("See the leagues"),
    "leagues",
)
_TEAM: Final = MissingPage(
    _("There is no such pair"),
    _("It may have been dissolved, or its invitation was taken back."),
    _("See the pairs"),
    "teams",
)
_PUZZLE: Final = MissingPage(
    _("This puzzle is not here"),
    _("It may have been taken out, or it belongs to somebody else’s series."),
    _("See the puzzles"),
    "puzzles",
)
_BEGINNINGS: Final = {
    "table": _TABLE,
    "match": _MATCH,
    "player": _PLAYER,
    "tournament": _TOURNAMENT,
    "club": _CLUB,
    "league": _LEAGUE,
    "team": _TEAM,
    "puzzle": _PUZZLE,
    "rated_puzzle": _PUZZLE,
}
"""Beginning of the name of a view -> what its page says where nothing is found."""


def missing_page(view: str) -> MissingPage | None:
    """Return text and link for the 404 page of a view (name); None for views without any.

    >>> missing_page("club_members").view, missing_page("lobby")
    ('clubs', None)
    """
    words = view.split("_")
    for count in range(len(words), 0, -1):
        page = _BEGINNINGS.get("_".join(words[:count]))
        if page is not None:
            return page
    return None
