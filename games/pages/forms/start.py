"""Form fields for times by the reader's own clock."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from datetime import timezone as datetime_timezone
from typing import Any, Final

from django import forms
from django.utils import timezone

from games.conduct.notifying import is_zone, zone_named

MAX_OFFSET_MIN: Final = 24 * 60 - 1
"""Largest difference of a time zone from UTC that is read, in minutes."""
MAX_ZONE_NAME: Final = 64


class StartField(forms.DateTimeField):
    """Form field for a date and time by the reader's clock; another field sends the time zone."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class OffsetField(forms.IntegerField):
    """Form field for the minutes by which UTC is ahead of the reader's clock at the time typed.

    A script fills it. It counts only where the name of the time zone is missing or unknown.
    """

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(required=False, min_value=-MAX_OFFSET_MIN, max_value=MAX_OFFSET_MIN)


class ZoneField(forms.CharField):
    """Form field for the name of the reader's time zone; "" if it is unknown. A script fills it."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(required=False)

    def clean(self, value: Any) -> str:
        """Return the submitted time zone's name if it exists, else ""."""
        name = str(super().clean(value))
        return name if len(name) <= MAX_ZONE_NAME and is_zone(name) else ""


def own_moment(data: Mapping[str, Any]) -> datetime:
    """Return the time `starts_at` of a form's cleaned data, in the reader's time zone.

    The clock is that of `time_zone`, or is described by `offset`. Without either, as when no script
    runs, the time is in the site's own time zone.
    """
    starts_at: datetime = data["starts_at"]
    if data.get("time_zone"):
        return timezone.make_naive(starts_at).replace(tzinfo=zone_named(data["time_zone"]))
    if data.get("offset") is None:
        return starts_at
    offset = datetime_timezone(timedelta(minutes=-data["offset"]))
    return timezone.make_naive(starts_at).replace(tzinfo=offset)
