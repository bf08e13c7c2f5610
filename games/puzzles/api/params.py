"""Query parameters and bodies of the views of puzzles and exercises."""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework import serializers

from games.api.core.params import Cursor
from games.puzzles.rules import THEMES
from games.puzzles.services.runs import MAX_WRONG


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

    mode = serializers.ChoiceField(choices=list(MAX_WRONG))


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
