"""Exercises and puzzles answered by key: one's own mistakes, and the puzzle of a day."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import count
from games.answers import exercises as answers
from games.api.core.base import day_of_path
from games.api.core.bodies import read_body
from games.api.core.errors import InvalidParameterError, MissingError
from games.api.core.keys import ByKeyEndpoint, by_key
from games.api.core.params import ListQuery
from games.api.play.params import CardBody
from games.models import Mistake
from games.selectors import exercises
from games.services.exercises import answer, daily_puzzle

Json = dict[str, Any]


class Answering(ByKeyEndpoint):
    """Base of endpoints that take an answer to a position of an exercise or puzzle.

    A key that may read may answer: that changes only what its owner sees of their own progress.
    """

    scopes: ClassVar[dict[str, str]] = {"GET": "read", "POST": "read"}

    def answered(self, request: Request, mistake: Mistake) -> Json:
        """Store the card that the request's body chooses; return how right it is, as JSON.

        Raises:
            MissingError: the position is not there any more.
            InvalidParameterError: the card cannot be played in the position.
            TooManyError: the account has answered too often.
        """
        card = read_body(request, CardBody)["card"]
        count(request._request, "exercise")
        player = self.player
        position = exercises.position_of(mistake)
        if position is None:
            raise MissingError("exercise")
        if card not in position["legal"]:
            raise InvalidParameterError("card", _("This card cannot be played here."))
        found = answer(mistake=mistake, card=card, player=player)
        if found is None:
            raise MissingError("exercise")
        tries = exercises.told_try(exercises.try_of(player.pk, mistake))
        right, chosen = found.pop("right"), found.pop("chosen")
        return {"right": right, "chosen": chosen, "solution": found, **tries}


class Exercises(Answering):
    """Endpoint: the account's costly mistakes as exercises."""

    methods = {
        "GET": by_key("list_exercises", answers.ExercisePage, query=ListQuery),
    }
    query = ListQuery
    http_method_names = ["get", "head", "options"]

    def get(self, request: Request) -> HttpResponseBase:
        """List the account's costly cards as exercises, the latest first, with its answers."""
        player = self.player.pk
        page = self.listing(exercises.exercises_page, player=player)
        page.data["progress"] = exercises.progress(player)
        return page


class Exercise(Answering):
    """Endpoint: one exercise of the account; show it, or answer it."""

    methods = {
        "GET": by_key("get_exercise", answers.Exercise, (404,)),
        "POST": by_key("answer_exercise", answers.AnsweredExercise, (404, 413, 415), body=CardBody),
    }

    def get(self, request: Request, exercise: int) -> HttpResponseBase:
        """Return the position of an exercise as the account's seat saw it, without the solution.

        Raises:
            MissingError: the player has no such exercise.
        """
        found = self._own(exercise)
        position = exercises.position_of(found)
        if position is None:
            raise MissingError("exercise")
        tries = exercises.told_try(exercises.try_of(self.player.pk, found))
        body: answers.Exercise = {"id": found.pk, "position": position, **tries}
        return Response(body)

    def post(self, request: Request, exercise: int) -> HttpResponseBase:
        """Answer an exercise with a card; return whether it is right, and each card's worth."""
        found = self._own(exercise)
        body = self.answered(request, found)
        return Response({**body, "match": found.match.public_id, "at": found.at})

    def _own(self, exercise: int) -> Mistake:
        found = exercises.exercise(self.player.pk, exercise)
        if found is None:
            raise MissingError("exercise")
        return found


class PuzzleAnswer(Answering):
    """Endpoint: answer the puzzle of a day."""

    methods = {
        "POST": by_key("answer_puzzle", answers.AnsweredPuzzle, (404, 413, 415), body=CardBody),
    }
    http_method_names = ["post", "options"]

    def post(self, request: Request, day: str) -> HttpResponseBase:
        """Answer the puzzle of today, or of an earlier day; return what every card was worth.

        Raises:
            MissingError: there is no puzzle of that day.
        """
        today, wanted = timezone.now().date(), day_of_path(day)
        found = daily_puzzle(day=today) if wanted == today else exercises.puzzle_of(wanted)
        if found is None or wanted > today:
            raise MissingError("day")
        body = self.answered(request, found.mistake)
        return Response({**body, **exercises.puzzle_result(found)})
