"""The page of a match of people with signs, marriages and a false claim that were judged."""

from unittest import mock

import pytest
from django.test import Client

from games.models import Mistake
from tests.analysis.analysed import analysed
from tests.analysis.told_match import told_log
from tests.api.support import V1
from tests.pages.reading import words
from tests.stats.support import PEOPLE, stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    """The match, analysed, with all that was lost or found among its key moments."""
    found = stored(PEOPLE[:4], log=told_log())
    with mock.patch("games.analysis.match_analysis.KEY_MOMENTS", 200):
        analysed(found)
    return found


def decisions_of(match):
    body = Client().get(f"{V1}/matches/{match.public_id}/analysis/").json()
    return {one["at"]: one for deal in body["deals"] for one in deal["decisions"]}


def test_signs_marriages_and_claims_of_people_are_in_the_analysis(match):
    found = decisions_of(match)
    told = {at: (one["kind"], one["chosen"], one["judged"]["best"]) for at, one in found.items()}
    assert told == {
        "d1a3": ("sign", "trump_three", "trump_three"),
        "d2t6c2s": ("sign", "silent", "trump_jack"),
        "d3x1": ("claim", "claim", "play"),
        "d4t1c3m": ("marriage", "keep", "show"),
        "d4a1": ("marriage", "show", "show"),
    }
    lost = {at for at, one in found.items() if one["judged"]["loss"]}
    assert lost == {"d2t6c2s", "d3x1", "d4t1c3m"}
    assert [one["told"][0]["seat"] for one in found.values() if one.get("told")] == [3, 2, 2]


def test_the_page_tells_what_was_lost_by_them_and_what_was_better(match):
    text = words(Client().get(
        f"/matches/{match.public_id}/", headers={"accept-language": "en"}
    ).content.decode())  # fmt: skip
    for said in (
        "make no sign. Better: the sign “jack of trumps”; the partner plays a better card with it.",
        "claim the rest. Better: play on; a false claim lays the hand open to the others.",
        "show nothing. Better: show king and knight of",
    ):
        assert said in text
    assert f"The choice of {PEOPLE[0]} loses" in text


def test_a_sign_that_was_not_made_is_a_mistake_and_no_exercise(match):
    row = Mistake.objects.get(match=match, at="d2t6c2s")
    assert (row.seat, row.player.name, row.is_exercise) == (0, PEOPLE[0], False)
