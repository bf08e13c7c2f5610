"""Runs of puzzles of a key's account: beginning, showing, answering and ending a streak or rush."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Final

from django.http import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import count
from games.api.core.bodies import read_body
from games.api.core.errors import ApiError, ConflictError, InvalidParameterError, MissingError
from games.api.core.http_request import http_request
from games.api.core.keys import ByKeyEndpoint, by_key
from games.common.errors import PuzzleError
from games.puzzles.answers import puzzles as answers
from games.puzzles.api.params import RunAnswerBody, RunBody
from games.puzzles.selectors.puzzles import run_json
from games.puzzles.services.runs import answer_run, current_run, end_run, start_run

REFUSED: Final = {
    "run_over": gettext_lazy("This run is over."),
    "not_asked": gettext_lazy("This run asks another puzzle now."),
    "conflict": gettext_lazy("Another run has just begun."),
}


class RefusedRunError(ConflictError):
    """API error 409: a run of puzzles does not accept the request now, such as a late answer."""

    def __init__(self, code: str) -> None:
        super().__init__(code, str(REFUSED[code]))


class PuzzleRuns(ByKeyEndpoint):
    """Endpoint: begin a run of puzzles for the key's account."""

    methods = {
        "POST": by_key("start_puzzle_run", answers.PuzzleRun, 404, 409, 413, 415, body=RunBody)
    }
    scopes: ClassVar[dict[str, str]] = {"POST": "read"}
    http_method_names = ["post", "options"]

    def post(self, request: Request) -> HttpResponseBase:
        """Begin a streak or a rush and return its first puzzle; a run that is still open ends.

        Raises:
            InvalidParameterError: there is no such mode.
            MissingError: there is no puzzle.
            RefusedRunError: the account has begun another at the same moment.
            TooManyError: the account has begun or answered too often.
        """
        mode = read_body(request, RunBody)["mode"]
        count(http_request(request), "puzzle")
        now = timezone.now()
        try:
            run = start_run(player=self.player, mode=mode, now=now)
        except PuzzleError as error:
            raise _refusal(error) from None
        return Response(run_json(run, now))


class OwnPuzzleRun(ByKeyEndpoint):
    """Endpoint: one run of puzzles of the key's account; show it, answer its puzzle, or end it."""

    methods = {
        "GET": by_key("get_puzzle_run", answers.PuzzleRun, 404),
        "POST": by_key(
            "answer_puzzle_run", answers.PuzzleRun, 404, 409, 413, 415, body=RunAnswerBody
        ),
        "DELETE": by_key("end_puzzle_run", None, 404, status=204),
    }
    scopes: ClassVar[dict[str, str]] = dict.fromkeys(("GET", "POST", "DELETE"), "read")
    http_method_names = ["get", "head", "post", "delete", "options"]

    def own_run_json(self, run: str, now: datetime) -> answers.PuzzleRun:
        """Return the JSON of a run of the account as it stands at this moment.

        Raises:
            MissingError: the account has no such run.
        """
        row = current_run(run=run, player=self.player, now=now)
        if row is None:
            raise MissingError("run")
        return run_json(row, now)

    def get(self, request: Request, run: str) -> HttpResponseBase:
        """Return a run of the account: the puzzle to answer and the time left, or how it went.

        Raises:
            MissingError: the account has no such run.
        """
        return Response(self.own_run_json(run, timezone.now()))

    def post(self, request: Request, run: str) -> HttpResponseBase:
        """Answer the puzzle that a run asks; return the run, with the next one if it goes on.

        Raises:
            MissingError: the account has no such run.
            InvalidParameterError: that cannot be chosen in the puzzle.
            RefusedRunError: the run is over, or asks another puzzle.
            TooManyError: the account has begun or answered too often.
        """
        body = read_body(request, RunAnswerBody)
        count(http_request(request), "puzzle")
        now, puzzle, choice = timezone.now(), body["puzzle"], body["choice"]
        try:
            answer_run(run=run, puzzle=puzzle, answer=choice, player=self.player, now=now)
        except PuzzleError as error:
            raise _refusal(error) from None
        return Response(self.own_run_json(run, now))

    def delete(self, request: Request, run: str) -> HttpResponseBase:
        """End a run of puzzles before its time; one that is over stays as it is.

        Raises:
            MissingError: the account has no such run.
        """
        now = timezone.now()
        self.own_run_json(run, now)
        end_run(run=run, player=self.player, now=now)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _refusal(error: PuzzleError) -> ApiError:
    """Return the API error for a refusal by a run of puzzles."""
    if error.code == "no_choice":
        return InvalidParameterError("choice", _("This cannot be chosen here."))
    if error.code in REFUSED:
        return RefusedRunError(error.code)
    return MissingError("run" if error.code == "no_run" else "puzzle")
