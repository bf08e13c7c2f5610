"""Analyses by the API: whole when made, on the way while not, and why there is none."""

import pytest
from django.test import Client

from games.models import MatchAnalysis
from games.models.analyses import AnalysisState
from games.services.analyses import ask_for_analysis, take_analysis
from tests.analysis.analysed import analysed
from tests.analysis.test_queue import NOW
from tests.api.support import V1, ask, refused, whole_list
from tests.stats.support import PEOPLE, running, stored

pytestmark = pytest.mark.django_db


def test_an_analysis_is_told_as_it_was_made_and_under_its_tag():
    match = stored()
    body = analysed(match)
    path = f"/matches/{match.public_id}/analysis/"
    assert ask(path) == body
    answer = Client().get(V1 + path)
    assert answer["ETag"]
    again = Client().get(V1 + path, headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_an_analysis_that_is_being_made_says_how_many_come_before_it():
    matches = [stored(), stored(PEOPLE[2:4])]
    for match in matches:
        assert ask_for_analysis(match_id=match.public_id)
    last = f"/matches/{matches[1].public_id}/analysis/"
    told = {"match": matches[1].public_id, "state": "waiting", "ahead": 1}
    assert ask(last, 202) == told
    assert Client().get(V1 + last)["Retry-After"] == "5"
    for worker in "ab":
        take_analysis(worker=worker, now=NOW)
    assert ask(last, 202) == {**told, "state": "working", "ahead": 0}


def test_a_match_without_an_analysis_says_why():
    match, game, playing = stored(), stored(options={"play.cards_per_turn": 2}), running()
    path = f"{V1}/matches/{match.public_id}/analysis/"
    assert refused(path, 404, "not_analysed") == {"state": "none"}
    MatchAnalysis.objects.create(match=match, state=AnalysisState.FAILED)
    assert refused(path, 404, "not_analysed") == {"state": "failed"}
    other = f"{V1}/matches/{game.public_id}/analysis/"
    assert refused(other, 404, "not_analysed") == {"state": "impossible"}
    refused(f"{V1}/matches/{playing.public_id}/analysis/", 409, "match_running")
    refused(f"{V1}/matches/nothing/analysis/", 404, "not_found")


def test_the_accuracy_of_a_player_over_time_is_that_of_the_matches():
    bodies = {}
    for day in range(2):
        match = stored(day=day)
        bodies[match.public_id] = analysed(match)
    found = whole_list("/players/ana/accuracy/", 1)
    assert [one["match"] for one in found] == list(reversed(bodies))
    for one in found:
        seat = bodies[one["match"]]["seats"][0]
        assert {
            name: one[name] for name in ("decisions", "best", "loss", "errors", "accuracy")
        } == {name: seat[name] for name in ("decisions", "best", "loss", "errors", "accuracy")}
    refused(f"{V1}/players/nobody/accuracy/", 404, "not_found")
