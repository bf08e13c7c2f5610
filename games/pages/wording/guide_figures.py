"""Words for the habits that were measured, and for where their figures come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.guide.figures import figure, source
from games.pages.wording.guide_shapes import Quoted
from games.pages.wording.history import number
from games.rules_text.presets import Text

HABITS: Final[Mapping[str, Text]] = {
    "lead_ace": gettext_lazy("Leading an ace"),
    "lead_three": gettext_lazy("Leading a three"),
    "lead_trump": gettext_lazy("Leading trumps"),
    "exchange": gettext_lazy("Exchanging at once"),
    "play_seven": gettext_lazy("Playing the seven before it is changed"),
    "trump_two": gettext_lazy("Taking with a trump, two players"),
    "trump_four": gettext_lazy("Taking with a trump, partners"),
    "last_trump": gettext_lazy("Taking with the last trump"),
    "give_partner": gettext_lazy("Giving points when you play last"),
    "give_early": gettext_lazy("Giving points with an opponent to come"),
}

_STAGES: Final = {
    "early": gettext_lazy("early in the deal"),
    "middle": gettext_lazy("in the middle"),
    "late": gettext_lazy("late, with a stock"),
}
_LYING: Final = {
    "nothing": gettext_lazy("nothing to take"),
    "figure": gettext_lazy("a figure to take"),
    "brisca": gettext_lazy("an ace or three to take"),
}
_GIVEN: Final = {
    "figure": gettext_lazy("a figure"),
    "brisca": gettext_lazy("an ace or three"),
}
CASES: Final[Mapping[str, Mapping[str, Text]]] = {
    "lead_ace": _STAGES,
    "lead_three": _STAGES,
    "lead_trump": _STAGES,
    "exchange": {
        "figure": gettext_lazy("the seven, for a figure"),
        "three": gettext_lazy("the seven, for the three"),
        "ace": gettext_lazy("the seven, for the ace"),
        "two": gettext_lazy("the two"),
    },
    "play_seven": {"any": gettext_lazy("any time")},
    "trump_two": _LYING,
    "trump_four": {
        "nothing": gettext_lazy("no points to take"),
        "few": gettext_lazy("2 to 4 points"),
        "five": gettext_lazy("5 to 9 points"),
        "ten": gettext_lazy("10 points or more"),
    },
    "last_trump": _LYING,
    "give_partner": _GIVEN,
    "give_early": _GIVEN,
}


def quoted(quotes: Mapping[str, Quoted]) -> dict[str, str]:
    """Return placeholder of the guide's texts -> measured figure as text, without its sign.

    `quotes` maps each placeholder to a habit, a case of it, and which figure of it.
    """
    return {name: _told(*one) for name, one in quotes.items()}


def _told(habit: str, case: str, what: str) -> str:
    """Return a figure of a habit as text: points, deals of a hundred, or per cent."""
    found = figure(habit, case)
    if what == "points":
        return number(abs(found.points.mean), 1)
    return number(abs(found.won.mean) if what == "won" else 100 * (found.expert or 0), 0)


def source_words() -> str:
    """Return sentences about how the guide's figures were measured."""
    found = source()
    return _(
        "Each deal was played twice with the same cards: once by a player who always does it, once "
        "by one who never does, all else being equal. That took %(decks)s decks for each number of "
        "players and %(decisions)s million decisions of a trained bot. Our expert then said in "
        "%(expert)s decisions of its own what it would do. “Always” and “never” stand against a "
        "player who decides anew each time; ± is the standard error."
    ) % {
        "decks": number_format(found.decks, force_grouping=True),
        "decisions": number_format(round(found.decisions / 1_000_000)),
        "expert": number_format(found.expert_decisions, force_grouping=True),
    }
