"""The form by which an organiser founds a league."""

from __future__ import annotations

from datetime import time
from functools import cache
from typing import Any, Final
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.common.errors import LeagueError
from games.engine import PRESETS, RulesetError
from games.leagues.rules.season_dates import DEFAULT_WEEKDAY
from games.leagues.services import creating
from games.leagues.services.creating import LeagueOptions
from games.leagues.wording.leagues import KIND_NAMES, WEEKDAY_NAMES
from games.leagues.wording.refusals import refusal_text
from games.pages.forms.long_select import LongSelect
from games.pages.wording.time_zones import zone_name
from games.rules_text import preset_title
from games.tournaments.models import Tournament
from games.tournaments.services.event_rules import event_ruleset

DEALS_OFFERED: Final = (4, 8, 12, 16, 20, 24)
CLOCKS_OFFERED: Final = (
    (10_000, _("10 s a card")),
    (15_000, _("15 s a card")),
    (30_000, _("30 s a card")),
)
FIELD_OF: Final = {
    "bad_name": "name", "bad_kind": "kind", "bad_zone": "time_zone", "bad_start": "starts_on",
    "bad_deals": "deals", "bad_slot": "default_weekday", "bad_clock": "turn_ms", "bad_rules": "preset",
}  # fmt: skip
"""Code of a refusal -> the field that it is about."""


@cache
def zones_offered() -> tuple[str, ...]:
    """Return the names of the time zones to choose from for a league.

    They are cached, as the system keeps them in hundreds of files.
    """
    named = (zone for zone in available_timezones() if "/" in zone and zone[:3] != "Etc")
    return tuple(sorted(named))


class LeagueForm(forms.Form):
    """Form in which an organiser chooses a new league's settings; each field has a default."""

    name = forms.CharField(label=_("Name"), max_length=creating.MAX_NAME)
    line = forms.CharField(
        label=_("One line for the list"), max_length=creating.MAX_LINE, required=False
    )
    kind = forms.ChoiceField(
        label=_("Who enters"),
        choices=list(KIND_NAMES.items()),
        initial="pairs",
        widget=forms.RadioSelect,
    )
    preset = forms.ChoiceField(label=_("Game"), initial="ludoteka")
    deals = forms.TypedChoiceField(
        label=_("Deals of a match"),
        choices=[(number, str(number)) for number in DEALS_OFFERED],
        coerce=int,
        initial=16,
    )
    turn_ms = forms.TypedChoiceField(
        label=_("Clock"), choices=CLOCKS_OFFERED, coerce=int, initial=15_000
    )
    starts_on = forms.DateField(
        label=_("First Monday"),
        widget=forms.DateInput(attrs={"type": "date", "step": "7"}, format="%Y-%m-%d"),
        help_text=_("A season lasts ten weeks."),
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), widget=LongSelect)
    default_weekday = forms.TypedChoiceField(
        label=_("Day if nobody agrees"),
        choices=list(enumerate(WEEKDAY_NAMES)),
        coerce=int,
        initial=DEFAULT_WEEKDAY,
    )
    default_time = forms.TimeField(
        label=_("Hour if nobody agrees"),
        initial=time(21, 0),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    programs = forms.BooleanField(label=_("Programs may enter"), required=False)
    restarts = forms.BooleanField(
        label=_("Another season follows by itself"), required=False, initial=True
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chosen: LeagueOptions | None = None
        _choose(self, "preset", [(name, preset_title(name)) for name in playable_presets()])
        zones = zones_offered()
        _choose(self, "time_zone", [(zone, zone_name(zone)) for zone in zones])
        self.fields["time_zone"].initial = (
            settings.TIME_ZONE if settings.TIME_ZONE in zones else "Europe/Madrid"
        )
        self.fields["starts_on"].initial = creating.first_monday(timezone.now())

    def clean(self) -> dict[str, Any]:
        """Check that the choices fit together; if so, set `chosen` to the league's settings."""
        data = super().clean() or {}
        if self.errors:
            return data
        welcome = Tournament.Programs.WELCOME if data["programs"] else Tournament.Programs.NONE
        chosen = LeagueOptions(**{**data, "programs": welcome})
        try:
            chosen.check(now=timezone.now())
        except LeagueError as error:
            self.add_error(FIELD_OF.get(error.code), refusal_text(error.code))
        else:
            self.chosen = chosen
        return data


def _choose(form: forms.Form, name: str, choices: list[tuple[str, str]]) -> None:
    """Set the choices of a field of the form."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


def playable_presets() -> list[str]:
    """Return the presets that two pairs can play in matches with compared decks."""
    playable = []
    for name in PRESETS:
        try:
            ruleset = event_ruleset(
                preset=name,
                players=creating.TABLE_SEATS,
                options={"teams": "pairs"},
                deals=16,
                compared=True,
            )
        except RulesetError:
            continue
        if [len(side) for side in ruleset.rules.sides] == [2, 2]:
            playable.append(name)
    return playable
