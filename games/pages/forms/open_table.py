"""The form that opens a table: seats, game, rules, clock and visibility."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.forms.widgets import ChoiceWidget
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from games.engine import CLASSIC_PRESET, OPTIONS, Ruleset
from games.models import Table
from games.pages.forms.choosing import (
    CHECKBOX_OPTIONS,
    SEATINGS,
    TARGET_OPTION,
    drawn_for,
    seating_of,
    seatings_of,
    verdict_of,
)
from games.pages.forms.parts import FIRST_OFFERED, GROUP_ICONS, Box, Group, Offer, Row, Seating
from games.pages.forms.rating_fields import RATING_FIELD_NAMES as RATING_NAMES
from games.pages.forms.rating_fields import RatingFields
from games.rules_text import preset_about, preset_counts, preset_length, preset_title
from games.rules_text.choice import OPTION_PREFIX, Verdict, offered_presets, write_value
from games.rules_text.groups import GROUPS
from games.rules_text.options import OPTION_WORDS, value_words
from games.services.tables import TableOptions

CLOCKS_MS: Final = {
    "fast": (15_000, 60_000, 0),
    "normal": (30_000, 120_000, 0),
    "slow": (60_000, 300_000, 0),
    "none": (None, 0, 0),
}
RARE_FIELDS: Final = ("watch", "delay", "programs", *RATING_NAMES)
"""Names of the fields that are rarely used."""
TIE_CHAINS: Final = (
    ("all_tied",),
    ("mano",),
    ("void",),
    ("most_cards", "all_tied"),
    ("most_cards", "mano"),
    ("most_cards", "void"),
)
"""Ways of settling a tie that the form offers; a link may carry others."""


class TableForm(RatingFields):
    """Form in which a host chooses the rules and options of a new table; the engine judges them."""

    seating = forms.ChoiceField(
        label=_("How many of you"),
        widget=forms.RadioSelect,
        initial="2",
        choices=[
            ("2", _("one on one")),
            ("3", _("alone")),
            ("4", _("in pairs")),
            ("4i", _("alone")),
            ("5", _("by call")),
            ("6", _("in threes")),
            ("6p", _("three pairs")),
        ],
    )
    preset = forms.ChoiceField(label=_("Which game"), initial=CLASSIC_PRESET)
    clock = forms.ChoiceField(
        label=_("Clock"),
        initial="normal",
        help_text=_("Per turn + time bank."),
        choices=[
            ("fast", _("Fast: 15 s + 1 min")),
            ("normal", _("Normal: 30 s + 2 min")),
            ("slow", _("No hurry: 60 s + 5 min")),
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
        help_text=_("Watchers see no hands."),
        choices=[
            (Table.Watch.ANYONE, _("Anybody")),
            (Table.Watch.LINK, _("Who has the link")),
            (Table.Watch.NOBODY, _("Nobody")),
        ],
    )
    delay = forms.ChoiceField(
        label=_("Shown to watchers"),
        initial=Table.Delay.TRICK,
        required=False,
        help_text=_("Where at least two people play."),
        choices=[
            (Table.Delay.NONE, _("At once")),
            (Table.Delay.TRICK, _("Trick by trick, when it is over")),
            (Table.Delay.THREE, _("Three tricks later")),
        ],
    )
    programs = forms.ChoiceField(
        label=_("Other people's bots"),
        initial=Table.Programs.NONE,
        required=False,
        help_text=_("Marked as bots. Games with them are rated separately."),
        choices=[
            (Table.Programs.NONE, _("May not sit down")),
            (Table.Programs.CASUAL, _("Allowed, unrated")),
            (Table.Programs.RATED, _("May sit down, for ratings of their own")),
        ],
    )
    name = forms.CharField(label=_("Name of the table"), max_length=60, required=False)

    verdict: Verdict
    """The engine's verdict on the chosen rules."""

    def __init__(
        self, data: Mapping[str, str] | None = None, *, link: Mapping[str, str] | None = None
    ) -> None:
        fields = dict((data or link or {}).items())
        self.verdict = verdict_of(fields)
        choice = self.verdict.choice
        teams = str(choice.options.get("teams", self.verdict.usual["teams"]))
        chosen = {
            "seating": seating_of(choice.players, teams),
            "preset": choice.preset,
            **{OPTION_PREFIX + name: write_value(value) for name, value in choice.options.items()},
        }
        super().__init__(data, initial={**fields, **chosen})
        preset = self.fields["preset"]
        assert isinstance(preset, forms.ChoiceField)
        preset.choices = [(name, preset_title(name)) for name in offered_presets()]
        for _title, names in GROUPS.values():
            for name in names:
                self.fields[OPTION_PREFIX + name] = self._option(name)

    def _option(self, name: str) -> forms.CharField:
        """Return the form field of an option of the rules; the engine judges its values."""
        words = OPTION_WORDS[name]
        attrs = {"data-option": name, "aria-describedby": f"why-{name} help-{name}"}
        field = forms.CharField(label=str(words.label), help_text=str(words.help), required=False)
        option = OPTIONS[name]
        if option.kind == "bool":
            field.widget = Box(attrs)
            self.initial[OPTION_PREFIX + name] = write_value(self.verdict.complete[name])
        elif option.kind in ("int", "float"):
            field.widget = self._number_input(name, attrs)
        else:
            field.widget = forms.Select(attrs, self._values(name))
        return field

    def _number_input(self, name: str, attrs: dict[str, str]) -> forms.NumberInput:
        """Return the number input of an option of the rules, with its range and usual value."""
        option = OPTIONS[name]
        return forms.NumberInput(
            {
                **attrs,
                "min": f"{option.low:g}",
                "max": f"{option.high:.0f}",
                "step": 1 if option.kind == "int" else 0.05,
                "placeholder": value_words(name, self.verdict.usual[name]),
            }
        )

    def _values(self, name: str) -> list[tuple[str, str]]:
        """Return the choices (value, name) of a rule's option; the game's own value is "".

        If another value is chosen, the name of the value of the game says that it is the usual one.
        """
        option, usual_value = OPTIONS[name], self.verdict.usual[name]
        values: list[Any] = list(option.values)
        if option.kind == "chain":
            values = [list(chain) for chain in TIE_CHAINS]
            values += [
                chain for chain in (usual_value, self.verdict.complete[name]) if chain not in values
            ]
        choices = []
        for value in values:
            text = value_words(name, value)
            is_usual = value == usual_value
            marked = is_usual and self.verdict.complete[name] != usual_value
            title = _t("%(value)s (as usual)") % {"value": text} if marked else text
            choices.append(("" if is_usual else write_value(value), title))
        return choices

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data, with an error for each problem of the rules."""
        data = super().clean() or {}
        for problem in self.verdict.problems:
            self.add_error(self._field_of(problem.option), problem.text)
        return data

    def _field_of(self, option: str) -> str | None:
        """Return the name of the field that shows an option's problem; None for the whole form."""
        if OPTION_PREFIX + option in self.fields:
            return OPTION_PREFIX + option
        return {"preset": "preset", "players": "seating", "teams": "seating"}.get(option)

    @property
    def ruleset(self) -> Ruleset:
        """Return the ruleset that the form chooses; the form must be valid."""
        assert self.verdict.ruleset is not None
        return self.verdict.ruleset

    def seatings(self) -> list[Seating]:
        """Return the seatings (number of players, and sides) that the chosen game offers."""
        field = self["seating"]
        widget = field.field.widget
        assert isinstance(widget, ChoiceWidget)
        return [
            Seating(value, SEATINGS[value][0], str(words), value == field.value())
            for value, words in widget.choices
        ]

    def offers(self) -> list[Offer]:
        """Return the games that the form shows before the list of further games is opened."""
        return [self._offer(name) for name in FIRST_OFFERED]

    def other_offers(self) -> list[Offer]:
        """Return the games that the form shows only when a line that names them is opened."""
        return [self._offer(name) for name in offered_presets() if name not in FIRST_OFFERED]

    def is_other_chosen(self) -> bool:
        """Return True if the chosen game is in the list that is closed at first."""
        return self.verdict.choice.preset not in FIRST_OFFERED

    def _offer(self, name: str) -> Offer:
        """Return a preset with its texts and seatings, as the form offers it."""
        return Offer(
            name,
            preset_title(name),
            preset_about(name),
            preset_counts(name),
            preset_length(name),
            " ".join(seatings_of(name)),
            name == self.verdict.choice.preset,
        )

    def drawn(self) -> str:
        """Return the game and number of players that the form is rendered for: `preset:players`."""
        return drawn_for(self.verdict)

    def is_changed(self) -> bool:
        """Return True if any rule in the form differs from the chosen game, or is in conflict."""
        return any(group.is_open for group in self.groups())

    def rare_fields(self) -> list[forms.BoundField]:
        """Return the form's rarely used fields, shown in a section of their own."""
        return [self[name] for name in RARE_FIELDS]

    def is_particular(self) -> bool:
        """Return True if one of the rarely used fields is changed or invalid."""
        return any(
            field.errors or str(field.value() or "") != str(field.field.initial or "")
            for field in self.rare_fields()
        )

    def groups(self) -> list[Group]:
        """Return the rules' options by group; options with an effect in the game come first."""
        groups, matters = [], self.verdict.matters
        for key, (title, names) in GROUPS.items():
            rows = [self._row(name) for name in names if name != TARGET_OPTION]
            effective = [row for row in rows if row.name in matters]
            ineffective = [row for row in rows if row.name not in matters]
            changes = sum(row.changed for row in rows)
            is_open = bool(changes) or any(row.wrong for row in rows)
            groups.append(
                Group(key, str(title), GROUP_ICONS[key], effective, ineffective, changes, is_open)
            )
        return groups

    def any_rest(self) -> bool:
        """Return True if any option of the rules has no effect in the chosen game."""
        return any(group.rest for group in self.groups())

    def target(self) -> Row:
        """Return the row of the option that says how many deals or points win the match."""
        return self._row(TARGET_OPTION)

    def _row(self, name: str) -> Row:
        """Return an option of the rules as the template shows it: field, errors, changed or not."""
        wrong = [
            problem.text
            for problem in self.verdict.problems
            if name in (problem.option, problem.other)
        ]
        changed = name in self.verdict.choice.options
        return Row(
            name, self[OPTION_PREFIX + name], changed, " ".join(wrong), name in CHECKBOX_OPTIONS
        )

    def table_options(self) -> TableOptions:
        """Return the settings of the table to open; the form must be valid."""
        data = self.cleaned_data
        turn_ms, bank_ms, increment_ms = CLOCKS_MS[data["clock"]]
        return TableOptions(
            preset=self.ruleset.preset,
            players=self.ruleset.players,
            options=dict(self.verdict.choice.options),
            turn_ms=turn_ms,
            bank_ms=bank_ms,
            increment_ms=increment_ms,
            visibility=data["visibility"],
            watch=data["watch"],
            delay=int(data["delay"] or Table.Delay.TRICK),
            programs=data["programs"] or Table.Programs.NONE,
            rating=self.rating_range(),
            name=data["name"].strip(),
        )
