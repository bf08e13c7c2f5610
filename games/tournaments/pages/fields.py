"""The form by which an organiser creates or changes a tournament, in five steps."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.common.errors import TournamentError
from games.engine import PRESETS, RulesetError
from games.pages.forms.start import OffsetField, StartField, ZoneField, own_moment
from games.rules_text import preset_title
from games.tournaments.models import Tournament
from games.tournaments.models.tournaments import Format
from games.tournaments.services.creating import TournamentOptions
from games.tournaments.wording.tournaments import FORMATS, refusal_text

SEATINGS: Final = {
    "pairs": (_("Pairs, who enter together"), 4, 2),
    "partners": (_("Single players, a new partner each round"), 4, 1),
    "two": (_("Head to head"), 2, 1),
    "threes": (_("Threes, who enter together"), 6, 3),
    "three": (_("Tables of three"), 3, 1),
    "five": (_("Tables of five, with an auction"), 5, 1),
    "six": (_("Tables of three pairs, who enter together"), 6, 2),
}
"""Name -> words, seats of a table, players of an entrant."""
TEAMS: Final[Mapping[tuple[int, int], str]] = {
    (4, 2): "pairs", (4, 1): "pairs", (6, 3): "threes", (6, 2): "pairs",
}  # fmt: skip
"""(seats of a table, players of an entrant) -> who plays together, where there is a choice."""
OFFERED: Final = (
    Format.SWISS, Format.DAILY, Format.ARENA, Format.ROUND_ROBIN, Format.GROUPS, Format.KNOCKOUT, Format.LADDER,
    Format.TEAMS,
)  # fmt: skip
BOTS: Final = "learned"
"""Level of the house bots at the other seats of a daily event or a match of teams."""
HOUSE_ENTRANTS: Final = 10
"""House bots that play a daily event too, so that the first people have somebody to beat."""
DEALS: Final = (1, 2, 3, 4, 6, 8, 12, 16)
REPEATS: Final = ((0, _("No")), (1, _("Every day")), (7, _("Every week")))


class TournamentForm(forms.Form):
    """Form in which an organiser announces a tournament; each field has a valid default."""

    preset = forms.ChoiceField(label=_("Game"), initial="ludoteka")
    seating = forms.ChoiceField(
        label=_("Who plays with whom"),
        choices=[(name, words) for name, (words, _seats, _members) in SEATINGS.items()],
        initial="pairs",
        widget=forms.RadioSelect,
    )
    format = forms.ChoiceField(
        label=_("How it is decided"),
        choices=[(name, FORMATS[name]) for name in OFFERED],
        initial=Format.SWISS,
        widget=forms.RadioSelect,
    )
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=30, initial=5)
    deals = forms.TypedChoiceField(
        label=_("Deals of a game"),
        choices=[(number, str(number)) for number in DEALS],
        coerce=int,
        initial=4,
    )
    best_of = forms.TypedChoiceField(
        label=_("Games of a knock-out tie"),
        choices=[(number, str(number)) for number in (1, 3, 5)],
        coerce=int,
        initial=1,
    )
    minutes = forms.IntegerField(
        label=_("Minutes of an arena"), min_value=10, max_value=180, initial=45, required=False
    )
    second_bracket = forms.BooleanField(
        label=_("Who loses the first match plays on in a second bracket"), required=False
    )
    bots = forms.BooleanField(
        label=_("Bots play the other side, so that each team is one player or one pair"),
        required=False,
    )
    starts_at = StartField(label=_("Day and hour"))
    offset = OffsetField()
    time_zone = ZoneField()
    every_days = forms.TypedChoiceField(label=_("Repeated"), choices=REPEATS, coerce=int, initial=0)
    visibility = forms.ChoiceField(
        label=_("Who enters"),
        choices=[("public", _("Everybody")), ("link", _("Whoever has the link"))],
        initial="public",
        widget=forms.RadioSelect,
    )
    min_finished = forms.TypedChoiceField(
        label=_("Matches they must have finished"),
        choices=[(0, _("Any share")), (80, "80 %"), (90, "90 %")],
        coerce=int,
        initial=90,
    )
    max_entrants = forms.IntegerField(label=_("At most"), min_value=2, max_value=1000, initial=64)
    starts_when_full = forms.BooleanField(
        label=_("It starts as soon as it is full"), required=False
    )
    fee = forms.IntegerField(label=_("Entry fee in chips"), min_value=0, max_value=1000, initial=0)
    late_entry = forms.BooleanField(
        label=_("One may enter until half of the rounds have begun"), required=False, initial=True
    )
    clubs_apart = forms.BooleanField(
        label=_("Members of one club meet late, where that is possible"), required=False
    )
    programs = forms.BooleanField(label=_("Programs may enter"), required=False)
    name = forms.CharField(label=_("Name"), max_length=60)
    line = forms.CharField(label=_("One line for the list"), max_length=140, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chosen: TournamentOptions | None = None
        preset = self.fields["preset"]
        assert isinstance(preset, forms.ChoiceField)
        preset.choices = [(name, preset_title(name)) for name in PRESETS]
        self.fields["starts_at"].initial = _next_hour(timezone.now())
        if self.is_bound:
            return
        begins = self.get_initial_for_field(self.fields["starts_at"], "starts_at")
        # the page writes it in the reader's own time zone
        self.fields["starts_at"].widget.attrs["data-begins"] = begins.isoformat()

    def clean(self) -> dict[str, Any]:
        """Check that the choices fit together; if so, set `chosen` to the tournament's settings."""
        data = super().clean() or {}
        if self.errors:
            return data
        chosen = options_of(data)
        try:
            chosen.check(now=timezone.now())
        except TournamentError as error:
            self.add_error(FIELD_OF.get(error.code), refusal_text(error))
        except RulesetError as error:
            self.add_error(
                "seating", _("This game is not played like that: %(why)s") % {"why": error}
            )
        else:
            self.chosen = chosen
        return data


