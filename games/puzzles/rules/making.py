"""Choice of positions that make puzzles, as one option is right beyond doubt, and their rating."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.bots import bot_named
from games.engine import Bid, Declare, PlayCard, PlayerView
from games.puzzles.rules.assessment import PASS, RAISE, Assessment, Choice, assess
from games.puzzles.rules.themes import theme_of

SCREENING_WORLDS: Final = 200
"""Worlds of the first look, which throws most positions away."""
CONFIRMING_WORLDS: Final = 2000
"""Worlds of each of the later looks."""
CONFIRMATIONS: Final = 2
MIN_LEAD_POINTS: Final = 4.0
"""Card points, or what weighs as much, by which the right choice is ahead of every other."""
MIN_LEAD_WIN: Final = 0.08
"""Probability to win the deal by which it is ahead as well."""
MIN_LEAD_STANDARD_ERRORS: Final = 5.0
"""Standard errors by which it is ahead."""
JUDGING_LEVELS: Final = ("greedy", "rules", "learned")
"""Players of rising strength, by whose choices a puzzle's first rating is set."""
EASIEST_RATING: Final = 1200
"""First rating of a puzzle that all of them solve."""
RATING_STEP: Final = 150
"""Points that it is higher for each level that does not."""


@dataclass(frozen=True, slots=True)
class CheckedChoice:
    """A puzzle made of a position: its theme, judged choices and first rating."""

    theme: str
    assessment: Assessment
    """With CONFIRMING_WORLDS worlds."""
    rating: int
    """First rating, on the scale shown."""


def is_clear(assessment: Assessment | None) -> bool:
    """Return True if the best choice of a position is right beyond doubt, and matters."""
    if assessment is None:
        return False
    best, *others = assessment.choices
    return all(
        other.behind * assessment.weight >= MIN_LEAD_POINTS
        and other.behind >= MIN_LEAD_STANDARD_ERRORS * other.behind_error
        and _wins_more(best, other)
        for other in others
    )


def _wins_more(best: Choice, other: Choice) -> bool:
    """Return True if a best choice wins deals clearly more often, or the chances are unknown."""
    if best.win is None or other.win is None:
        return True
    return round(best.win - other.win, 6) >= MIN_LEAD_WIN


def is_still_right(assessment: Assessment | None, best: str) -> bool:
    """Return True if a choice (its code) is surely best in a second assessment, too."""
    if assessment is None or assessment.best.code != best:
        return False
    return all(other.behind > 2 * other.behind_error for other in assessment.choices[1:])


def check(
    view: PlayerView, seed: str, *, themes: Iterable[str] | None = None
) -> CheckedChoice | None:
    """Return the puzzle made of a position; None if no choice is right beyond doubt.

    With `themes`, only positions of these are looked at. The same seed gives the same.
    """
    if theme_of(view, "") is None:
        return None
    assessment = assess(view, f"{seed}/look", SCREENING_WORLDS)
    if assessment is None or not is_clear(assessment):
        return None
    theme = theme_of(view, assessment.best.code)
    if theme is None or (themes is not None and theme not in themes):
        return None
    for number in range(CONFIRMATIONS):
        again = assess(view, f"{seed}/confirm/{number}", CONFIRMING_WORLDS)
        if again is None or not is_clear(again) or again.best.code != assessment.best.code:
            return None
        assessment = again
    return CheckedChoice(theme, assessment, first_rating(view, assessment.best.code, seed))


def first_rating(view: PlayerView, best: str, seed: str) -> int:
    """Return a puzzle's first rating (around 1500), from which bot levels solve its position."""
    dice = random.Random(f"{seed}/levels")  # noqa: S311 - bots, not decks
    missed = sum(_code(view, level, dice) != best for level in JUDGING_LEVELS)
    return (
        EASIEST_RATING
        + RATING_STEP * missed
        + (RATING_STEP if missed == len(JUDGING_LEVELS) else 0)
    )


def _code(view: PlayerView, level: str, dice: random.Random) -> str:
    """Return the code of the choice that a bot of a level makes in a position."""
    action = bot_named(level).choose(view, dice)
    if isinstance(action, PlayCard):
        return action.card
    if isinstance(action, Bid):
        return PASS if action.passes else RAISE
    return f"{action.suit}{action.rank}" if isinstance(action, Declare) else ""
