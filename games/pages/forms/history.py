"""The form with the filters of the history."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine import PRESETS
from games.rules_text import preset_title

LARGEST: Final = 2**63 - 1
FIRST_DAY: Final = date(1970, 1, 1)
LAST_DAY: Final = date(2999, 1, 1)
PLAYERS: Final = (2, 3, 4, 5, 6)


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
        choices=[("", _("Any")), *((number, number) for number in PLAYERS)],
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
        required=False, min_value=1, max_value=LARGEST, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        preset = self.fields["preset"]
        assert isinstance(preset, forms.ChoiceField)
        preset.choices = [("", _("Any")), *((name, preset_title(name)) for name in PRESETS)]

    FIRST: Final = ("result", "preset", "partner", "rival")
    """Names of the fields that stand before the others."""

    def first_fields(self) -> list[forms.BoundField]:
        """Return the fields that are used most."""
        return [self[name] for name in self.FIRST]

    def other_fields(self) -> list[forms.BoundField]:
        """Return the visible fields that are used less."""
        return [field for field in self.visible_fields() if field.name not in self.FIRST]

    def active(self, own: str) -> int:
        """Return how many filters are in use, not counting one by the player named `own`."""
        given = {field.name: str(field.value() or "").strip() for field in self}
        if given["player"].lower() == own.lower():
            del given["player"]
        return sum(map(bool, given.values()))

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data, with an error for partner, rival and result without a player."""
        data: dict[str, Any] = super().clean() or {}
        if not data.get("player"):
            for name in ("partner", "rival", "result"):
                if data.get(name):
                    self.add_error(name, _("First fill in “Player”."))
        return data

    def wanted(self) -> dict[str, Any]:
        """Return keyword arguments for a MatchFilter; days are in UTC, the last one included."""
        found = {name: value for name, value in self.cleaned_data.items() if value}
        if "rated" in found:
            found["rated"] = found["rated"] == "yes"
        if "contains" in found:
            found["contains"] = (found["contains"],)
        if "since" in found:
            found["since"] = _midnight(found["since"])
        if "until" in found:
            found["until"] = _midnight(found["until"]) + timedelta(days=1)
        return found


def _midnight(day: date) -> datetime:
    """Return the beginning of a day (UTC)."""
    return datetime.combine(day, time(), UTC)
