"""Sitting down as a team, by key: a whole side of a table for the account and its partners."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import count
from games.answers import play as answers
from games.api.core.bodies import read_body
from games.api.core.http_request import http_request
from games.api.core.keys import ByKeyEndpoint, by_key
from games.api.play.tables import RefusedError
from games.api.play.team_refusals import RefusedTeamSeatError, team_of
from games.common.errors import InvitationError, TableError, TeamError
from games.common.keyset import LARGEST
from games.services.tables import get_or_none
from games.services.team_play import join_as_team


class TeamSeatBody(serializers.Serializer[Any]):
    """Request body with which a team sits down."""

    team = serializers.IntegerField(
        min_value=1, max_value=LARGEST, help_text="Id of a founded team of the account."
    )


class TeamSeat(ByKeyEndpoint):
    """Endpoint: take a side of a table for a team."""

    methods = {
        "POST": by_key("sit_down_as_team", answers.Opened, 404, 409, 413, 415, body=TeamSeatBody)
    }
    scopes: ClassVar[dict[str, str]] = {"POST": "tables"}
    http_method_names = ["post", "options"]

    def post(self, request: Request, table: str) -> HttpResponseBase:
        """Sit down at a waiting table as a team; the partners' seats are kept for three minutes.

        Raises:
            InvalidParameterError: the body is not what it should be.
            RefusedTeamSeatError: it is not the account's team, no side is free, or a partner cannot
                be invited.
            RefusedError: there is no such table, or it refuses the account.
        """
        asked = read_body(request, TeamSeatBody)
        count(http_request(request), "table")
        waiting_table = get_or_none(public_id=table) if table.isalnum() else None
        if waiting_table is None:
            raise RefusedError("no_such_table")
        try:
            join_as_team(
                team=team_of(asked["team"]),
                table=waiting_table,
                player=self.player,
                agreed=True,
                address=self.caller.address,
            )
        except (InvitationError, TeamError) as error:
            raise RefusedTeamSeatError(error) from error
        except TableError as error:
            raise RefusedError(error.code) from error
        return Response({"table": waiting_table.public_id})
