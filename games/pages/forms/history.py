"""The form with the filters of the history."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine import PRESETS
from games.rules_text import preset_title

MAX_ROW_ID: Final = 2**63 - 1
FIRST_DAY: Final = date(1970, 1, 1)
LAST_DAY: Final = date(2999, 1, 1)
PLAYER_COUNTS: Final = (2, 3, 4, 5, 6)


class Day(forms.DateField):
    """Form field for a day on which a match can have ended."""

    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})

    def clean(self, value: Any) -> date | None:
        """Return the day, or None for no value.

        Raises:
            ValidationError: the text is no date, or the day is outside FIRST_DAY to LAST_DAY.
        """
        day: date | None = super().clean(value)
        if day is not None and not FIRST_DAY <= day <= LAST_DAY:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return day


class HistoryForm(forms.Form):
    """Form with the filters of the list of finished matches."""

    player = forms.CharField(label=_("Player"), max_length=32, required=False)
    partner = forms.CharField(label=_("With"), max_length=32, required=False)
    rival = forms.CharField(label=_("Against"), max_length=32, required=False)
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[("", _("Any")), ("won", _("Won")), ("lost", _("Lost")), ("drawn", _("Drawn"))],
    )
    preset = forms.ChoiceField(label=_("Rules"), required=False)
    players = forms.TypedChoiceField(
        label=_("Seats"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", _("Any")), *((number, number) for number in PLAYER_COUNTS)],
    )
    rated = forms.ChoiceField(
        label=_("Rating"),
        required=False,
        choices=[("", _("Any")), ("yes", _("Rated")), ("no", _("Not rated"))],
    )
    contains = forms.ChoiceField(
        label=_("With a deal in which"),
        required=False,
        choices=[
            ("", _("Any")),
            ("hundred", _("a side passed a hundred points")),
            ("claim", _("the rest was claimed")),
            ("kill", _("the trump ace caught the three")),
        ],
    )
    since = Day(label=_("From"), required=False)
    until = Day(label=_("To"), required=False)
    team = forms.IntegerField(
        required=False, min_value=1, max_value=MAX_ROW_ID, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        preset = self.fields["preset"]
        assert isinstance(preset, forms.ChoiceField)
        preset.choices = [("", _("Any")), *((name, preset_title(name)) for name in PRESETS)]

    FIRST: Final = ("result", "preset", "partner", "rival")
    """Names of the fields that stand before the others."""

    def first_fields(self) -> list[forms.BoundField]:
        """Return the most used filters of the history, which the form shows first."""
        return [self[name] for name in self.FIRST]

    def other_fields(self) -> list[forms.BoundField]:
        """Return the less used filters of the history, which the form shows last."""
        return [field for field in self.visible_fields() if field.name not in self.FIRST]

    def active(self, own: str) -> int:
        """Return the number of filters in use; the player filter does not count if it is `own`."""
        values = {field.name: str(field.value() or "").strip() for field in self}
        if values["player"].lower() == own.lower():
            del values["player"]
        return sum(map(bool, values.values()))

    def clean(self) -> dict[str, Any]:
        """Return the cleaned filters; partner, rival or result without a player is an error."""
        data: dict[str, Any] = super().clean() or {}
        if not data.get("player"):
            for name in ("partner", "rival", "result"):
                if data.get(name):
                    self.add_error(name, _("First fill in “Player”."))
        return data

    def wanted(self) -> dict[str, Any]:
        """Return the chosen filters as arguments of MatchFilter; the last day is included (UTC)."""
        conditions = {name: value for name, value in self.cleaned_data.items() if value}
        if "rated" in conditions:
            conditions["rated"] = conditions["rated"] == "yes"
        if "contains" in conditions:
            conditions["contains"] = (conditions["contains"],)
        if "since" in conditions:
            conditions["since"] = _midnight(conditions["since"])
        if "until" in conditions:
            conditions["until"] = _midnight(conditions["until"]) + timedelta(days=1)
        return conditions


def _midnight(day: date) -> datetime:
    """Return the beginning of a day as a datetime (UTC)."""
    return datetime.combine(day, time(), UTC)
