"""Reads of the puzzle of the day: one of the repository's set, the same for everybody."""

from __future__ import annotations

from datetime import date
from typing import Final

from django.core.cache import cache
from django.db.models import QuerySet

from games.engine import CLASSIC_PRESET
from games.puzzles.models import Puzzle

CLASSIC_PLAYERS: Final = 2
"""Players of the game from which the puzzle of the day is, if the set has any of it."""
CACHE_S: Final = 3600
"""Seconds for which the row id of a day's puzzle is cached."""


def puzzle_of_the_day(day: date) -> Puzzle | None:
    """Return the puzzle of a day; None only if the site has no puzzle of the repository's set.

    It asks for a card, of three if possible. Puzzles of matches played here never serve, as their
    players would recognise the deal.
    """
    key = f"puzzle-of-the-day:{day:%Y%m%d}"
    pk: int | None = cache.get(key)
    puzzle = None if pk is None else Puzzle.objects.filter(pk=pk).first()
    if puzzle is None and (puzzle := _search(day)) is not None:
        cache.set(key, puzzle.pk, CACHE_S)
    return puzzle


def _search(day: date) -> Puzzle | None:
    """Return the puzzle of a day from the database, or None."""
    shipped = Puzzle.objects.filter(match=None).exclude(theme="bids")
    classic = shipped.filter(
        preset=CLASSIC_PRESET, players=CLASSIC_PLAYERS, position__choices__2__isnull=False
    )
    return _at_day(classic, day) or _at_day(shipped, day)


def _at_day(puzzles: QuerySet[Puzzle], day: date) -> Puzzle | None:
    """Return the puzzle whose turn it is on a day; None if there are none.

    Puzzles take turns by their public ids, which say nothing of when they were made.
    """
    count = puzzles.count()
    return puzzles.order_by("public_id")[day.toordinal() % count] if count else None
