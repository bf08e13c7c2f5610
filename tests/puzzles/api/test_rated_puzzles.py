"""Rated puzzles by the API: positions for everybody, solutions for who has answered."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from games.puzzles.models import Puzzle, PuzzleAttempt
from tests.api.support import V1, ask, refused, whole_list
from tests.puzzles.api.test_exercises import Caller
from tests.puzzles.rules.support import right_of, stored_puzzles, wrong_of

pytestmark = pytest.mark.django_db
PLAY = f"{V1}/play/rated/puzzles/"


def test_the_list_has_all_puzzles_without_their_solutions():
    rows = stored_puzzles(5)
    found = whole_list("/rated/puzzles/", 2)
    assert [one["id"] for one in found] == [row.public_id for row in rows]
    assert ask(f"/rated/puzzles/{rows[0].public_id}/") == found[0]
    refused(f"{V1}/rated/puzzles/none/", 404, "not_found")


def test_the_download_has_one_puzzle_a_line_and_goes_on_where_it_ended():
    rows = stored_puzzles(5)
    first = download("?limit=3")
    assert first[-1]["count"] == 3
    rest = download(f"?cursor={first[-1]['next']}")
    assert [one["id"] for one in (*first[:-1], *rest[:-1])] == [row.public_id for row in rows]
    assert rest[-1] == {"end": True, "count": len(rows) - 3, "total": len(rows)}
    refused(f"{V1}/exports/puzzles.ndjson?cursor=AAAA", 400, "invalid_parameter")


def download(query: str) -> list[dict]:
    answer = Client().get(f"{V1}/exports/puzzles.ndjson{query}")
    assert answer["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.content.splitlines()]


def test_nothing_that_is_told_before_an_answer_depends_on_the_solution():
    row, ana = stored_puzzles(3)[0], Caller("Lectora")
    before = told_before(row, ana)
    for each in Puzzle.objects.all():
        each.solution = {
            **each.solution, "best": wrong_of(each), "choices": each.solution["choices"][::-1],
        }  # fmt: skip
        each.deal = {**each.deal, "deck": each.deal["deck"][::-1]}
        each.save()
    assert told_before(row, ana) == before
    assert "solution" not in json.dumps(before["open"])


def told_before(row: Puzzle, ana: Caller) -> dict:
    paths = ["/rated/puzzles/", f"/rated/puzzles/{row.public_id}/"]
    return {
        "open": [ask(path) for path in paths] + download(""),
        "own": [ana.get(f"{PLAY}{row.public_id}/"), ana.get(f"{V1}/play/puzzle-attempts/")],
    }


def test_the_next_puzzle_is_answered_and_the_answer_kept():
    row, ana = stored_puzzles(1)[0], Caller("Lectora")
    told = ana.get(f"{PLAY}next/")
    assert (told["id"], told["attempt"], told["solution"]) == (row.public_id, None, None)
    status, answered = ana.post(f"{PLAY}{row.public_id}/", {"choice": right_of(row)})
    assert (status, answered["right"], answered["rated"]) == (200, True, True)
    assert answered["solution"]["best"] == right_of(row)
    assert ana.get(f"{V1}/play/puzzle-rating/")["rating"] == answered["after"]
    (kept,) = ana.get(f"{V1}/play/puzzle-attempts/")["results"]
    assert (kept["puzzle"], kept["right"]) == (row.public_id, True)
    assert ana.get(f"{PLAY}{row.public_id}/")["solution"] == answered["solution"]
    assert ana.client.get(f"{PLAY}next/").status_code == 404


def test_a_program_is_told_the_solution_and_not_rated():
    row, robot = stored_puzzles(1)[0], Caller("Robot", bot=True)
    _status, answered = robot.post(f"{PLAY}{row.public_id}/", {"choice": right_of(row)})
    assert (answered["right"], answered["rated"], answered["after"]) == (True, False, None)
    assert robot.get(f"{V1}/play/puzzle-rating/")["attempts"] == 0


@pytest.mark.parametrize(
    ("body", "parameter"),
    [({"choice": "O99"}, "choice"), ({"choice": "no"}, "choice"), ({"card": "O1"}, "card")],
)
def test_what_is_no_answer_is_refused_by_name_and_kept_nowhere(body, parameter):
    row, ana = stored_puzzles(1)[0], Caller("Lectora")
    status, told = ana.post(f"{PLAY}{row.public_id}/", body)
    assert (status, told["error"]["details"]["parameter"]) == (400, parameter)
    assert not PuzzleAttempt.objects.exists()


def test_a_theme_is_asked_for_by_name():
    row, ana = stored_puzzles(1)[0], Caller("Lectora")
    assert ana.get(f"{PLAY}next/?theme={row.theme}")["theme"] == row.theme
    assert ana.client.get(f"{PLAY}next/?theme=chess").status_code == 400


def test_without_a_key_nothing_can_be_answered():
    row = stored_puzzles(1)[0]
    answer = Client().post(f"{PLAY}{row.public_id}/", "{}", content_type="application/json")
    assert answer.status_code == 401
