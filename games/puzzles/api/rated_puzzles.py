"""Rated puzzles for a key's account: the next one, answering, past answers, and its rating."""

from __future__ import annotations

from typing import ClassVar

from django.http import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import count
from games.api.core.bodies import read_body
from games.api.core.errors import InvalidParameterError, MissingError
from games.api.core.http_request import http_request
from games.api.core.keys import ByKeyEndpoint, by_key
from games.api.core.params import ListQuery
from games.common.errors import PuzzleError
from games.puzzles.answers import puzzles as answers
from games.puzzles.api.params import ChoiceBody, ThemeQuery
from games.puzzles.models import Puzzle
from games.puzzles.selectors import puzzles
from games.puzzles.services.puzzles import answer_puzzle


class _OwnPuzzles(ByKeyEndpoint):
    """Base of endpoints about rated puzzles for the key's account.

    A key that may read may answer, as with exercises: that changes its owner's progress alone.
    """

    scopes: ClassVar[dict[str, str]] = {"GET": "read", "POST": "read"}

    def own_puzzle_json(self, puzzle: Puzzle) -> answers.OwnPuzzle:
        """Return a puzzle's JSON for the key's account: with its solution once it is answered."""
        row = puzzles.attempt_of(self.player, puzzle)
        return {
            **puzzles.puzzle_json(puzzle),
            "attempt": None if row is None else puzzles.attempt_json(row),
            "solution": None if row is None else puzzles.solution_for(puzzle),
        }


class NextPuzzle(_OwnPuzzles):
    """Endpoint: the next rated puzzle for the key's account."""

    methods = {
        "GET": by_key("get_next_puzzle", answers.OwnPuzzle, 404, query=ThemeQuery),
    }
    query = ThemeQuery
    http_method_names = ["get", "head", "options"]

    def get(self, request: Request) -> HttpResponseBase:
        """Return an unanswered puzzle near the account's rating; 404 if none is left.

        Raises:
            MissingError: the account has answered all of them.
            TooManyError: the account has asked too often.
        """
        count(http_request(request), "puzzle")
        row = puzzles.next_puzzle(self.player, self.params.get("theme", ""))
        if row is None:
            raise MissingError("puzzle")
        return Response(self.own_puzzle_json(row))


class OwnRatedPuzzle(_OwnPuzzles):
    """Endpoint: one rated puzzle for the key's account; show it, or answer it."""

    methods = {
        "GET": by_key("get_own_puzzle", answers.OwnPuzzle, 404),
        "POST": by_key(
            "answer_rated_puzzle", answers.AnsweredRatedPuzzle, 404, 413, 415, body=ChoiceBody
        ),
    }

    def get(self, request: Request, puzzle: str) -> HttpResponseBase:
        """Return a rated puzzle, with its solution once the account has answered it.

        Raises:
            MissingError: there is no such puzzle.
        """
        return Response(self.own_puzzle_json(_puzzle_row(puzzle)))

    def post(self, request: Request, puzzle: str) -> HttpResponseBase:
        """Answer a rated puzzle; return whether that is right, and what every choice is worth.

        Raises:
            MissingError: there is no such puzzle.
            InvalidParameterError: that cannot be chosen in it.
            TooManyError: the account has answered too often.
        """
        row = _puzzle_row(puzzle)
        choice = read_body(request, ChoiceBody)["choice"]
        count(http_request(request), "puzzle")
        try:
            answered = answer_puzzle(
                puzzle=row, answer=choice, player=self.player, now=timezone.now()
            )
        except PuzzleError:
            raise InvalidParameterError("choice", _("This cannot be chosen here.")) from None
        body: answers.AnsweredRatedPuzzle = {
            "right": answered.right,
            "answer": answered.answer,
            "first": answered.first,
            "rated": answered.rated,
            "before": answered.before,
            "after": answered.after,
            "solution": puzzles.solution_for(row),
        }
        return Response(body)


class Attempts(_OwnPuzzles):
    """Endpoint: the account's answers to rated puzzles."""

    methods = {"GET": by_key("list_puzzle_attempts", answers.AttemptPage, query=ListQuery)}
    query = ListQuery
    http_method_names = ["get", "head", "options"]

    def get(self, request: Request) -> HttpResponseBase:
        """List the account's first answers to rated puzzles, the latest first."""
        return self.listing(puzzles.attempts_page, player=self.player.pk)


class OwnPuzzleRating(_OwnPuzzles):
    """Endpoint: the account's rating with puzzles, in points."""

    methods = {"GET": by_key("get_puzzle_rating", answers.PuzzleRating)}
    http_method_names = ["get", "head", "options"]

    def get(self, request: Request) -> HttpResponseBase:
        """Return the account's puzzle rating in points, and its longest series of right answers."""
        return Response(puzzles.rating_of(self.player))


def _puzzle_row(puzzle: str) -> Puzzle:
    """Return the row of the rated puzzle with this public id.

    Raises:
        MissingError: there is none of this id.
    """
    row = puzzles.puzzle_by_id(puzzle)
    if row is None:
        raise MissingError("puzzle")
    return row
