"""Puzzles in words: themes, verdicts, what choices were worth, how the deal went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from brisca_site.dates import day_words
from games.answers.puzzles import ThemeCount
from games.models import Puzzle, PuzzleAttempt
from games.pages.charts.geometry import line_chart
from games.pages.wording.analysis import digits_of
from games.pages.wording.history import number, share, signed
from games.pages.wording.positions import choice_words, first_letter
from games.selectors.puzzles import rated_attempts
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
POINTS: int = 100
"""Number of the latest rated puzzles that the plot shows."""


def theme_title(theme: str) -> str:
    """Return the title of a theme."""
    return str(THEME_TITLES.get(theme, theme))


def theme_rows(counts: Sequence[ThemeCount]) -> list[Json]:
    """Return the themes that have puzzles, for the overview."""
    return [
        {**one, "title": theme_title(one["theme"]), "line": THEME_LINES[one["theme"]]}
        for one in counts
        if one["puzzles"]
    ]


def judged_context(puzzle: Puzzle, answered: AnsweredPuzzle) -> Json:
    """Return what came of an answer, for the template."""
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
                "behind": number(one["behind"], digits_of(one["behind"], unit))
                if one["behind"]
                else "–",
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


def puzzle_plot(player: int) -> Json | None:
    """Return a chart of a player's rating with puzzles; None with fewer than two rated answers."""
    rows = rated_attempts(player, POINTS)
    oldest_first = rows[::-1]
    shown = [row.rating or 0 for row in oldest_first]
    chart = line_chart(shown, [row.deviation or 0 for row in oldest_first])
    if chart is None:
        return None
    chart["days"] = [
        day_words(row.answered_at.date()) for row in (oldest_first[0], oldest_first[-1])
    ]
    return {
        "title": _("Rating with puzzles"),
        "label": _(
            "Rating over the last %(n)s puzzles: from %(first)s to %(last)s; the figures follow as a "
            "table."
        )
        % {"n": len(shown), "first": shown[0], "last": shown[-1]},
        "chart": chart,
        "heads": [_("Date"), _("Rating"), _("Puzzle"), "±"],
        "rows": [
            [day_words(row.answered_at.date()), row.rating, row.puzzle_rating, row.deviation]
            for row in rows
        ],
    }


def attempt_rows(rows: Sequence[PuzzleAttempt]) -> list[Json]:
    """Return answers for the history."""
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
