"""Validated query parameters of the API; no other parameter reaches a lookup."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.selectors.keyset import LONGEST

EARLIEST: Final = datetime(1970, 1, 1, tzinfo=UTC)
LATEST: Final = datetime(2999, 1, 1, tzinfo=UTC)


class Moment(serializers.DateTimeField):
    """A time as RFC 3339, or a date: its first moment in UTC."""

    default_error_messages = {
        "invalid": _("Write a time as 2026-03-01T18:00:00Z, or a date as 2026-03-01."),
    }

    def to_internal_value(self, value: Any) -> datetime:
        """Return the moment, in UTC.

        Raises:
            ValidationError: the text is no time, or one beyond the calendar.
        """
        moment = super().to_internal_value(value)
        if not EARLIEST <= moment <= LATEST:
            self.fail("invalid", format="RFC 3339")
        return moment


class Name(serializers.CharField):
    """The name of a player."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=32, **kwargs)


class PatternedField(serializers.CharField):
    """Text of which the OpenAPI document gives the form; `to_internal_value` checks it."""

    pattern: str
    """A regular expression as JSON Schema has them (ECMA 262)."""


class Words(PatternedField):
    """A parameter that takes one or more of a set of words, with commas between them."""

    default_error_messages = {"unknown": _("“%(word)s” is none of: %(words)s.")}

    def __init__(self, words: Iterable[str], **kwargs: Any) -> None:
        self.words = tuple(words)
        one = "|".join(self.words)
        self.pattern = f"^({one})(,({one}))*$"
        super().__init__(required=False, max_length=200, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        """Return the words, each once.

        Raises:
            ValidationError: there is a word that is none of the field's.
        """
        given = tuple(dict.fromkeys(super().to_internal_value(data).split(",")))
        for word in given:
            if word not in self.words:
                why = self.error_messages["unknown"]
                raise serializers.ValidationError(
                    [why % {"word": word, "words": ", ".join(self.words)}]
                )
        return given


class Include(Words):
    """A parameter that names parts to put into the answer."""

    def __init__(self, parts: Iterable[str]) -> None:
        names = ", ".join(f"`{part}`" for part in parts)
        super().__init__(parts, help_text=f"Parts to put in, with commas between them: {names}.")


class Cursor(PatternedField):
    """The place where a list goes on, from the page before; only the list can check it further."""

    pattern = "^[A-Za-z0-9_-]*$"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=LONGEST, **kwargs)


class ListQuery(serializers.Serializer[Any]):
    """Query parameters that every list takes."""

    cursor = Cursor(help_text="Where to go on; use `next` as it is.")
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=100, help_text="Rows on a page; 50 without it."
    )


class Truth(serializers.ChoiceField):
    """A parameter that is `true` or `false`, and refuses other ways to write them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, choices=["true", "false"], **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        """Return the parameter as a bool."""
        return bool(super().to_internal_value(data) == "true")
