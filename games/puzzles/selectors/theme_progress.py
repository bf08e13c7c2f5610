"""Read of how far a player is with each theme of puzzles."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from django.core.cache import cache
from django.db.models import Count

from games.puzzles.models import Puzzle, PuzzleAttempt
from games.puzzles.rules import THEMES

DONE_SHARE: Final = 0.8
"""Share of a theme's puzzles from which on the theme is done."""
DONE_RUN: Final = 20
"""Hard puzzles of a theme solved in a row from which on the theme is done as well."""
HARD_RATING: Final = 1600
"""Rating above which a puzzle is hard."""
COUNT_CACHE_S: Final = 60
"""Seconds for which the numbers of puzzles are cached."""


class ThemeProgress(NamedTuple):
    """A theme of puzzles: how many it has, and how a player has done at them."""

    theme: str
    puzzles: int
    tried: int = 0
    solved: int = 0
    longest_run: int = 0
    """Most hard puzzles solved in a row."""
    solved_lately: int = 0
    """Puzzles solved since the moment that the caller named."""

    @property
    def is_done(self) -> bool:
        """Return True if most of the theme's puzzles, or many hard ones in a row, are solved."""
        return self.solved >= DONE_SHARE * self.puzzles or self.longest_run >= DONE_RUN


def theme_progress(player: int | None, since: datetime) -> list[ThemeProgress]:
    """Return the progress of a player (row id; None: a stranger) for each theme with puzzles."""
    answers = _answers(player) if player is not None else {}
    return [
        _progress(theme, puzzles, answers.get(theme, []), since)
        for theme, puzzles in _puzzle_counts().items()
    ]


class _Answer(NamedTuple):
    """A player's first answer to a puzzle."""

    right: bool
    rating: int
    """Rating of the puzzle before the answer."""
    at: datetime


def _answers(player: int) -> dict[str, list[_Answer]]:
    """Return theme -> a player's (row id) first answers, in order."""
    rows = PuzzleAttempt.objects.filter(player=player).order_by("answered_at", "pk")
    answers: dict[str, list[_Answer]] = {}
    values = rows.values_list("puzzle__theme", "right", "puzzle_rating", "answered_at")
    for theme, right, rating, at in values:
        answers.setdefault(theme, []).append(_Answer(right, rating, at))
    return answers


def _progress(theme: str, puzzles: int, answers: list[_Answer], since: datetime) -> ThemeProgress:
    """Return the progress that a player's answers to the puzzles of a theme show."""
    return ThemeProgress(
        theme,
        puzzles,
        tried=len(answers),
        solved=sum(answer.right for answer in answers),
        longest_run=_longest_run(answer.right for answer in answers if answer.rating > HARD_RATING),
        solved_lately=sum(answer.right and answer.at >= since for answer in answers),
    )


def _longest_run(results: Iterable[bool]) -> int:
    """Return the length of the longest run of right answers.

    >>> _longest_run([True, False, True, True])
    2
    """
    longest = current = 0
    for right in results:
        current = current + 1 if right else 0
        longest = max(longest, current)
    return longest


def _puzzle_counts() -> dict[str, int]:
    """Return theme -> number of its puzzles, in the order of THEMES; the cache holds it a minute."""
    counts: dict[str, int] | None = cache.get("theme_puzzles")
    if counts is None:
        rows = Puzzle.objects.values_list("theme").annotate(n=Count("pk")).order_by()
        counts = dict(rows)
        cache.set("theme_puzzles", counts, COUNT_CACHE_S)
    return {theme: counts[theme] for theme in THEMES if counts.get(theme)}
