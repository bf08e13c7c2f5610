"""Puzzles in words: themes, verdicts, what choices were worth, how the deal went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Puzzle, PuzzleAttempt
from games.pages.wording.analysis import digits_of, short_difference
from games.pages.wording.history import number, share, signed
from games.pages.wording.positions import choice_words, first_letter
from games.selectors.puzzles import ThemeCount
from games.services.puzzles import AnsweredPuzzle

Json: TypeAlias = dict[str, Any]

THEME_TITLES = {
    "last_tricks": gettext_lazy("The last three tricks"),
    "trumps": gettext_lazy("Counting trumps"),
    "seven": gettext_lazy("Saving the seven"),
    "partner": gettext_lazy("The partner's trick"),
    "bids": gettext_lazy("Bids and calls"),
}
THEME_LINES = {
    "last_tricks": gettext_lazy("Nothing is left to draw: what was played tells what is out."),
    "trumps": gettext_lazy("Few trumps are left. Know how many, and who may have them."),
    "seven": gettext_lazy(
        "A card that can still be exchanged for the turned one is worth keeping."
    ),
    "partner": gettext_lazy("The trick is your side's so far: what do you give it?"),
    "bids": gettext_lazy("What is the hand worth, and which card makes the best partner?"),
}


def theme_title(theme: str) -> str:
    """Return the title of a theme of puzzles, by its code; an unknown code stays as it is."""
    return str(THEME_TITLES.get(theme, theme))


def theme_rows(counts: Sequence[ThemeCount]) -> list[Json]:
    """Return a dict for each theme that has puzzles: its title, a line about it, their number."""
    return [
        {**one, "title": theme_title(one["theme"]), "line": THEME_LINES[one["theme"]]}
        for one in counts
        if one["puzzles"]
    ]


def judged_context(puzzle: Puzzle, answered: AnsweredPuzzle) -> Json:
    """Return the template context about an answer to a rated puzzle: right or not, each choice."""
    position, solution = puzzle.position, puzzle.solution
    unit = solution["unit"]
    best = choice_words(position, solution["best"])
    chosen = choice_words(position, answered.answer)
    words = _("That is right.") if answered.right else _("Better: %(best)s.")
    return {
        "right": answered.right,
        "chosen": chosen,
        "verdict": words % {"best": first_letter(best, str.lower)},
        "rating": _rating_words(answered),
        "unit": unit,
        "exact": solution["exact"],
        "cards": [
            {
                "name": choice_words(position, one["choice"]),
                "points": number(one["points"], digits_of(one["points"], unit)),
                "lost": short_difference(solution["choices"][0], one, unit),
                "win": "–" if one["win"] is None else share(one["win"]),
                "chosen": one["choice"] == answered.answer,
                "played": False,
            }
            for one in solution["choices"]
        ],
    }


def _rating_words(answered: AnsweredPuzzle) -> str:
    """Return a sentence about the rating after an answer; empty where there is nothing to say."""
    if answered.before is not None and answered.after is not None:
        change = signed(answered.after - answered.before)
        return _("Your rating: %(rating)s (%(change)s)") % {
            "rating": answered.after,
            "change": change,
        }
    return (
        ""
        if answered.first
        else _("You had answered this one before; only the first answer counts.")
    )


def attempt_rows(rows: Sequence[PuzzleAttempt]) -> list[Json]:
    """Return the visitor's answers to rated puzzles as dicts, for the rows of the history."""
    return [
        {
            "day": row.answered_at.date(),
            "id": row.puzzle.public_id,
            "theme": theme_title(row.puzzle.theme),
            "right": row.right,
            "rating": row.rating,
            "puzzle_rating": row.puzzle_rating,
        }
        for row in rows
    ]
