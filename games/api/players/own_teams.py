"""Teams by key: one's own, asking partners, answering, changing and dissolving."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from django.http import HttpResponseBase
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.faces import FACES
from accounts.limits import count
from games.answers import players as answers
from games.api.core.bodies import read_body
from games.api.core.errors import ConflictError, MissingError
from games.api.core.http_request import http_request
from games.api.core.keys import ByKeyEndpoint, by_key
from games.api.players.views import team_row
from games.common.errors import TeamError
from games.common.keyset import LARGEST
from games.models import Player, Team, TeamProposal
from games.record.record import rfc3339
from games.rules_text.playing import SIGNS
from games.selectors import teams as selected
from games.selectors.figures import teams_json
from games.services import teams as services
from games.wording.team_refusals import refusal_text


class ProposalBody(serializers.Serializer[Any]):
    """Request body with which an account asks partners to found a team."""

    partners = serializers.ListField(
        min_length=1, max_length=2, child=serializers.CharField(max_length=32),
        help_text="Names of the one or two partners, who must agree.",
    )  # fmt: skip
    name = serializers.CharField(
        required=False, default="", max_length=services.MAX_NAME, allow_blank=True
    )
    face = serializers.ChoiceField(required=False, default="", choices=["", *FACES])


class ProposalAnswerBody(serializers.Serializer[Any]):
    """Request body that answers a proposal to found a team; `agree` is false to refuse."""

    agree = serializers.BooleanField()


class TeamChangeBody(serializers.Serializer[Any]):
    """Request body that replaces the name, tile and declared signs of a team."""

    name = serializers.CharField(max_length=services.MAX_NAME, allow_blank=True)
    face = serializers.ChoiceField(required=False, default="", choices=["", *FACES])
    signs = serializers.ListField(
        required=False, default=list, child=serializers.ChoiceField(choices=list(SIGNS))
    )


class RefusedTeamError(ConflictError):
    """API error 409: a step of a team is refused; the message is that of the team's page."""

    def __init__(self, error: TeamError) -> None:
        super().__init__(error.code, refusal_text(error.code))


_keyed = partial(by_key, tag="teams")


class OwnTeams(ByKeyEndpoint):
    """Endpoint: teams of the key's account; list them, or propose one."""

    methods = {
        "GET": _keyed("list_own_teams", answers.OwnTeams),
        "POST": _keyed(
            "propose_team", answers.OwnTeams, 409, 413, 415, status=201, body=ProposalBody
        ),
    }
    scopes: ClassVar[dict[str, str]] = {"GET": "read", "POST": "play"}

    def get(self, request: Request) -> HttpResponseBase:
        """Return the account's founded teams, and the proposals that wait for answers."""
        return Response(_own(self.player))

    def post(self, request: Request) -> HttpResponseBase:
        """Ask partners to found a team; if one of them has asked the same, this agrees to it.

        Raises:
            InvalidParameterError: the body is not what it should be.
            RefusedTeamError: they cannot found it.
        """
        asked = read_body(request, ProposalBody)
        count(http_request(request), "social")
        partners = list(Player.objects.filter(name__in=asked["partners"]))
        try:
            if len(partners) < len(asked["partners"]):
                raise TeamError("bad_partners")
            services.propose_team(
                founder=self.player, partners=partners, name=asked["name"], face=asked["face"]
            )
        except TeamError as error:
            raise RefusedTeamError(error) from error
        return Response(_own(self.player), status=status.HTTP_201_CREATED)


class TeamAnswer(ByKeyEndpoint):
    """Endpoint: answer a proposal to found a team."""

    methods = {
        "POST": _keyed(
            "answer_team_proposal", answers.OwnTeams, 404, 409, 413, 415, body=ProposalAnswerBody
        )
    }
    scopes: ClassVar[dict[str, str]] = {"POST": "play"}
    http_method_names = ["post", "options"]

    def post(self, request: Request, proposal: int) -> HttpResponseBase:
        """Agree to found the team, or refuse; whoever proposed it takes it back by refusing.

        Raises:
            InvalidParameterError: the body is not what it should be.
            MissingError: nobody has asked the account, or the proposal is over.
            RefusedTeamError: the account has too many teams.
        """
        agree = read_body(request, ProposalAnswerBody)["agree"]
        open_proposal = (
            selected.proposal_or_none(proposal, self.player) if proposal <= LARGEST else None
        )
        if open_proposal is None:
            raise MissingError("proposal")
        try:
            services.answer_proposal(proposal=open_proposal, player=self.player, agree=agree)
        except TeamError as error:
            raise RefusedTeamError(error) from error
        return Response(_own(self.player))


class OwnTeam(ByKeyEndpoint):
    """Endpoint: one team of the key's account; change it, or dissolve it."""

    methods = {
        "POST": _keyed("change_team", answers.Team, 404, 409, 413, 415, body=TeamChangeBody),
        "DELETE": _keyed("dissolve_team", None, 404, 409, status=204),
    }
    scopes: ClassVar[dict[str, str]] = {"POST": "play", "DELETE": "play"}
    http_method_names = ["post", "delete", "options"]

    def found(self, team: int) -> Team:
        """Return the team with this row id. Raises MissingError if there is none."""
        row = selected.team_or_none(team) if team <= LARGEST else None
        if row is None:
            raise MissingError("team")
        return row

    def post(self, request: Request, team: int) -> HttpResponseBase:
        """Replace the name and tile of a team, and the signs that it declares to make.

        Raises:
            InvalidParameterError: the body is not what it should be.
            RefusedTeamError: it is not the account's, or not founded.
        """
        asked = read_body(request, TeamChangeBody)
        try:
            services.change_team(team=self.found(team), player=self.player, **asked)
        except TeamError as error:
            raise RefusedTeamError(error) from error
        return Response(team_row(team))

    def delete(self, request: Request, team: int) -> HttpResponseBase:
        """Dissolve a team; its matches and figures stay.

        Raises:
            RefusedTeamError: it is not the account's, or not founded.
        """
        try:
            services.dissolve_team(team=self.found(team), player=self.player)
        except TeamError as error:
            raise RefusedTeamError(error) from error
        return Response(status=status.HTTP_204_NO_CONTENT)


def _own(player: Player) -> answers.OwnTeams:
    """Return the teams and proposals of a player as the API shows them."""
    asked, waiting = selected.proposals_to(player), selected.proposals_by(player)
    names = selected.proposal_players([*asked, *waiting])
    return {
        "teams": teams_json([team.pk for team in selected.own_teams(player)]),
        "asked": [_proposal(proposal, names[proposal.pk]) for proposal in asked],
        "waiting": [_proposal(proposal, names[proposal.pk]) for proposal in waiting],
    }


def _proposal(proposal: TeamProposal, players: list[str]) -> answers.TeamProposal:
    """Return a proposal to found a team as the API shows it."""
    return {
        "id": proposal.pk,
        "founder": proposal.founder.name,
        "name": proposal.name,
        "players": players,
        "created_at": rfc3339(proposal.created_at),
    }
