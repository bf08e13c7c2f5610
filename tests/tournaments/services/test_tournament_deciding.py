"""What the table of a tournament says of how its game is decided."""

from __future__ import annotations

import pytest

from games.selectors.tables import table_json
from games.tournaments.models import Tournament
from tests.tournaments.builders import open_games, started

pytestmark = pytest.mark.django_db


def told(tournament: Tournament) -> set[tuple[str, bool]]:
    """What the tables of the first round say: who decides, and whether level sides play on."""
    parts = [
        table_json(game.table.public_id, None)["tournament"] for game in open_games(tournament)
    ]
    assert parts
    return {(part["decides"], part["played_on"]) for part in parts}


@pytest.mark.parametrize(
    ("people", "choices", "expected"),
    [
        (4, {"format": "swiss"}, ("difference", False)),
        (4, {"format": "swiss", "compared": False}, ("points", False)),
        (2, {"format": "swiss", "rounds": 1}, ("points", False)),
        (4, {"format": "knockout"}, ("points", True)),
        (8, {"format": "knockout"}, ("difference_of_four", True)),
        (4, {"format": "round_robin"}, ("points", False)),
        (8, {"format": "round_robin"}, ("difference_of_four", False)),
    ],
)
def test_a_table_says_what_decides_its_game(people, choices, expected):
    assert told(started(people, **choices)) == {expected}


def test_a_table_of_an_event_of_the_first_rule_says_that_the_difference_decides():
    tournament = started(4, format="knockout")
    Tournament.objects.filter(pk=tournament.pk).update(scoring_version=1)
    assert told(tournament) == {("difference", True)}
