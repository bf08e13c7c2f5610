"""Rated puzzles for the examples of the API."""

from __future__ import annotations

import json
from typing import Any, Final

from django.utils import timezone

from games.models import Player
from games.puzzles.models import Puzzle
from games.puzzles.services.making import PUZZLE_SET_FILE, store_lines
from games.puzzles.services.puzzles import answer_puzzle

PUZZLE_THEME: Final = "seven"
"""Theme of the puzzles; some of its positions are early in a deal, and therefore short to print."""
PUZZLE_COUNT: Final = 4
"""Number of puzzles: three are answered, one of them in a run, and one is left."""


def example_puzzles(program: Player) -> tuple[str, dict[str, dict[str, str]]]:
    """Store the shortest puzzles of PUZZLE_THEME; the program answers one of them.

    Returns the id of another puzzle, and operation -> request body that answers that puzzle.
    """
    with PUZZLE_SET_FILE.open(encoding="utf-8") as file:
        lines = [line for line in map(json.loads, file) if line["theme"] == PUZZLE_THEME]
    lines.sort(key=lambda line: line["deal"]["at"])
    store_lines(lines=lines[:PUZZLE_COUNT])
    puzzle = Puzzle.objects.earliest("pk")
    answered = Puzzle.objects.latest("pk")
    answer_puzzle(
        puzzle=answered, answer=answered.solution["best"], player=program, now=timezone.now()
    )
    return puzzle.public_id, {"answer_rated_puzzle": {"choice": puzzle.solution["best"]}}


def run_answer(run: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Return the id of a run (its JSON), and the body that solves the run's current puzzle."""
    puzzle = Puzzle.objects.get(public_id=run["puzzle"]["id"])
    return run["id"], {"puzzle": puzzle.public_id, "choice": puzzle.solution["best"]}
