"""Exercises from the mistakes of a key's account, and its answers to the puzzle of a day."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import count
from games.api.core.base import day_of_path
from games.api.core.bodies import read_body
from games.api.core.errors import InvalidParameterError, MissingError
from games.api.core.http_request import http_request
from games.api.core.keys import ByKeyEndpoint, by_key
from games.api.core.params import ListQuery
from games.models import Mistake
from games.puzzles.answers import exercises as answers
from games.puzzles.api.params import CardBody
from games.puzzles.selectors import exercises
from games.puzzles.services.exercises import answer, daily_puzzle

Json = dict[str, Any]


class Answering(ByKeyEndpoint):
    """Base of endpoints that take an answer to an exercise's or puzzle's position.

    A key that may read may answer: that changes only what its owner sees of their own progress.
    """

    scopes: ClassVar[dict[str, str]] = {"GET": "read", "POST": "read"}

    def answered(self, request: Request, mistake: Mistake) -> Json:
        """Store the answer in the request's body; return the judgement of its card as JSON.

        Raises:
            MissingError: the position is not there any more.
            InvalidParameterError: the card cannot be played in the position.
            TooManyError: the account has answered too often.
        """
        card = read_body(request, CardBody)["card"]
        count(http_request(request), "exercise")
        player = self.player
        position = exercises.position_of(mistake)
        if position is None:
            raise MissingError("exercise")
        if card not in position["legal"]:
            raise InvalidParameterError("card", _("This card cannot be played here."))
        judgement = answer(mistake=mistake, card=card, player=player)
        if judgement is None:
            raise MissingError("exercise")
        tries = exercises.tries_json(exercises.try_of(player.pk, mistake))
        right, chosen = judgement.pop("right"), judgement.pop("chosen")
        return {"right": right, "chosen": chosen, "solution": judgement, **tries}


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
        "GET": by_key("get_exercise", answers.Exercise, 404),
        "POST": by_key("answer_exercise", answers.AnsweredExercise, 404, 413, 415, body=CardBody),
    }

    def get(self, request: Request, exercise: int) -> HttpResponseBase:
        """Return the position of an exercise as the account's seat saw it, without the solution.

        Raises:
            MissingError: the player has no such exercise.
        """
        mistake = self._own(exercise)
        position = exercises.position_of(mistake)
        if position is None:
            raise MissingError("exercise")
        tries = exercises.tries_json(exercises.try_of(self.player.pk, mistake))
        body: answers.Exercise = {"id": mistake.pk, "position": position, **tries}
        return Response(body)

    def post(self, request: Request, exercise: int) -> HttpResponseBase:
        """Answer an exercise with a card; return whether it is right, and each card's worth."""
        mistake = self._own(exercise)
        body = self.answered(request, mistake)
        return Response({**body, "match": mistake.match.public_id, "at": mistake.at})

    def _own(self, exercise: int) -> Mistake:
        mistake = exercises.exercise(self.player.pk, exercise)
        if mistake is None:
            raise MissingError("exercise")
        return mistake


class PuzzleAnswer(Answering):
    """Endpoint: answer the puzzle of a day."""

    methods = {
        "POST": by_key("answer_puzzle", answers.AnsweredPuzzle, 404, 413, 415, body=CardBody),
    }
    http_method_names = ["post", "options"]

    def post(self, request: Request, day: str) -> HttpResponseBase:
        """Answer the puzzle of today, or of an earlier day; return what every card was worth.

        Raises:
            MissingError: there is no puzzle of that day.
        """
        today, wanted = timezone.now().date(), day_of_path(day)
        daily = daily_puzzle(day=today) if wanted == today else exercises.puzzle_of(wanted)
        if daily is None or wanted > today:
            raise MissingError("day")
        body = self.answered(request, daily.mistake)
        return Response({**body, **exercises.puzzle_result(daily)})
