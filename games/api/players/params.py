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
    """Query parameters of the list of players: how names begin, cursor and limit."""

    name = Name(help_text="Beginning of the name, in any case.")


class PlayerQuery(serializers.Serializer[Any]):
    """Query parameters of one player: the optional parts of the answer."""

    include = Include(["stats", "teams"])


class TeamQuery(serializers.Serializer[Any]):
    """Query parameters of one team: the optional parts of the answer."""

    include = Include(["stats"])


class TeamsQuery(ListQuery):
    """Query parameters of a list of teams."""

    player = Name(help_text="A player of the team.")
