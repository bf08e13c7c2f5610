"""A visitor sits down as one of their teams: by quick play, at a new table, at one that waits."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.models import Player, Table, Team
from games.pages.chips import refusal_words
from games.pages.wording.teams import choice_title
from games.rules_text import invitation_refusals, team_refusals
from games.selectors.keyset import LARGEST
from games.selectors.team_choices import TeamChoice, team_choices, teams_for_table
from games.selectors.teams import team_or_none
from games.services.errors import InvitationError, ServiceError, TableError, TeamError

REFUSALS = (InvitationError, TableError, TeamError)
"""Refusals of sitting down as a team."""


def asked_team(request: HttpRequest) -> Team | None:
    """Return the team whose row id `team` in the form or query gives; None without that.

    Raises:
        TeamError: `not_member` where there is no such team.
    """
    wanted = request.POST.get("team") or request.GET.get("team", "")
    if not wanted:
        return None
    known = wanted.isascii() and wanted.isdigit() and len(wanted) < 20 and int(wanted) <= LARGEST
    team = team_or_none(int(wanted)) if known else None
    if team is None:
        raise TeamError("not_member")
    return team


def team_refusal(error: ServiceError, otherwise: str = "") -> str:
    """Return the text of a refusal to sit down as a team; `otherwise` for a code without a text."""
    if isinstance(error, TeamError):
        return team_refusals.refusal_text(error.code)
    if isinstance(error, InvitationError):
        return invitation_refusals.refusal_text(error.code)
    assert isinstance(error, TableError), error
    return refusal_words(error, otherwise or _("That cannot be done now."))


def choices_of(player: Player | None, table: Table | None = None) -> list[tuple[int, str]]:
    """Return (row id, title) of the player's teams; with a table only those that fit a side."""
    found = team_choices(player) if table is None else teams_for_table(player, table)
    return [(one.team, choice_title(one)) for one in found]


def table_team(request: HttpRequest, player: Player | None) -> dict[str, Any] | None:
    """Return `id` and `title` of the team that the request names; None if not the player's."""
    wanted = request.POST.get("team") or request.GET.get("team", "")
    found: list[TeamChoice] = team_choices(player) if wanted else []
    return next(
        ({"id": one.team, "title": choice_title(one)} for one in found if str(one.team) == wanted),
        None,
    )
