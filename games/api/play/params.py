"""Query parameters and bodies of the views for programs that play."""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework import serializers

from games.api.core.params import Cursor
from games.engine import PRESETS
from games.models import Table
from games.puzzles import THEMES
from games.selectors.keyset import LARGEST
from games.services.puzzle_runs import MOST_WRONG
from games.services.rating_range import HIGHEST, WITHIN

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
        choices=WITHIN,
        help_text="Of public tables: people's ratings may differ by so much from the host's.",
    )
    rating_low = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=HIGHEST,
        help_text="Of public tables: the lowest rating of people; not with `rating_within`.",
    )
    rating_high = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=HIGHEST,
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


class CardBody(serializers.Serializer[Any]):
    """Request body that answers an exercise or the puzzle of a day."""

    card = serializers.RegexField(
        r"^([OCEB]\d{1,2}|exchange|keep)\Z", help_text="One of the position's `legal`."
    )


class ChoiceBody(serializers.Serializer[Any]):
    """Request body that answers a rated puzzle."""

    choice = serializers.RegexField(
        r"^([OCEB]\d{1,2}|pass|raise)\Z", help_text="One of the position's `choices`."
    )


class RunBody(serializers.Serializer[Any]):
    """Request body that begins a run of puzzles."""

    mode = serializers.ChoiceField(choices=list(MOST_WRONG))


class RunAnswerBody(ChoiceBody):
    """Request body that answers the puzzle that a run asks."""

    puzzle = serializers.CharField(max_length=12, help_text="Id of the puzzle that is answered.")


class ThemeQuery(serializers.Serializer[Any]):
    """Query parameters of the next rated puzzle: its theme."""

    theme = serializers.ChoiceField(
        required=False, choices=THEMES, help_text="Of this theme; of any without it."
    )


class PuzzleExportQuery(serializers.Serializer[Any]):
    """Query parameters of a download of rated puzzles: where it goes on, and how many."""

    MOST: ClassVar[int] = 1000

    cursor = Cursor(help_text="Where to go on: the `next` of the last line.")
    limit = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST,
        help_text="So many at most; 1000 without it.",
    )
