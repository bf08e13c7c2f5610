"""Tables of duplicate matches: which rules can be turned, and what is told of them."""

from __future__ import annotations

import pytest
from django.test import Client

from games.engine import build_ruleset
from games.models import Match, Table
from games.services.errors import TableError
from games.services.tables import TableOptions, open_table, set_agreed, sit
from games.stats.rated import unrated_reason
from tests.services.people import person, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def client():
    return Client(headers={"accept-language": "en"})


def test_a_duplicate_table_has_rules_in_which_points_of_all_its_deals_decide():
    table = table_of(person("Ana"), 4, boards=3)
    options = table.ruleset.options
    assert (options["match.max_deals"], options["match.unit"]) == (6, "points")


def test_a_duplicate_match_is_not_rated_and_the_reason_is_kept():
    ana, eva = person("Ana"), person("Eva")
    table = table_of(ana, boards=1)
    sit(table=table, player=eva, seat=None)
    set_agreed(table=table, player=eva, on=True)
    match = Match.objects.get()
    assert (match.boards, match.rated, match.unrated_reason) == (1, False, "duplicate")


@pytest.mark.parametrize("kinds", [("human", "human"), ("human", "bot"), ("bot", "bot")])
def test_no_duplicate_match_is_rated_whoever_plays(kinds):
    ruleset = build_ruleset("ludoteka", 2)
    about = {"sides": [[0], [1]], "players": [1, 2], "kinds": kinds}
    reason = unrated_reason("ludoteka", ruleset.options, duplicate=True, **about)
    assert reason == "duplicate"


def test_the_form_and_the_table_say_before_that_it_is_not_rated(client):
    assert "Such a match is not rated." in client.get("/tables/new/").content.decode()
    table = table_of(person("Ana"), boards=1)
    page = client.get(f"/t/{table.public_id}/").content.decode()
    assert "Duplicate matches are not rated" in page


@pytest.mark.parametrize(
    ("preset", "players", "boards", "code"),
    [
        ("ludoteka", 2, 2, "bad_boards"),
        ("ludoteka", 3, 3, "bad_boards"),
        ("ludoteka", 2, 13, "bad_boards"),
        ("chiamata", 5, 1, "no_duplicate"),
        ("mexican", 2, 1, "no_duplicate"),
        ("muerte_al_tres", 2, 1, "no_duplicate"),
    ],
)
def test_what_cannot_be_turned_is_refused(preset, players, boards, code):
    with pytest.raises(TableError, match=code):
        open_table(
            host=person("Ana"), chosen=TableOptions(preset=preset, players=players, boards=boards)
        )
    assert not Table.objects.exists()


def test_the_form_opens_one_and_says_what_cannot_be(client):
    asked = {"seating": "2", "preset": "ludoteka", "clock": "normal", "visibility": "public"}
    asked |= {"watch": "anyone", "boards": "3"}
    answer = client.post("/tables/new/", asked)
    assert answer.status_code == 302
    assert Table.objects.get().boards == 3
    page = client.get(answer["Location"]).content.decode()
    assert "Duplicate: 3 decks" in page
    again = client.post("/tables/new/", {**asked, "seating": "3"})
    assert again.status_code == 422
    assert "not every side gets every hand" in again.content.decode()
