"""Moments that people write as their own clock shows them, in forms."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django import forms
from django.utils import timezone

MAX_OFFSET_MIN: Final = 24 * 60 - 1
"""Largest difference of a time zone from UTC that is read, in minutes."""


class StartField(forms.DateTimeField):
    """Form field for a time by the reader's clock, whose offset the page sends in `offset`."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class OffsetField(forms.IntegerField):
    """Form field for the minutes by which UTC is ahead of the reader's clock; a script fills it."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(required=False, min_value=-MAX_OFFSET_MIN, max_value=MAX_OFFSET_MIN)


def own_moment(data: Mapping[str, Any]) -> datetime:
    """Return the time `starts_at` of a form's cleaned data, by the clock that `offset` describes.

    Without an offset, as when no script runs, it is in the site's own time zone.
    """
    starts_at: datetime = data["starts_at"]
    if data.get("offset") is None:
        return starts_at
    naive = timezone.make_naive(starts_at)
    return timezone.make_aware(naive, timezone.get_fixed_timezone(-data["offset"]))
