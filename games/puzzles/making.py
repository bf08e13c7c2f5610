"""Choice of positions that make puzzles: one option is right beyond doubt; and their difficulty."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.bots import bot_named
from games.engine import Bid, Declare, PlayCard, PlayerView
from games.puzzles.assessment import PASS, RAISE, Assessment, Choice, assess
from games.puzzles.themes import theme_of

SCREENING: Final = 200
"""Worlds of the first look, which throws most positions away."""
CONFIRMING: Final = 2000
"""Worlds of each of the later looks."""
CONFIRMATIONS: Final = 2
AHEAD_POINTS: Final = 4.0
"""Card points, or what weighs as much, by which the right choice is ahead of every other."""
AHEAD_WIN: Final = 0.08
"""Probability to win the deal by which it is ahead as well."""
SURE: Final = 5.0
"""Standard errors by which it is ahead."""
LEVELS: Final = ("greedy", "rules", "learned")
"""Players of rising strength, by whose choices a puzzle's first rating is set."""
EASY: Final = 1200
"""First rating of a puzzle that all of them solve."""
STEP: Final = 150
"""Points that it is higher for each level that does not."""


@dataclass(frozen=True, slots=True)
class CheckedChoice:
    """The puzzle that a position makes: its theme, its judged choices and its first rating."""

    theme: str
    assessment: Assessment
    """With CONFIRMING worlds."""
    rating: int
    """First rating, on the scale shown."""


def is_clear(found: Assessment | None) -> bool:
    """Return whether the best choice of an assessment is right beyond doubt, and matters."""
    if found is None:
        return False
    best, *others = found.choices
    return all(
        one.behind * found.weight >= AHEAD_POINTS
        and one.behind >= SURE * one.behind_error
        and _wins_more(best, one)
        for one in others
    )


def _wins_more(best: Choice, other: Choice) -> bool:
    """Return whether the best choice wins the deal clearly more often, where both say how often."""
    if best.win is None or other.win is None:
        return True
    return round(best.win - other.win, 6) >= AHEAD_WIN


def is_still_right(found: Assessment | None, best: str) -> bool:
    """Return whether the choice with the code `best` is surely best by another assessment, too."""
    if found is None or found.best.code != best:
        return False
    return all(one.behind > 2 * one.behind_error for one in found.choices[1:])


def check(
    view: PlayerView, seed: str, *, themes: Iterable[str] | None = None
) -> CheckedChoice | None:
    """Return the puzzle that a position makes; None where no choice is right beyond doubt.

    With `themes`, only positions of these are looked at. The same seed gives the same.
    """
    if theme_of(view, "") is None:
        return None
    found = assess(view, f"{seed}/look", SCREENING)
    if found is None or not is_clear(found):
        return None
    theme = theme_of(view, found.best.code)
    if theme is None or (themes is not None and theme not in themes):
        return None
    for number in range(CONFIRMATIONS):
        again = assess(view, f"{seed}/confirm/{number}", CONFIRMING)
        if again is None or not is_clear(again) or again.best.code != found.best.code:
            return None
        found = again
    return CheckedChoice(theme, found, first_rating(view, found.best.code, seed))


def first_rating(view: PlayerView, best: str, seed: str) -> int:
    """Return a puzzle's first rating (around 1500), by which levels of bots solve its position."""
    dice = random.Random(f"{seed}/levels")  # noqa: S311 - bots, not decks
    missed = sum(_code(view, level, dice) != best for level in LEVELS)
    return EASY + STEP * missed + (STEP if missed == len(LEVELS) else 0)


def _code(view: PlayerView, level: str, dice: random.Random) -> str:
    """Return the code of what a level of bots chooses."""
    action = bot_named(level).choose(view, dice)
    if isinstance(action, PlayCard):
        return action.card
    if isinstance(action, Bid):
        return PASS if action.passes else RAISE
    return f"{action.suit}{action.rank}" if isinstance(action, Declare) else ""
