"""The form that opens a table."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine import BUILT_PRESETS, PRESETS, Ruleset, RulesetError, build_ruleset
from games.models import Table
from games.rulewords import PRESET_WORDS

SEATINGS: Final = {
    "2": (2, "individual"),
    "3": (3, "individual"),
    "4": (4, "pairs"),
    "4i": (4, "individual"),
    "6": (6, "threes"),
}
CLOCKS: Final = {
    "fast": (15_000, 60_000, 0),
    "normal": (30_000, 120_000, 0),
    "slow": (60_000, 300_000, 0),
    "none": (None, 0, 0),
}
TARGETS: Final = (1, 3, 5, 6, 7)


class TableForm(forms.Form):
    """Who plays what, with which clock, and who may come."""

    seating = forms.ChoiceField(
        label=_("How many are you"),
        widget=forms.RadioSelect,
        initial="2",
        choices=[
            ("2", _("2: one against one")),
            ("3", _("3: each alone")),
            ("4", _("4: pairs")),
            ("4i", _("4: each alone")),
            ("6", _("6: two threes")),
        ],
    )
    preset = forms.ChoiceField(
        label=_("What you play"),
        widget=forms.RadioSelect,
        initial="ludoteka",
        choices=[(name, PRESET_WORDS[name].title) for name in BUILT_PRESETS],
    )
    target = forms.TypedChoiceField(
        label=_("Deals to win"),
        coerce=int,
        initial=3,
        choices=[(number, str(number)) for number in TARGETS],
    )
    clock = forms.ChoiceField(
        label=_("Clock"),
        initial="normal",
        choices=[
            ("fast", _("Fast: 15 s a turn, 1 min to spare")),
            ("normal", _("Normal: 30 s a turn, 2 min to spare")),
            ("slow", _("No hurry: 60 s a turn, 5 min to spare")),
            ("none", _("No clock")),
        ],
    )
    visibility = forms.ChoiceField(
        label=_("Who may sit down"),
        initial=Table.Visibility.PUBLIC,
        choices=[
            (Table.Visibility.PUBLIC, _("Anybody")),
            (Table.Visibility.LINK, _("Who has the link")),
        ],
    )
    watch = forms.ChoiceField(
        label=_("Who may watch"),
        initial=Table.Watch.ANYONE,
        help_text=_("Who watches sees no hand."),
        choices=[
            (Table.Watch.ANYONE, _("Anybody")),
            (Table.Watch.LINK, _("Who has the link")),
            (Table.Watch.NOBODY, _("Nobody")),
        ],
    )
    name = forms.CharField(label=_("Name of the table"), max_length=60, required=False)

    ruleset: Ruleset

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        players, teams = SEATINGS[data["seating"]]
        try:
            self.ruleset = build_ruleset(
                data["preset"], players, {"teams": teams, "match.target": data["target"]}
            )
        except RulesetError as error:
            allowed = ", ".join(str(count) for count in PRESETS[data["preset"]].players)
            message = _("These rules are for %(players)s players.") % {"players": allowed}
            self.add_error("preset" if error.option == "players" else "seating", message)
        return data

    def table_fields(self) -> dict[str, Any]:
        """What `open_table` takes."""
        data = self.cleaned_data
        turn_ms, bank_ms, increment_ms = CLOCKS[data["clock"]]
        return {
            "preset": data["preset"],
            "players": self.ruleset.players,
            "options": {
                "teams": self.ruleset.options["teams"],
                "match.target": data["target"],
            },
            "turn_ms": turn_ms,
            "bank_ms": bank_ms,
            "increment_ms": increment_ms,
            "visibility": data["visibility"],
            "watch": data["watch"],
            "name": data["name"].strip(),
        }
