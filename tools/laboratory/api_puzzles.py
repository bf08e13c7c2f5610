"""Rated puzzles for the examples of the API."""

from __future__ import annotations

import json
from typing import Any, Final

from django.utils import timezone

from games.models import Player, Puzzle
from games.services.puzzle_making import SET, store_lines
from games.services.puzzles import answer_puzzle

THEME: Final = "seven"
"""Theme of the puzzles: some of their positions are early in a deal, and so short to print."""
FEW: Final = 4
"""Puzzles: three are answered, one of them in a run, and one is left."""


def example_puzzles(program: Player) -> tuple[str, dict[str, dict[str, str]]]:
    """Store the shortest puzzles of a theme of the repository's set; a program answers one.

    Returns the id of one, and the body that answers it, by operation.
    """
    with SET.open(encoding="utf-8") as file:
        lines = [line for line in map(json.loads, file) if line["theme"] == THEME]
    lines.sort(key=lambda line: line["deal"]["at"])
    store_lines(lines=lines[:FEW])
    puzzle = Puzzle.objects.earliest("pk")
    answered = Puzzle.objects.latest("pk")
    answer_puzzle(
        puzzle=answered, answer=answered.solution["best"], player=program, now=timezone.now()
    )
    return puzzle.public_id, {
        "start_puzzle_run": {"mode": "rush"},
        "answer_rated_puzzle": {"choice": puzzle.solution["best"]},
    }


def run_answer(run: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Return the id of a run (its JSON), and the body that solves the puzzle which it asks."""
    puzzle = Puzzle.objects.get(public_id=run["puzzle"]["id"])
    return run["id"], {"puzzle": puzzle.public_id, "choice": puzzle.solution["best"]}
