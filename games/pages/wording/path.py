"""The path of learning in words: its legs, and the lines of its steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine import Card
from games.rules_text.presets import Text
from games.selectors.house_figures import HouseScore

LEG_TITLES: Final[Mapping[str, Text]] = {
    "start": gettext_lazy("Start"),
    "guide": gettext_lazy("The guide"),
    "puzzles": gettext_lazy("Puzzles by theme"),
    "house": gettext_lazy("Beat the house"),
}
"""Titles of the legs of the path, in order."""

THEME_CARDS: Final[Mapping[str, tuple[Card, Card]]] = {
    "last_tricks": ("B3", "B10"),
    "trumps": ("O1", "O4"),
    "seven": ("E7", "E3"),
    "partner": ("C1", "C12"),
    "bids": ("O11", "O12"),
}
"""The two cards that stand for each theme of puzzles."""

MATCHES_TO_BEAT: Final = 5
"""Fewest matches against a level of the house after which it may count as beaten."""


def score_line(score: HouseScore, *, done: bool) -> str:
    """Return a score against one of the house's bots, and how many wins are missing to beat it."""
    if score == HouseScore():
        return _("The best of five")
    numbers = f"{score.won} – {score.lost}"
    if done:
        return numbers
    wins = max(score.lost + 1 - score.won, MATCHES_TO_BEAT - score.won - score.lost)
    missing = ngettext("%(wins)s win to go", "%(wins)s wins to go", wins) % {"wins": wins}
    return f"{numbers} · {missing}"


def solved_line(solved: int, puzzles: int) -> str:
    """Return the number of solved puzzles of a theme, in words."""
    return ngettext(
        "%(solved)s of %(puzzles)s puzzle", "%(solved)s of %(puzzles)s puzzles", puzzles
    ) % {"solved": solved, "puzzles": puzzles}


def signs_line(best: int | None, rounds: int) -> str:
    """Return a line about the signs: how many of the last exercises were right, at best."""
    if best is None:
        return _("Tell your partner what you hold")
    return _("%(right)s of %(rounds)s right") % {"right": best, "rounds": rounds}


def week_line(chapters: int, puzzles: int) -> str:
    """Return the sentence about a person's steps of this week; "" without any."""
    parts = []
    if chapters:
        parts.append(
            ngettext("%(count)s chapter", "%(count)s chapters", chapters) % {"count": chapters}
        )
    if puzzles:
        parts.append(
            ngettext("%(count)s puzzle", "%(count)s puzzles", puzzles) % {"count": puzzles}
        )
    if not parts:
        return ""
    learned = get_text_list(parts, _("and"))
    return _("This week: %(learned)s") % {"learned": learned}
