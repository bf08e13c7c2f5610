"""Query parameters of players and teams."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.core.params import (
    Include,
    ListQuery,
    Name,
)


class PlayersQuery(ListQuery):
    """Which players."""

    name = Name(help_text="Beginning of the name, in any case.")


class PlayerQuery(serializers.Serializer[Any]):
    """What of a player."""

    include = Include(["stats", "teams"])


class TeamQuery(serializers.Serializer[Any]):
    """What of a team."""

    include = Include(["stats"])


class TeamsQuery(ListQuery):
    """Which teams."""

    player = Name(help_text="A player of the team.")
