"""Duplicate matches at one table, as they were opened before: their rules, and what pages say of them."""

from __future__ import annotations

import pytest
from django.test import Client

from games.engine import build_ruleset, conflicts
from games.models import Match, Player, Table
from games.record.boards import BoardsError, boards_rules
from games.services.rulesets import ruleset_row
from games.services.tables import TableOptions, set_agreed, sit
from games.stats.rated import unrated_reason
from tests.services.people import table_of
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def duplicate_of(host: Player, players: int = 2, *, boards: int) -> Table:
    """A table at which each deck is dealt once for every side."""
    table = table_of(host, players)
    table.ruleset = ruleset_row(boards_rules(build_ruleset("ludoteka", players), boards))
    table.boards = boards
    table.save()
    return table


@pytest.fixture
def client():
    return Client(headers={"accept-language": "en"})


def test_a_duplicate_table_has_rules_in_which_points_of_all_its_deals_decide():
    table = duplicate_of(player_without_account("Ana"), 4, boards=3)
    options = table.ruleset.options
    assert (options["match.max_deals"], options["match.unit"]) == (6, "points")


def test_a_duplicate_match_is_not_rated_and_the_reason_is_kept():
    ana, eva = player_without_account("Ana"), player_without_account("Eva")
    table = duplicate_of(ana, boards=1)
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


def test_the_page_of_such_a_table_says_that_it_is_not_rated(client):
    table = duplicate_of(player_without_account("Ana"), boards=1)
    page = client.get(f"/t/{table.public_id}/").content.decode()
    assert "Duplicate: 1 deck" in page
    assert "Duplicate matches are not rated" in page


def test_no_new_one_is_opened_and_the_form_leads_to_a_match_of_teams(client):
    page = client.get("/tables/new/").content.decode()
    assert 'name="boards"' not in page
    assert '/tournaments/new/?template=teams"' in page
    with pytest.raises(TypeError, match="boards"):
        TableOptions(preset="ludoteka", players=2, boards=1)


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
    with pytest.raises(BoardsError) as refused:
        boards_rules(build_ruleset(preset, players), boards)
    assert refused.value.code == code


def test_an_option_that_excludes_points_allows_no_duplicate(monkeypatch):
    claims = conflicts.Conflict(
        "claim_needs_deals", "claim", "match.unit", "claims win deals",
        lambda players, options: options["claim"] and options["match.unit"] == "points",
    )  # fmt: skip
    monkeypatch.setattr(conflicts, "CONFLICTS", (*conflicts.CONFLICTS, claims))
    with pytest.raises(BoardsError) as refused:
        boards_rules(build_ruleset("ludoteka", 2, {"claim": True}), 1)
    assert refused.value.code == "no_duplicate"
