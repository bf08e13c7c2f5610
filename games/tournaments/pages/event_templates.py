"""Templates of tournaments: choices that go well together, to begin with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.tournaments.models.tournaments import Format


@dataclass(frozen=True, slots=True)
class Template:
    """Preset choices for a new tournament: a name, a line about it, and form values."""

    title: str | Promise
    line: str | Promise
    initial: Mapping[str, Any]


TEMPLATES: Final[Mapping[str, Template]] = {
    "pairs": Template(
        _("Evening of pairs"),
        _("Five rounds of four deals on the same cards; about an hour and a half"),
        {"seating": "pairs", "format": Format.SWISS, "rounds": 5, "deals": 4, "every_days": 7},
    ),
    "partners": Template(
        _("With a new partner each round"),
        _("For people who come alone: six rounds of two deals"),
        {"seating": "partners", "format": Format.SWISS, "rounds": 6, "deals": 2},
    ),
    "lightning": Template(
        _("Lightning arena"),
        _("Head to head for 45 minutes; come and go"),
        {"seating": "two", "format": Format.ARENA, "deals": 1, "minutes": 45},
    ),
    "cup": Template(
        _("Small cup"),
        _("Knock-out of eight that starts when it is full, with a second bracket"),
        {
            "seating": "two", "format": Format.KNOCKOUT, "deals": 4, "max_entrants": 8,
            "starts_when_full": True, "second_bracket": True,
        },
    ),
    "teams": Template(
        _("Match of two teams"),
        _("The same eight deals at two tables, with the seats exchanged; it starts when both teams are complete"),
        {
            "seating": "two", "format": Format.TEAMS, "deals": 8, "starts_when_full": True,
            "visibility": "link", "min_finished": 0,
        },
    ),
    "club": Template(
        _("Club evening"),
        _("Groups in which everybody meets everybody, semifinals and a final"),
        {"seating": "pairs", "format": Format.GROUPS, "deals": 4, "max_entrants": 16,
         "second_bracket": True, "visibility": "link", "min_finished": 0},
    ),
    "auction": Template(
        _("Auction at tables of five"),
        _("Three rounds of drawn tables, and a final table"),
        {"preset": "chiamata", "seating": "five", "format": Format.LADDER, "rounds": 3,
         "deals": 4, "max_entrants": 40},
    ),
    "daily": Template(
        _("Event of the day"),
        _("Eight deals against bots, at any hour of a day"),
        {"seating": "two", "format": Format.DAILY, "deals": 8, "every_days": 1,
         "max_entrants": 1000},
    ),
}  # fmt: skip
"""Name -> template, in the order in which they are offered."""
