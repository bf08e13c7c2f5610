"""Validated query parameters of the API; no other parameter reaches a lookup."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.common.keyset import MAX_CURSOR_LENGTH

EARLIEST: Final = datetime(1970, 1, 1, tzinfo=UTC)
LATEST: Final = datetime(2999, 1, 1, tzinfo=UTC)


class Moment(serializers.DateTimeField):
    """Serializer field: an RFC 3339 time, or a date, which is taken as its start in UTC."""

    default_error_messages = {
        "invalid": _("Write a time as 2026-03-01T18:00:00Z, or a date as 2026-03-01."),
    }

    def to_internal_value(self, value: Any) -> datetime:
        """Return the text's time as a datetime in UTC.

        Raises:
            ValidationError: the text is not a time, or one before 1970 or after 2998.
        """
        moment = super().to_internal_value(value)
        if not EARLIEST <= moment <= LATEST:
            self.fail("invalid", format="RFC 3339")
        return moment


class Name(serializers.CharField):
    """Serializer field: the name of a player; optional."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=32, **kwargs)


class PatternedField(serializers.CharField):
    """Serializer field: a text that must match `pattern`, a regular expression, as OpenAPI says.

    Subclasses check it in `to_internal_value`.
    """

    pattern: str
    """A regular expression as JSON Schema has them (ECMA 262)."""


class Words(PatternedField):
    """Serializer field: one or more of a set of words, separated by commas."""

    default_error_messages = {"unknown": _("“%(word)s” is none of: %(words)s.")}

    def __init__(self, words: Iterable[str], **kwargs: Any) -> None:
        self.words = tuple(words)
        any_word = "|".join(self.words)
        self.pattern = f"^({any_word})(,({any_word}))*$"
        super().__init__(required=False, max_length=200, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        """Return the submitted words as a tuple, each once.

        Raises:
            ValidationError: a word is not one of the field's.
        """
        words = tuple(dict.fromkeys(super().to_internal_value(data).split(",")))
        for word in words:
            if word not in self.words:
                why = self.error_messages["unknown"]
                raise serializers.ValidationError(
                    [why % {"word": word, "words": ", ".join(self.words)}]
                )
        return words


class Include(Words):
    """Serializer field: names of optional parts that the answer is to contain."""

    def __init__(self, parts: Iterable[str]) -> None:
        names = ", ".join(f"`{part}`" for part in parts)
        super().__init__(parts, help_text=f"Parts to put in, with commas between them: {names}.")


class Text(PatternedField):
    """Serializer field: any text without a NUL, which Django's validator of every text refuses."""

    pattern = r"^[^\x00]*$"


class Cursor(PatternedField):
    """Serializer field: the cursor at which a list goes on, taken from the page before.

    The pattern is that of `games.common.keyset.encode`, base64url of a JSON array that begins with
    a number or a text and ends with a number. Only the list itself can check more.
    """

    pattern = (
        "^(W[yz][A-Za-z0-9_-]{2}([A-Za-z0-9_-]{4})*([A-Za-z0-9_-]{3}d|[A-Za-z0-9_-]{2}0|XQ))?$"
    )

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=MAX_CURSOR_LENGTH, **kwargs)


class ListQuery(serializers.Serializer[Any]):
    """Query parameters that every list takes: the cursor and the limit of a page."""

    cursor = Cursor(help_text="Where to go on; use `next` as it is.")
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=100, help_text="Rows on a page; 50 without it."
    )


class Truth(serializers.ChoiceField):
    """Serializer field: `true` or `false`, and no other spelling of them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, choices=["true", "false"], **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        """Return the bool that the text `true` or `false` means."""
        return bool(super().to_internal_value(data) == "true")