def initial_of(tournament: Tournament) -> dict[str, Any]:
    """Return a tournament's settings as initial values of the tournament form.

    The form is to change the tournament, or to copy it.
    """
    same = (
        "preset", "format", "rounds", "deals", "best_of", "minutes", "second_bracket", "starts_at",
        "visibility", "min_finished", "max_entrants", "starts_when_full", "fee", "late_entry",
        "name", "line", "clubs_apart",
    )  # fmt: skip
    seats = (tournament.players, tournament.members)
    named = [name for name, (_words, *choices) in SEATINGS.items() if tuple(choices) == seats]
    series = tournament.series
    return {
        **{name: getattr(tournament, name) for name in same},
        "seating": named[0] if named else "pairs",
        "bots": bool(tournament.bots),
        "programs": tournament.programs == Tournament.Programs.WELCOME,
        "every_days": series.every_days if series else 0,
    }


FIELD_OF: Final[Mapping[str, str]] = {
    "bad_name": "name", "bad_start": "starts_at", "bad_rounds": "rounds", "bad_deals": "deals",
    "bad_entrants": "max_entrants", "bad_fee": "fee", "bad_minutes": "minutes",
    "bad_best_of": "best_of", "bad_members": "seating",
}  # fmt: skip
"""Code of a refusal -> the field that it is about."""


def _next_hour(now: datetime) -> datetime:
    """Return a full hour that is at least half an hour away."""
    return (now + timedelta(minutes=90)).replace(minute=0, second=0, microsecond=0)


def options_of(data: Mapping[str, Any]) -> TournamentOptions:
    """Return the settings of a tournament that the form's cleaned data describes."""
    _words, players, members = SEATINGS[data["seating"]]
    teams = TEAMS.get((players, members))
    daily = data["format"] == Format.DAILY
    teams_play = data["format"] == Format.TEAMS
    return TournamentOptions(
        name=data["name"],
        line=data["line"],
        clubs_apart=data["clubs_apart"],
        format=data["format"],
        preset=data["preset"],
        players=players,
        members=1 if daily else members,
        bots=BOTS if daily or (teams_play and data["bots"]) else "",
        house_entrants=HOUSE_ENTRANTS if daily and not data["fee"] else 0,
        options={"teams": teams} if teams else {},
        starts_at=own_moment(data),
        time_zone=data["time_zone"],
        rounds=data["rounds"],
        deals=data["deals"],
        best_of=data["best_of"],
        minutes=data["minutes"] or 0,
        second_bracket=data["second_bracket"],
        every_days=data["every_days"],
        visibility=data["visibility"],
        min_finished=data["min_finished"],
        max_entrants=data["max_entrants"],
        fee=data["fee"],
        starts_when_full=data["starts_when_full"],
        late_entry=data["late_entry"],
        programs=Tournament.Programs.WELCOME if data["programs"] else Tournament.Programs.NONE,
    )
