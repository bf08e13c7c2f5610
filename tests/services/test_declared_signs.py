"""Signs that a founded team has declared are told to everybody at its table, and nothing else is."""

from __future__ import annotations

import pytest

from games.models import Table
from games.selectors.tables import table_json
from games.services import teams
from games.services.tables import TableOptions, open_table, sit
from tests.services.test_teams import founded
from tests.support.people import player_with_account

pytestmark = pytest.mark.django_db
SIGNS = ["trump_ace", "brisca"]


def declared(table: Table, *viewers) -> list:
    """What each viewer is told; the same for all of them."""
    told = [table_json(table.public_id, viewer)["declared"] for viewer in (None, *viewers)]
    assert all(one == told[0] for one in told)
    return told[0]


def table_with(*people, **options) -> Table:
    """A table of four with signs, at which these people sit in their order."""
    rules = {"teams": "pairs", "talk.mode": "senas", **options}
    chosen = TableOptions(preset="ludoteka", players=4, options=rules)
    table = open_table(host=people[0], chosen=chosen)
    for one in people[1:]:
        sit(table=table, player=one, seat=None)
    return table


def test_a_team_that_fills_a_side_shows_its_signs_to_everybody():
    ana, eva, leo, mar = (player_with_account(name) for name in ("Ana", "Eva", "Leo", "Mar"))
    team = founded(ana, leo)
    assert declared(table_with(ana, eva, leo), ana, mar) == [], "it has declared none"
    teams.change_team(team=team, player=ana, name="", face="", signs=SIGNS)
    table = table_with(ana, eva, leo, mar)
    assert declared(table, ana, eva, leo, mar) == [{"seats": [0, 2], "signs": SIGNS}]
    teams.dissolve_team(team=team, player=leo)
    assert declared(table, eva) == []


def test_opponents_and_sides_that_are_not_full_show_none():
    ana, eva = player_with_account("Ana"), player_with_account("Eva")
    team = founded(ana, eva)
    teams.change_team(team=team, player=ana, name="", face="", signs=SIGNS)
    assert declared(table_with(ana, eva)) == []
    assert declared(table_with(ana)) == []


def test_without_signs_in_the_rules_nothing_is_shown():
    ana, eva, leo, mar = (player_with_account(name) for name in ("Ana", "Eva", "Leo", "Mar"))
    team = founded(ana, leo)
    teams.change_team(team=team, player=ana, name="", face="", signs=SIGNS)
    assert declared(table_with(ana, eva, leo, mar, **{"talk.mode": "none"})) == []
