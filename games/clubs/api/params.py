"""Query parameters and bodies of clubs."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.core.params import ListQuery
from games.clubs.models.clubs import ClubEntry
from games.clubs.services.joining import MAX_MESSAGE


class ClubsQuery(ListQuery):
    """Query parameters of the list of clubs: search text, way in, cursor and limit."""

    q = serializers.CharField(
        required=False,
        max_length=40,
        help_text="Beginning of a word of the name, or of the handle.",
    )
    entry = serializers.ChoiceField(
        required=False, choices=ClubEntry.values, help_text="Way in; not with `q`."
    )


class SeasonQuery(ListQuery):
    """Query parameters of the ranking of a club's season: its number, cursor and limit."""

    season = serializers.IntegerField(
        required=False,
        min_value=8000,
        max_value=20000,
        help_text="Four times the year, plus its quarter less one; the present one without it.",
    )


class JoinBody(serializers.Serializer[Any]):
    """Request body with which an account enters a club, or asks to be let in."""

    message = serializers.CharField(
        max_length=MAX_MESSAGE, allow_blank=True, help_text="To a club that is entered on request."
    )


class ClubInvitationBody(serializers.Serializer[Any]):
    """Request body that answers a club's invitation: `agree` is false to refuse."""

    agree = serializers.BooleanField()
