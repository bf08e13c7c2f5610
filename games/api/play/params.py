"""Query parameters and bodies of the views for programs that play."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.common.keyset import LARGEST
from games.engine import PRESETS
from games.models import Table
from games.services.rating_range import HIGHEST_BOUND, OFFERED_DIFFERENCES

MOST_MS = 3_600_000


class LookQuery(serializers.Serializer[Any]):
    """Query parameters of one table: the sequence number up to which its events are known."""

    have = serializers.IntegerField(
        required=False, min_value=0, max_value=2**31 - 1, help_text="The last `seq` that is known."
    )


class StreamQuery(serializers.Serializer[Any]):
    """Query parameters of the stream of tables: which table, and what is known of each already."""

    table = serializers.RegexField(
        r"^[0-9A-Za-z]{1,16}\Z", required=False, help_text="This table alone, to watch as well."
    )
    have = serializers.CharField(
        required=False,
        max_length=1200,
        help_text="The last `seq` known of each table: `k3J9:12,p0Q1:7`.",
    )


class TableBody(serializers.Serializer[Any]):
    """Request body with which a program opens a table; times in milliseconds."""

    id = serializers.RegexField(
        r"^[A-Za-z0-9_-]{8,64}\Z", help_text="Made by the client; again, it opens nothing more."
    )
    preset = serializers.ChoiceField(required=False, default="ludoteka", choices=list(PRESETS))
    players = serializers.IntegerField(required=False, default=2, min_value=2, max_value=6)
    options = serializers.DictField(required=False, help_text="Options unlike the preset's.")
    turn_ms = serializers.IntegerField(
        required=False, allow_null=True, default=30_000, min_value=1000, max_value=MOST_MS
    )
    bank_ms = serializers.IntegerField(
        required=False, default=60_000, min_value=0, max_value=MOST_MS
    )
    increment_ms = serializers.IntegerField(
        required=False, default=0, min_value=0, max_value=MOST_MS
    )
    visibility = serializers.ChoiceField(required=False, choices=Table.Visibility.values)
    watch = serializers.ChoiceField(required=False, choices=Table.Watch.values)
    delay = serializers.ChoiceField(
        required=False,
        choices=Table.Delay.values,
        help_text="Tricks by which who watches is behind.",
    )
    programs = serializers.ChoiceField(
        required=False,
        choices=Table.Programs.values,
        help_text="Whether programs may sit down, and whether a match with them is rated.",
    )
    rating_within = serializers.ChoiceField(
        required=False,
        allow_null=True,
        choices=OFFERED_DIFFERENCES,
        help_text="Of public tables: people's ratings may differ by so much from the host's.",
    )
    rating_low = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=HIGHEST_BOUND,
        help_text="Of public tables: the lowest rating of people; not with `rating_within`.",
    )
    rating_high = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=HIGHEST_BOUND,
        help_text="Of public tables: the highest rating of people; not with `rating_within`.",
    )
    newcomers = serializers.BooleanField(
        required=False,
        help_text="Of public tables: whether people without a rating may sit down all the same.",
    )
    name = serializers.CharField(required=False, max_length=60, allow_blank=True)
    team = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LARGEST,
        help_text="Id of a founded team of the account: the partners are invited, and their seats "
        "kept for three minutes.",
    )
