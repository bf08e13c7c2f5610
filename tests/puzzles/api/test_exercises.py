"""Exercises and puzzles by key: the position before the answer, what the cards were worth after it."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from games.models import DailyPuzzle, ExerciseTry, MatchAnalysis, Mistake
from games.puzzles.selectors.exercises import judgement_of, position_of, puzzle_result
from games.services.players import player_for
from tests.analysis.analysed import analysed, puzzled
from tests.api.support import V1, hold
from tests.live.keys import program
from tests.stats.support import stored

pytestmark = pytest.mark.django_db
LIST = f"{V1}/play/exercises/"


class Caller:
    """Somebody with a key."""

    def __init__(self, name: str, *, bot: bool = False) -> None:
        self.user, key = program(name, ("read",), bot=bot)
        self.player = player_for(self.user)
        self.client = Client(headers={"authorization": f"Bearer {key}", "accept-language": "en"})

    def get(self, path: str) -> Any:
        return hold(path.partition("?")[0], self.client.get(path))

    def post(self, path: str, body: Any) -> tuple[int, Any]:
        answer = self.client.post(path, json.dumps(body), content_type="application/json")
        return answer.status_code, hold(path, answer, "post")


@pytest.fixture
def ana() -> Caller:
    """Who owns all mistakes of a match, by a key of a person."""
    analysed(stored())
    caller = Caller("Lectora")
    Mistake.objects.update(player=caller.player, is_exercise=True)
    return caller


def test_ones_own_mistakes_are_listed_with_how_they_were_answered(ana: Caller):
    found = ana.get(f"{LIST}?limit=1")
    (first,) = found["results"]
    assert found["progress"] == {"exercises": Mistake.objects.count(), "tried": 0, "solved": 0}
    assert (first["tries"], first["right_at_once"], first["solved"]) == (0, None, False)
    assert ana.get(found["next"].replace("http://testserver", ""))["results"][0] != first
    assert Caller("Otra").get(LIST)["results"] == []


def test_an_exercise_is_told_as_its_seat_saw_it_and_without_the_solution(ana: Caller):
    mistake = Mistake.objects.latest("loss")
    told = ana.get(f"{LIST}{mistake.pk}/")
    assert told["position"] == position_of(mistake)
    assert set(told) == {"id", "position", "tries", "right_at_once", "solved"}
    judged = judgement_of(mistake)
    assert judged is not None
    assert str(judged["cards"][0]["points"]) not in json.dumps(told)


def test_an_answer_is_judged_and_kept(ana: Caller):
    mistake = Mistake.objects.latest("loss")
    judged = judgement_of(mistake)
    assert judged is not None
    path = f"{LIST}{mistake.pk}/"
    status, wrong = ana.post(path, {"card": judged["played"]})
    assert (status, wrong["right"], wrong["solution"]["best"]) == (200, False, judged["best"])
    assert (wrong["match"], wrong["at"]) == (mistake.match.public_id, mistake.at)
    _status, right = ana.post(path, {"card": judged["best"]})
    assert (right["right"], right["tries"], right["right_at_once"], right["solved"]) == (
        True, 2, False, True,
    )  # fmt: skip
    assert ana.get(LIST)["progress"]["solved"] == 1


@pytest.mark.parametrize(
    ("body", "parameter"),
    [({"card": "O99"}, "card"), ({"card": "oro"}, "card"), ({}, "card"), ({"kard": "O1"}, "kard")],
)
def test_what_is_no_answer_is_refused_by_name_and_kept_nowhere(ana: Caller, body, parameter):
    mistake = Mistake.objects.latest("loss")
    status, told = ana.post(f"{LIST}{mistake.pk}/", body)
    assert (status, told["error"]["code"]) == (400, "invalid_parameter")
    assert told["error"]["details"]["parameter"] == parameter
    assert not ExerciseTry.objects.exists()


def test_a_body_that_is_no_object_or_no_json_is_refused(ana: Caller):
    path = f"{LIST}{Mistake.objects.latest('loss').pk}/"
    assert ana.post(path, ["O1"])[0] == 400
    answer = ana.client.post(path, "card=O1", content_type="text/plain")
    assert hold(path, answer, "post")["error"]["code"] == "unsupported_media_type"
    assert answer.status_code == 415


def test_exercises_of_others_and_those_whose_analysis_is_gone_are_not_found(ana: Caller):
    mistake = Mistake.objects.latest("loss")
    path, card = f"{LIST}{mistake.pk}/", position_of(mistake)["legal"][0]
    other = Caller("Otra")
    assert other.client.get(path).status_code == 404
    assert other.post(path, {"card": card})[0] == 404
    assert ana.client.get(f"{LIST}999999/").status_code == 404
    MatchAnalysis.objects.all().delete()
    assert ana.post(path, {"card": card})[0] == 404
    assert not ExerciseTry.objects.exists()


def test_a_puzzle_is_answered_by_key_on_its_day_and_later_and_never_before(ana: Caller):
    today = timezone.now().date()
    mistake = puzzled(today - timedelta(days=1)).mistake
    card = position_of(mistake)["legal"][0]
    path = f"{V1}/play/puzzles/{today - timedelta(days=1)}/"
    status, told = ana.post(path, {"card": card})
    assert (status, told["chosen"], told["tries"], told["tried"]) == (200, card, 1, 1)
    assert not {"match", "at"} & set(told)
    for day in (today + timedelta(days=1), "2020-01-01", "never"):
        assert ana.post(f"{V1}/play/puzzles/{day}/", {"card": card})[0] == 404
    DailyPuzzle.objects.all().delete()


def test_answers_of_programs_count_in_no_figure_of_a_puzzle(ana: Caller):
    puzzle = puzzled(timezone.now().date())
    robot = Caller("Robot", bot=True)
    card = position_of(puzzle.mistake)["legal"][0]
    _status, told = robot.post(f"{V1}/play/puzzles/{puzzle.day}/", {"card": card})
    assert (told["tries"], told["tried"]) == (1, 0)
    assert puzzle_result(puzzle) == {"tried": 0, "solved_at_once": 0}


@override_settings(ACCOUNT_RATE_LIMITS={"exercise": "1/m/ip"})
def test_answers_are_limited_as_on_the_page(ana: Caller):
    mistake = Mistake.objects.latest("loss")
    card = position_of(mistake)["legal"][0]
    codes = [ana.post(f"{LIST}{mistake.pk}/", {"card": card})[0] for _ in range(2)]
    assert codes == [200, 429]
