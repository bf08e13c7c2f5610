"""Puzzles of the repository's set, in the database of a test."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from games.puzzles.models import Puzzle
from games.puzzles.services.making import PUZZLE_SET_FILE, store_lines


@cache
def lines() -> tuple[dict[str, Any], ...]:
    """The whole set."""
    return tuple(
        json.loads(line) for line in PUZZLE_SET_FILE.read_text(encoding="utf-8").splitlines()
    )


def stored_puzzles(count: int, theme: str = "") -> list[Puzzle]:
    """So many puzzles, of a theme where that is said, spread over the set."""
    among = [line for line in lines() if theme in ("", line["theme"])]
    chosen = among[:: max(1, len(among) // count)][:count]
    store_lines(lines=chosen)
    return list(Puzzle.objects.order_by("pk"))


def right_of(puzzle: Puzzle) -> str:
    """The right choice."""
    return str(puzzle.solution["best"])


def wrong_of(puzzle: Puzzle) -> str:
    """Another choice."""
    return str(next(one for one in puzzle.position["choices"] if one != right_of(puzzle)))
