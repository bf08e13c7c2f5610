"""Rated puzzles for the examples of the API."""

from __future__ import annotations

import json
from itertools import islice

from django.utils import timezone

from games.models import Player, Puzzle
from games.services.puzzle_making import SET, store_lines
from games.services.puzzles import answer_puzzle

FEW = 3


def example_puzzles(program: Player) -> tuple[str, dict[str, dict[str, str]]]:
    """Store some puzzles of the repository's set, of which a program answers one.

    Returns the id of one, and the body that answers it, by operation.
    """
    with SET.open(encoding="utf-8") as file:
        store_lines(lines=[json.loads(line) for line in islice(file, FEW)])
    puzzle = Puzzle.objects.earliest("pk")
    answered = Puzzle.objects.latest("pk")
    answer_puzzle(
        puzzle=answered, answer=answered.solution["best"], player=program, now=timezone.now()
    )
    return puzzle.public_id, {"answer_rated_puzzle": {"choice": puzzle.solution["best"]}}
