"""What the addresses of one player or team give, with the parts that may be put in."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from games.api.answers import PlayerSerializer, TeamSerializer, text, whole
from games.api.answers_figures import FiguresSerializer


class MemberTeamSerializer(drf.Serializer[Any]):
    """A partnership of a player."""

    id = whole()
    name = text(null=True)
    players = drf.ListField(child=drf.CharField())


class WholePlayerSerializer(PlayerSerializer):
    """Who sits at tables, with the parts that `include` names."""

    stats = FiguresSerializer(many=True, required=False, help_text="As at `stats/`.")
    teams = MemberTeamSerializer(
        many=True, required=False, help_text="Those it played most with, ten at most."
    )


class WholeTeamSerializer(TeamSerializer):
    """Two or three who played together, with the parts that `include` names."""

    stats = FiguresSerializer(many=True, required=False, help_text="As at `stats/`.")
