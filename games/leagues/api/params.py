"""Query parameters and bodies of the views of leagues."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.core.params import ListQuery
from games.leagues.rules.season_dates import PLAY_OFFS


class LeaguesQuery(ListQuery):
    """Query parameters of the list of leagues: cursor and limit."""


class LeagueMatchesQuery(serializers.Serializer[Any]):
    """Query parameters of the list of a season's matches: a division and a round, both from 1."""

    division = serializers.IntegerField(
        required=False, min_value=1, max_value=99, help_text="All of them without it."
    )
    round = serializers.IntegerField(
        required=False, min_value=1, max_value=PLAY_OFFS, help_text="All of them without it."
    )


class TimeBody(serializers.Serializer[Any]):
    """Request body with which a side proposes a time for its league match."""

    at = serializers.DateTimeField(
        help_text="In the week of the match, or in the week to catch up; seconds are dropped."
    )


class TimeAnswerBody(serializers.Serializer[Any]):
    """Request body that answers a time proposed for a league match."""

    agree = serializers.BooleanField(help_text="False refuses it, or takes back one's own.")
