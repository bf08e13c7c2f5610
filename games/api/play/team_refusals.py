"""Refusals of sitting down as a team, as the API answers them."""

from __future__ import annotations

from games.api.core.errors import ConflictError
from games.common.errors import ServiceError, TeamError
from games.models import Team
from games.selectors.teams import team_or_none
from games.wording import invitation_refusals, team_refusals


class RefusedTeamSeatError(ConflictError):
    """API error 409: a team may not sit down, or a partner cannot be invited."""

    def __init__(self, error: ServiceError) -> None:
        about = team_refusals if isinstance(error, TeamError) else invitation_refusals
        super().__init__(error.code, about.refusal_text(error.code))


def team_of(number: int) -> Team:
    """Return the row of the team with this row id, from a request body.

    Raises:
        TeamError: `not_member` if there is no such team.
    """
    team = team_or_none(number)
    if team is None:
        raise TeamError("not_member")
    return team
