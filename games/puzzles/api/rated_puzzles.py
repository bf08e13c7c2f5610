"""Rated puzzles by key: the next one, an answer, one's own answers and rating."""

from __future__ import annotations

from typing import ClassVar

from django.http import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import count
from games.answers import puzzles as answers
from games.api.core.bodies import read_body
from games.api.core.errors import InvalidParameterError, MissingError
from games.api.core.keys import ByKeyEndpoint, by_key
from games.api.core.params import ListQuery
from games.api.play.params import ChoiceBody, ThemeQuery
from games.models import Puzzle
from games.selectors import puzzles
from games.services.errors import PuzzleError
from games.services.puzzles import answer_puzzle


class _OwnPuzzles(ByKeyEndpoint):
    """The base of views of puzzles by key.

    A key that may read may answer, as with exercises: that changes its owner's progress alone.
    """

    scopes: ClassVar[dict[str, str]] = {"GET": "read", "POST": "read"}

    def told(self, puzzle: Puzzle) -> answers.OwnPuzzle:
        """Return a puzzle's JSON for the key's account: with its solution once it is answered."""
        row = puzzles.attempt_of(self.player, puzzle)
        return {
            **puzzles.puzzle_told(puzzle),
            "attempt": None if row is None else puzzles.attempt_told(row),
            "solution": None if row is None else puzzles.solution_for(puzzle),
        }


class NextPuzzle(_OwnPuzzles):
    """Endpoint: the next rated puzzle for the key's account."""

    methods = {
        "GET": by_key("get_next_puzzle", answers.OwnPuzzle, (404,), query=ThemeQuery),
    }
    query = ThemeQuery
    http_method_names = ["get", "head", "options"]

    def get(self, request: Request) -> HttpResponseBase:
        """Return an unanswered puzzle near the account's rating; 404 if none is left.

        Raises:
            MissingError: the account has answered all of them.
            TooManyError: the account has asked too often.
        """
        count(request._request, "puzzle")
        found = puzzles.next_puzzle(self.player, self.params.get("theme", ""))
        if found is None:
            raise MissingError("puzzle")
        return Response(self.told(found))


class OwnRatedPuzzle(_OwnPuzzles):
    """Endpoint: one rated puzzle for the key's account; show it, or answer it."""

    methods = {
        "GET": by_key("get_own_puzzle", answers.OwnPuzzle, (404,)),
        "POST": by_key(
            "answer_rated_puzzle", answers.AnsweredRatedPuzzle, (404, 413, 415), body=ChoiceBody
        ),
    }

    def get(self, request: Request, puzzle: str) -> HttpResponseBase:
        """Return a rated puzzle, with its solution once the account has answered it.

        Raises:
            MissingError: there is no such puzzle.
        """
        return Response(self.told(_found(puzzle)))

    def post(self, request: Request, puzzle: str) -> HttpResponseBase:
        """Answer a rated puzzle; return whether that is right, and what every choice is worth.

        Raises:
            MissingError: there is no such puzzle.
            InvalidParameterError: that cannot be chosen in it.
            TooManyError: the account has answered too often.
        """
        found = _found(puzzle)
        choice = read_body(request, ChoiceBody)["choice"]
        count(request._request, "puzzle")
        try:
            answered = answer_puzzle(
                puzzle=found, answer=choice, player=self.player, now=timezone.now()
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
            "solution": puzzles.solution_for(found),
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


def _found(puzzle: str) -> Puzzle:
    """Return a puzzle.

    Raises:
        MissingError: there is none of this id.
    """
    found = puzzles.puzzle_by_id(puzzle)
    if found is None:
        raise MissingError("puzzle")
    return found
