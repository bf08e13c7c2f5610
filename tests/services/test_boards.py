"""Tables of duplicate matches: which rules can be turned, and what is told of them."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Table
from games.services.errors import TableError
from games.services.tables import open_table
from games.stats.rated import is_rated
from tests.services.people import person, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def client():
    return Client(headers={"accept-language": "en"})


def test_a_duplicate_table_has_rules_in_which_points_of_all_its_deals_decide():
    table = table_of(person("Ana"), 4, boards=3)
    options = table.ruleset.options
    assert (options["match.max_deals"], options["match.unit"]) == (6, "points")
    assert is_rated(
        "ludoteka", options, sides=[[0, 2], [1, 3]], players=[1, 2, 3, 4], kinds=["human"] * 4,
        duplicate=True,
    )  # fmt: skip
    assert not is_rated(
        "ludoteka", options, sides=[[0, 2], [1, 3]], players=[1, 2, 3, 4], kinds=["human"] * 4
    )


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
        open_table(host=person("Ana"), preset=preset, players=players, boards=boards)
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
