"""The puzzles of the days, and all rated puzzles without their solutions."""

from __future__ import annotations

import orjson
from django.http import HttpResponse, HttpResponseBase
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.core.base import NDJSON, Endpoint, Streamed, day_of_path, wrong_cursor
from games.api.core.errors import MissingError
from games.api.core.params import ListQuery
from games.common.keyset import BadCursorError
from games.puzzles.answers import exercises as answers
from games.puzzles.answers import puzzles as rated_answers
from games.puzzles.api.params import PuzzleExportQuery
from games.puzzles.selectors import exercises, puzzles
from games.puzzles.services.exercises import daily_puzzle


class Puzzles(Endpoint):
    """Endpoint: list of the days that have a puzzle."""

    operation, tag = "list_puzzles", "puzzles"
    answer = answers.PuzzleDays

    def get(self, request: Request) -> Response:
        """List the days that have a puzzle, at most 365, among them today if it has one."""
        daily_puzzle(day=timezone.now().date())
        days = exercises.puzzle_days(365)
        body: answers.PuzzleDays = {"results": [day.isoformat() for day in days]}
        return Response(body)


class Puzzle(Endpoint):
    """Endpoint: the daily puzzle of one day (`day`), with its solution once the day is over."""

    operation, tag = "get_puzzle", "puzzles"
    answer, fails = answers.Puzzle, (404,)
    throttle_scope = "record"

    def get(self, request: Request, day: str) -> Response:
        """Return the position as its seat saw it, and once the day is over each card's worth.

        Raises:
            MissingError: there is no puzzle of that day.
        """
        wanted = day_of_path(day)
        daily = exercises.puzzle_of(wanted)
        position = exercises.position_of(daily.mistake) if daily else None
        if daily is None or position is None:
            raise MissingError("day")
        is_past = wanted < timezone.now().date()
        solution = exercises.judgement_of(daily.mistake) if is_past else None
        body: answers.Puzzle = {
            "day": wanted.isoformat(),
            "position": position,
            "solution": solution,
            **exercises.puzzle_result(daily),
        }
        return Response(body)


class RatedPuzzles(Endpoint):
    """Endpoint: list of rated puzzles, without their solutions."""

    operation, tag = "list_rated_puzzles", "puzzles"
    query, answer = ListQuery, rated_answers.RatedPuzzlePage

    def get(self, request: Request) -> Response:
        """List all rated puzzles in the order in which they were made, without their solutions."""
        return self.listing(puzzles.puzzles_page)


class RatedPuzzle(Endpoint):
    """Endpoint: one rated puzzle, without its solution."""

    operation, tag = "get_rated_puzzle", "puzzles"
    answer, fails = rated_answers.RatedPuzzle, (404,)

    def get(self, request: Request, puzzle: str) -> Response:
        """Return a rated puzzle as its seat saw it; only those who answer it get the solution.

        Raises:
            MissingError: there is no such puzzle.
        """
        row = puzzles.puzzle_by_id(puzzle)
        if row is None:
            raise MissingError("puzzle")
        return Response(puzzles.puzzle_json(row))


class PuzzleExport(Streamed):
    """Endpoint: download of all rated puzzles as NDJSON, without their solutions."""

    operation, tag = "export_puzzles", "exports"
    query, answer = PuzzleExportQuery, rated_answers.PuzzleExportLine
    throttle_scope = "export"

    def get(self, request: Request) -> HttpResponseBase:
        """Return rated puzzles without solutions, one a line, and a last line that counts them.

        Raises:
            InvalidParameterError: the cursor is none of this list.
        """
        limit = self.params.get("limit", PuzzleExportQuery.MOST)
        try:
            page = puzzles.puzzles_page(cursor=self.params.get("cursor"), limit=limit)
        except BadCursorError:
            raise wrong_cursor() from None
        last = {
            "end": True,
            "count": len(page.rows),
            "total": page.seen + len(page.rows),
            **({} if page.next is None else {"next": page.next}),
        }
        lines = [orjson.dumps(row) for row in [*page.rows, last]]
        headers = {"Cache-Control": "no-store"}
        return HttpResponse(b"\n".join(lines) + b"\n", content_type=NDJSON, headers=headers)
