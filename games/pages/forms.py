"""The form that opens a table: who plays what, by which rules, with which clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.engine import OPTIONS, Ruleset
from games.models import Table
from games.pages.choosing import APART, DEFAULT_PRESET, seating_of, seatings_of, verdict_of
from games.record.boards import BoardsError, boards_rules
from games.rulewords import preset_about, preset_counts, preset_length, preset_title
from games.rulewords.choice import PREFIX, Verdict, offered_presets, write_value
from games.rulewords.groups import GROUPS
from games.rulewords.options import OPTION_WORDS, value_words

CLOCKS: Final = {
    "fast": (15_000, 60_000, 0),
    "normal": (30_000, 120_000, 0),
    "slow": (60_000, 300_000, 0),
    "none": (None, 0, 0),
}
CHAINS: Final = (
    ("all_tied",),
    ("mano",),
    ("void",),
    ("most_cards", "all_tied"),
    ("most_cards", "mano"),
    ("most_cards", "void"),
)
"""The ways of settling a tie that the form offers; a link may carry others."""


class Row(NamedTuple):
    """One option in the form."""

    name: str
    field: forms.BoundField
    changed: bool
    wrong: str


class Group(NamedTuple):
    """The options of one kind: those that matter in the game chosen, and the rest."""

    key: str
    title: str
    rows: list[Row]
    rest: list[Row]
    changes: int


class Offer(NamedTuple):
    """A preset as the form offers it."""

    name: str
    title: str
    about: str
    counts: str
    length: str
    seatings: str
    chosen: bool


BOARDS: Final = (1, 3, 5, 7, 9, 11)
"""Offered numbers of decks: such as two sides may turn, and three but for 3 and 9."""
BOARDS_REFUSED: Final = {
    "no_duplicate": _("These rules cannot be played as duplicate."),
    "bad_boards": _("With so many boards not every side gets every hand."),
}


def boards_words(boards: int) -> str:
    """How many decks a duplicate match has, in words."""
    return ngettext("%(n)s deck", "%(n)s decks", boards) % {"n": boards}


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
            ("5", _("5: secret partner")),
            ("6", _("6: two threes")),
            ("6p", _("6: three pairs")),
        ],
    )
    preset = forms.ChoiceField(label=_("What you play"), initial=DEFAULT_PRESET)
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
    delay = forms.ChoiceField(
        label=_("Who watches sees it"),
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
        label=_("Programs of others"),
        initial=Table.Programs.NONE,
        required=False,
        help_text=_("Marked as bots. What counts with them counts apart from people."),
        choices=[
            (Table.Programs.NONE, _("May not sit down")),
            (Table.Programs.CASUAL, _("May sit down, not for ratings")),
            (Table.Programs.RATED, _("May sit down, for ratings of their own")),
        ],
    )
    boards = forms.TypedChoiceField(
        label=_("The same cards again"),
        required=False,
        coerce=int,
        help_text=_(
            "Duplicate: each deck is dealt once for every side, and points decide. Such a match is "
            "not rated."
        ),
        choices=[],
    )
    name = forms.CharField(label=_("Name of the table"), max_length=60, required=False)

    verdict: Verdict
    """What the engine says of the rules chosen."""

    def __init__(
        self, data: Mapping[str, str] | None = None, *, link: Mapping[str, str] | None = None
    ) -> None:
        given = dict((data or link or {}).items())
        self.verdict = verdict_of(given)
        choice = self.verdict.choice
        teams = str(choice.options.get("teams", self.verdict.usual["teams"]))
        chosen = {
            "seating": seating_of(choice.players, teams),
            "preset": choice.preset,
            **{PREFIX + name: write_value(value) for name, value in choice.options.items()},
        }
        super().__init__(data, initial={**given, **chosen})
        preset = self.fields["preset"]
        assert isinstance(preset, forms.ChoiceField)
        preset.choices = [(name, preset_title(name)) for name in offered_presets()]
        boards = self.fields["boards"]
        assert isinstance(boards, forms.TypedChoiceField)
        boards.choices = [("", _t("No")), *((number, boards_words(number)) for number in BOARDS)]
        for _title, names in GROUPS.values():
            for name in names:
                self.fields[PREFIX + name] = self._option(name)

    def _option(self, name: str) -> forms.CharField:
        """The field of an option, whose values the engine judges."""
        words = OPTION_WORDS[name]
        usual = value_words(name, self.verdict.usual[name])
        attrs = {"data-option": name, "aria-describedby": f"why-{name} help-{name}"}
        field = forms.CharField(label=str(words.label), help_text=str(words.help), required=False)
        option = OPTIONS[name]
        if option.kind in ("int", "float"):
            field.widget = forms.NumberInput(
                {
                    **attrs,
                    "min": f"{option.low:g}",
                    "max": f"{option.high:.0f}",
                    "step": 1 if option.kind == "int" else 0.05,
                    "placeholder": usual,
                }
            )
        else:
            as_usual = _t("%(value)s, as usual") % {"value": usual}
            field.widget = forms.Select(attrs, [("", as_usual), *self._values(name)])
        return field

    def _values(self, name: str) -> list[tuple[str, str]]:
        option = OPTIONS[name]
        values: list[Any] = [True, False] if option.kind == "bool" else list(option.values)
        if option.kind == "chain":
            values = [list(chain) for chain in CHAINS]
            chosen = self.verdict.complete[name]
            values += [chosen] if chosen not in values else []
        return [(write_value(value), value_words(name, value)) for value in values]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for problem in self.verdict.problems:
            self.add_error(self._field_of(problem.option), problem.text)
        if data.get("boards") and self.verdict.ruleset is not None:
            try:
                boards_rules(self.verdict.ruleset, data["boards"])
            except BoardsError as error:
                self.add_error("boards", BOARDS_REFUSED[error.code])
        return data

    def _field_of(self, option: str) -> str | None:
        if PREFIX + option in self.fields:
            return PREFIX + option
        return {"preset": "preset", "players": "seating", "teams": "seating"}.get(option)

    @property
    def ruleset(self) -> Ruleset:
        """The rules chosen, of a form that is valid."""
        assert self.verdict.ruleset is not None
        return self.verdict.ruleset

    def offers(self) -> list[Offer]:
        """The presets that can be played, in words."""
        return [
            Offer(
                name,
                preset_title(name),
                preset_about(name),
                preset_counts(name),
                preset_length(name),
                " ".join(seatings_of(name)),
                name == self.verdict.choice.preset,
            )
            for name in offered_presets()
        ]

    def groups(self) -> list[Group]:
        """The options by kind, those first that matter."""
        found = []
        for key, (title, names) in GROUPS.items():
            rows = [self._row(name) for name in names if name != APART]
            near = [row for row in rows if row.name in self.verdict.matters]
            far = [row for row in rows if row.name not in self.verdict.matters]
            found.append(Group(key, str(title), near, far, sum(row.changed for row in rows)))
        return found

    def any_rest(self) -> bool:
        """Whether there are options that change nothing in this game."""
        return any(group.rest for group in self.groups())

    def target(self) -> Row:
        """How far the match goes."""
        return self._row(APART)

    def _row(self, name: str) -> Row:
        wrong = [one.text for one in self.verdict.problems if name in (one.option, one.other)]
        changed = name in self.verdict.choice.options
        return Row(name, self[PREFIX + name], changed, " ".join(wrong))

    def table_fields(self) -> dict[str, Any]:
        """What `open_table` takes."""
        data = self.cleaned_data
        turn_ms, bank_ms, increment_ms = CLOCKS[data["clock"]]
        return {
            "preset": self.ruleset.preset,
            "players": self.ruleset.players,
            "options": dict(self.verdict.choice.options),
            "turn_ms": turn_ms,
            "bank_ms": bank_ms,
            "increment_ms": increment_ms,
            "visibility": data["visibility"],
            "watch": data["watch"],
            "delay": int(data["delay"] or Table.Delay.TRICK),
            "programs": data["programs"] or Table.Programs.NONE,
            "boards": data["boards"] or 0,
            "name": data["name"].strip(),
        }
