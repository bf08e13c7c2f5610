"""Words for the habits that were measured, and for where their figures come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import Card
from games.guide.figures import Figure, figures, source
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


_STAGE_CARDS: Final[Mapping[str, Mapping[str, tuple[Card, ...]]]] = {
    habit: dict.fromkeys(_STAGES, cards)
    for habit, cards in (("lead_ace", ("C1",)), ("lead_three", ("C3",)), ("lead_trump", ("O6",)))
}
_TAKEN_CARDS: Final[Mapping[str, tuple[Card, ...]]] = {
    "nothing": ("O4", "C5"),
    "figure": ("O4", "C12"),
    "brisca": ("O4", "C1"),
}
_GIVEN_CARDS: Final[Mapping[str, tuple[Card, ...]]] = {"figure": ("E12",), "brisca": ("E1", "E3")}
CASE_CARDS: Final[Mapping[str, Mapping[str, tuple[Card, ...]]]] = {
    **_STAGE_CARDS,
    "exchange": {
        "figure": ("E7", "E12"),
        "three": ("E7", "E3"),
        "ace": ("E7", "E1"),
        "two": ("E2", "E6"),
    },
    "play_seven": {"any": ("E7",)},
    "trump_two": _TAKEN_CARDS,
    "trump_four": {
        "nothing": ("O4", "C5"),
        "few": ("O4", "C10"),
        "five": ("O4", "C12"),
        "ten": ("O4", "C3"),
    },
    "last_trump": _TAKEN_CARDS,
    "give_partner": _GIVEN_CARDS,
    "give_early": _GIVEN_CARDS,
}
"""One or two cards that stand for each case in pictures; coins or swords are trumps."""


def figure_texts() -> dict[str, dict[str, dict[str, str]]]:
    """Return figures measured for the guide as text: dict habit -> case -> kind -> figure.

    The kinds are `points`, `won` (deals won of a hundred) and `expert` (how often of a hundred times
    the expert does it).
    """
    return {
        habit: {measured.case: _texts_of(measured) for measured in measures}
        for habit, measures in figures().items()
    }


def _texts_of(measured: Figure) -> dict[str, str]:
    """Return the figures of one case of a habit of play as text, by kind."""
    return {
        "points": number(abs(measured.points.mean), 1),
        "won": number(abs(measured.won.mean), 0),
        "expert": number(100 * (measured.expert or 0), 0),
    }


def source_words() -> str:
    """Return sentences about how the guide's figures were measured."""
    sample = source()
    return _(
        "Each deal was played twice with the same cards: once by a player who always does it, once "
        "by one who never does, all else being equal. That took %(decks)s decks for each number of "
        "players and %(decisions)s million decisions of a trained bot. Our expert then said in "
        "%(expert)s decisions of its own what it would do. “Always” and “never” stand against a "
        "player who decides anew each time; ± is the standard error."
    ) % {
        "decks": number_format(sample.decks, force_grouping=True),
        "decisions": number_format(round(sample.decisions / 1_000_000)),
        "expert": number_format(sample.expert_decisions, force_grouping=True),
    }
