"""The small board of the puzzle of the day, for the pages about puzzles."""

from __future__ import annotations

from datetime import date
from typing import Any, TypeAlias

from games.models import Player
from games.puzzles.selectors.daily_puzzle import puzzle_of_the_day
from games.puzzles.selectors.puzzles import attempt_of
from games.puzzles.wording.mini_board import mini_board_context

Json: TypeAlias = dict[str, Any]


def daily_board(visitor: Player | None, today: date) -> Json | None:
    """Return the context of the small board of the day's puzzle, answered if the visitor has done so.

    None if the site has no puzzle.
    """
    puzzle = puzzle_of_the_day(today)
    if puzzle is None:
        return None
    attempt = attempt_of(visitor, puzzle)
    return mini_board_context(puzzle, "" if attempt is None else attempt.answer)
