"""Sitting down as one of the visitor's teams: by quick play, at a new or at a waiting table."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.common.errors import InvitationError, ServiceError, TableError, TeamError
from games.common.keyset import LARGEST
from games.models import Player, Table, Team
from games.pages.chips import refusal_words
from games.pages.wording.teams import choice_title
from games.selectors.team_choices import TeamChoice, team_choices, teams_for_table
from games.selectors.teams import team_or_none
from games.wording import invitation_refusals, team_refusals

REFUSALS = (InvitationError, TableError, TeamError)
"""Refusals of sitting down as a team."""


def asked_team(request: HttpRequest) -> Team | None:
    """Return the team with the row id `team` in the form or query; None if no id is given.

    Raises:
        TeamError: `not_member` where there is no such team.
    """
    wanted = request.POST.get("team") or request.GET.get("team", "")
    if not wanted:
        return None
    is_row_id = (
        wanted.isascii() and wanted.isdigit() and len(wanted) < 20 and int(wanted) <= LARGEST
    )
    team = team_or_none(int(wanted)) if is_row_id else None
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
    """Return (row id, title) of the teams as which a player may sit down.

    With a table only teams that fit one of its sides.
    """
    choices = team_choices(player) if table is None else teams_for_table(player, table)
    return [(choice.team, choice_title(choice)) for choice in choices]


def table_team(request: HttpRequest, player: Player | None) -> dict[str, Any] | None:
    """Return `id` and `title` of the team that the request names; None if not the player's."""
    wanted = request.POST.get("team") or request.GET.get("team", "")
    choices: list[TeamChoice] = team_choices(player) if wanted else []
    return next(
        (
            {"id": choice.team, "title": choice_title(choice)}
            for choice in choices
            if str(choice.team) == wanted
        ),
        None,
    )
