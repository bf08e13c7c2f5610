"""Streaks and rushes by key: the page's runs, its secrecy and its clock, asked by programs."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone

from games.puzzles.models import Puzzle, PuzzleRun
from games.puzzles.services.runs import RUSH_DURATION
from tests.api.support import V1
from tests.puzzles.api.test_exercises import Caller
from tests.puzzles.rules.support import right_of, stored_puzzles, wrong_of

pytestmark = pytest.mark.django_db
RUNS = f"{V1}/play/puzzle-runs/"


@pytest.fixture
def robot() -> Caller:
    stored_puzzles(6)
    return Caller("Robot", bot=True)


def begun(who: Caller, mode: str) -> dict[str, Any]:
    status, run = who.post(RUNS, {"mode": mode})
    assert status == 200
    return run


def answered(who: Caller, run: dict[str, Any], choose: Any = right_of) -> tuple[int, Any]:
    asked = Puzzle.objects.get(public_id=run["puzzle"]["id"])
    given = {"puzzle": asked.public_id, "choice": choose(asked)}
    return who.post(f"{RUNS}{run['id']}/", given)


def code_of(told: tuple[int, Any]) -> tuple[int, str]:
    return told[0], told[1]["error"]["code"]


def test_a_streak_goes_on_until_the_first_wrong_answer(robot):
    first = begun(robot, "streak")
    assert (first["left_ms"], first["last_right"], first["answers"]) == (None, None, [])
    second = answered(robot, first)[1]
    assert (second["right"], second["last_right"], second["answers"]) == (1, True, [])
    assert second["puzzle"]["id"] != first["puzzle"]["id"]
    last = answered(robot, second, wrong_of)[1]
    assert (last["right"], last["wrong"], last["last_right"], last["puzzle"]) == (1, 1, False, None)
    assert [one["right"] for one in last["answers"]] == [True, False]
    assert robot.get(f"{RUNS}{last['id']}/") == last
    assert robot.get(f"{V1}/play/puzzle-rating/")["best_streak"] == 1


def test_a_rush_ends_by_the_clock_of_the_server(robot):
    run = begun(robot, "rush")
    assert (
        RUSH_DURATION - timedelta(seconds=30)
        < timedelta(milliseconds=run["left_ms"])
        <= RUSH_DURATION
    )
    run = answered(robot, run)[1]
    over = timezone.now() - timedelta(seconds=5)
    PuzzleRun.objects.update(ends_at=over)
    assert code_of(answered(robot, run)) == (409, "run_over")
    told = robot.get(f"{RUNS}{run['id']}/")
    assert (told["right"], told["left_ms"], told["puzzle"]) == (1, 0, None)
    assert told["finished_at"] == told["ends_at"]


def test_nothing_that_a_run_tells_before_an_answer_depends_on_the_solution():
    (row,), robot = stored_puzzles(1), Caller("Robot", bot=True)
    before = begun(robot, "streak")
    wrong = wrong_of(row)
    row.solution = {**row.solution, "best": wrong, "choices": row.solution["choices"][::-1]}
    row.deal = {**row.deal, "deck": row.deal["deck"][::-1]}
    row.save()
    after = begun(robot, "streak")
    own = ("id", "started_at")
    assert {**after, **{name: before[name] for name in own}} == before
    assert "solution" not in json.dumps(before)


def test_an_answer_sent_twice_counts_once(robot):
    run = begun(robot, "rush")
    assert answered(robot, run)[0] == 200
    assert code_of(answered(robot, run)) == (409, "not_asked")
    assert robot.get(f"{RUNS}{run['id']}/")["right"] == 1


def test_a_run_is_ended_by_its_player_and_by_the_next_one(robot):
    first, second = begun(robot, "streak"), begun(robot, "rush")
    assert code_of(answered(robot, first)) == (409, "run_over")
    assert robot.client.delete(f"{RUNS}{second['id']}/").status_code == 204
    told = robot.get(f"{RUNS}{second['id']}/")
    assert told["finished_at"] is not None
    assert robot.client.delete(f"{RUNS}{second['id']}/").status_code == 204
    assert robot.get(f"{RUNS}{second['id']}/")["finished_at"] == told["finished_at"]


def test_a_run_of_somebody_else_is_not_there(robot):
    run, other = begun(robot, "streak"), Caller("Otra")
    assert code_of(answered(other, run)) == (404, "not_found")
    assert other.client.get(f"{RUNS}{run['id']}/").status_code == 404
    assert other.client.delete(f"{RUNS}{run['id']}/").status_code == 404
    assert robot.get(f"{RUNS}{run['id']}/")["finished_at"] is None


@pytest.mark.parametrize("choice", ["O99", "no"])
def test_what_cannot_be_chosen_is_refused_by_name_and_ends_nothing(robot, choice):
    run = begun(robot, "streak")
    status, told = answered(robot, run, lambda _asked: choice)
    assert (status, told["error"]["details"]["parameter"]) == (400, "choice")
    assert robot.get(f"{RUNS}{run['id']}/")["puzzle"] == run["puzzle"]


def test_a_run_that_cannot_begin_is_refused():
    robot = Caller("Robot", bot=True)
    assert code_of(robot.post(RUNS, {"mode": "rush"})) == (404, "not_found")
    assert code_of(robot.post(RUNS, {"mode": "forever"})) == (400, "invalid_parameter")
    assert not PuzzleRun.objects.exists()


@override_settings(ACCOUNT_RATE_LIMITS={"puzzle": "1/m/ip"})
def test_runs_count_against_the_limit_of_puzzles(robot):
    run = begun(robot, "streak")
    assert code_of(answered(robot, run)) == (429, "throttled")
