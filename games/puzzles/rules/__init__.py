"""Puzzles from deals that were played: their choices, themes, and whether one choice is clear.

Plain Python over engine, bots and analysis. A position becomes a puzzle where one choice is right by
what its seat could know, far ahead of all others in points and in the chance to win the deal, and
stays so with other random numbers.
"""

from games.puzzles.rules.assessment import PASS, RAISE, Assessment, Choice, assess, choices_of
from games.puzzles.rules.making import CheckedChoice, check, first_rating, is_clear, is_still_right
from games.puzzles.rules.solution import solution_of
from games.puzzles.rules.stored_deal import StoredDeal, StoredDealError
from games.puzzles.rules.themes import THEMES, theme_of

__all__ = [
    "PASS",
    "RAISE",
    "THEMES",
    "Assessment",
    "CheckedChoice",
    "Choice",
    "StoredDeal",
    "StoredDealError",
    "assess",
    "check",
    "choices_of",
    "first_rating",
    "is_clear",
    "is_still_right",
    "solution_of",
    "theme_of",
]
