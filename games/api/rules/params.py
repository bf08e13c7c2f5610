"""Query parameters of rules."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.core.params import (
    ListQuery,
)
from games.engine import PRESETS


class RulesetsQuery(ListQuery):
    """Query parameters of the list of rulesets."""

    preset = serializers.ChoiceField(
        required=False, choices=list(PRESETS), help_text="Named rules that they change."
    )


class ReadableQuery(serializers.Serializer[Any]):
    """Query parameters of the rules in sentences: the number of players."""

    players = serializers.IntegerField(
        required=False,
        min_value=2,
        max_value=6,
        help_text="How many sit at the table; without it the fewest that may.",
    )
