"""Rated puzzles for the examples of the API."""

from __future__ import annotations

import json
from itertools import islice

from games.models import Puzzle
from games.services.puzzle_making import SET, store_lines

FEW = 3


def example_puzzles() -> tuple[str, dict[str, dict[str, str]]]:
    """Store some puzzles of the repository's set.

    Returns the id of one, and the body that answers it, by operation.
    """
    with SET.open(encoding="utf-8") as file:
        store_lines(lines=[json.loads(line) for line in islice(file, FEW)])
    puzzle = Puzzle.objects.earliest("pk")
    return puzzle.public_id, {"answer_rated_puzzle": {"choice": puzzle.solution["best"]}}
