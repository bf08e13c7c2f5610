"""Puzzles in words: themes, verdicts, worth of choices, and the rest of the deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.pages.wording.history import share
from games.puzzles.models import Puzzle, PuzzleAttempt
from games.puzzles.selectors.puzzle_progress import LatestAnswer, ThemeProgress
from games.puzzles.selectors.puzzles import ThemeCount
from games.puzzles.services.puzzles import AnsweredPuzzle
from games.puzzles.wording.board import answered_context
from games.puzzles.wording.positions import choice_words
from games.rules_text import preset_title

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
THEME_CARDS = {
    "last_tricks": ("B3", "B10"),
    "trumps": ("O1", "O4"),
    "seven": ("E7", "E3"),
    "partner": ("C1", "C12"),
    "bids": ("O11", "O12"),
}
"""Cards that stand for each theme."""
MIN_TOLD_ATTEMPTS: Final = 3
"""Answers from which a puzzle's page says how many were right."""
MIN_SHARE_ATTEMPTS: Final = 20
"""Answers from which the part of right ones is told in percent."""


def theme_title(theme: str) -> str:
    """Return the title of a theme of puzzles (its code); an unknown code is returned as is."""
    return str(THEME_TITLES.get(theme, theme))


def theme_rows(counts: Sequence[ThemeCount]) -> list[Json]:
    """Return a dict for each theme that has puzzles: title, a line about it, cards, and figures."""
    return [
        {
            **count,
            "title": theme_title(count["theme"]),
            "line": THEME_LINES[count["theme"]],
            "cards": THEME_CARDS[count["theme"]],
        }
        for count in counts
        if count["puzzles"]
    ]


def judged_context(puzzle: Puzzle, answered: AnsweredPuzzle) -> Json:
    """Return the template context about an answer to a rated puzzle: right or not, each choice."""
    position, solution = puzzle.position, puzzle.solution
    choices = [{**choice, "code": choice["choice"]} for choice in solution["choices"]]
    names = {choice["code"]: choice_words(position, choice["code"]) for choice in choices}
    judged = {
        "unit": solution["unit"],
        "best": solution["best"],
        "chosen": answered.answer,
        "right": answered.right,
        "cards": choices,
    }
    return {
        **answered_context(position, puzzle.theme, judged, names),
        "exact": solution["exact"],
        "solvers": _solvers_words(puzzle),
        "rating": _rating_words(answered),
    }


def _solvers_words(puzzle: Puzzle) -> str:
    """Return the part of people who solved a puzzle, in words; "" while too few have tried."""
    if puzzle.attempts < MIN_TOLD_ATTEMPTS:
        return ""
    if puzzle.attempts < MIN_SHARE_ATTEMPTS:
        values = {"solved": puzzle.solved, "n": puzzle.attempts}
        return _("Solved by %(solved)s of %(n)s.") % values
    return _("%(share)s get it right.") % {"share": share(puzzle.solved / puzzle.attempts)}


def ticks_context(latest: Sequence[LatestAnswer]) -> Json:
    """Return latest answers as ticks, with a label that says how many were right."""
    right = sum(answer.right for answer in latest)
    label = ngettext(
        "Your last answer: %(right)s right",
        "Your last %(n)s answers: %(right)s right",
        len(latest),
    )
    return {
        "rows": [{"right": answer.right} for answer in latest],
        "label": label % {"n": len(latest), "right": right},
    }


def game_links(presets: Sequence[str], chosen: str) -> list[Json]:
    """Return the games whose puzzles may be shown alone, as links; the first stands for all games."""
    every = {"value": "", "title": _("All games"), "chosen": not chosen}
    return [every] + [
        {"value": preset, "title": preset_title(preset), "chosen": preset == chosen}
        for preset in presets
    ]


def place_words(progress: ThemeProgress | None, *, is_next: bool) -> str:
    """Return the place of a puzzle in its theme, for a player who has tried some; "" for none."""
    if progress is None or not progress.puzzles:
        return ""
    at = min(progress.tried + is_next, progress.puzzles)
    return _("puzzle %(at)s of %(n)s") % {"at": max(at, 1), "n": progress.puzzles}


def _rating_words(answered: AnsweredPuzzle) -> str:
    """Return a sentence on how an answer changed the rating; "" if it did not."""
    if answered.before is not None and answered.after is not None:
        return _("Your rating: %(before)s → %(after)s") % {
            "before": answered.before,
            "after": answered.after,
        }
    return (
        ""
        if answered.first
        else _("You had answered this one before; only the first answer counts.")
    )


def attempt_rows(rows: Sequence[PuzzleAttempt]) -> list[Json]:
    """Return the visitor's answers to rated puzzles as dicts for list rows."""
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
