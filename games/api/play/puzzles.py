"""The puzzles of the days."""

from __future__ import annotations

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from games.answers import exercises as answers
from games.api.core.base import Endpoint, day_of_path
from games.api.core.errors import MissingError
from games.selectors import exercises
from games.services.exercises import daily_puzzle


class Puzzles(Endpoint):
    """The puzzles of the days."""

    operation, tag = "list_puzzles", "puzzles"
    answer = answers.PuzzleDays

    def get(self, request: Request) -> Response:
        """The latest days that have a puzzle, today among them where there is one."""
        daily_puzzle(day=timezone.now().date())
        days = exercises.puzzle_days(365)
        body: answers.PuzzleDays = {"results": [day.isoformat() for day in days]}
        return Response(body)


class Puzzle(Endpoint):
    """The puzzle of a day."""

    operation, tag = "get_puzzle", "puzzles"
    answer, fails = answers.Puzzle, (404,)
    throttle_scope = "record"

    def get(self, request: Request, day: str) -> Response:
        """The position as its seat saw it, and once the day is over what each card was worth.

        Raises:
            MissingError: there is no puzzle of that day.
        """
        wanted = day_of_path(day)
        found = exercises.puzzle_of(wanted)
        position = exercises.position_of(found.mistake) if found else None
        if found is None or position is None:
            raise MissingError("day")
        over = wanted < timezone.now().date()
        solution = exercises.judgement_of(found.mistake) if over else None
        body: answers.Puzzle = {
            "day": wanted.isoformat(),
            "position": position,
            "solution": solution,
            **exercises.puzzle_result(found),
        }
        return Response(body)
