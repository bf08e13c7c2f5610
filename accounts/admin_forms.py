"""Forms of the admin's pages about accounts."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django import forms
from django.contrib.admin.widgets import AdminSplitDateTime
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.bars import MAX_REASON
from accounts.models import NO_END

DURATIONS: Final = (1, 3, 7, 30, 90, 365)
"""Lengths of a bar to choose from, in days."""
UNTIL_DATE: Final = "date"
FOR_EVER: Final = "none"


class BarForm(forms.Form):
    """Reason and length of a bar, without defaults."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON,
        widget=forms.Textarea({"rows": 3, "cols": 60}),
        help_text=_("Whoever signs in to the account reads it."),
    )
    length = forms.ChoiceField(label=_("How long"), widget=forms.RadioSelect)
    date = forms.SplitDateTimeField(
        label=_("Until"),
        required=False,
        widget=AdminSplitDateTime,
        help_text=_("For “until a date”; times are in UTC."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        length = self.fields["length"]
        assert isinstance(length, forms.ChoiceField)
        length.choices = [
            *((str(n), ngettext("%(n)s day", "%(n)s days", n) % {"n": n}) for n in DURATIONS),
            (UNTIL_DATE, _("Until a date")),
            (FOR_EVER, _("Without an end")),
        ]

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data with the end of the bar as `until`, None for no end."""
        data = super().clean() or {}
        length, date = data.get("length"), data.get("date")
        if length == UNTIL_DATE and "date" in data and not _is_possible(date):
            self.add_error("date", ValidationError(_("Choose a date that is not over.")))
        elif length != UNTIL_DATE and date:
            self.add_error("date", ValidationError(_("A date goes with “until a date” only.")))
        data["until"] = date if length == UNTIL_DATE else _after(length)
        return data


def _is_possible(date: datetime | None) -> bool:
    """Return whether a moment is a possible end of a bar: in the future, before NO_END."""
    return date is not None and timezone.now() < date < NO_END


def _after(length: str | None) -> datetime | None:
    """Return the end of a bar of this many days, as text; None for other texts."""
    if length is None or not length.isdecimal():
        return None
    return timezone.now() + timedelta(days=int(length))
