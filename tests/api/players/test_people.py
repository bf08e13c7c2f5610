"""Players, teams and leaderboards: whoever is listed, and their figures."""

from __future__ import annotations

import pytest

from games.models.people import PlayerKind
from tests.api.support import V1, ask
from tests.stats.support import PEOPLE, settle_ratings, stored
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def test_players_are_listed_by_name_and_found_in_any_case():
    for name in ("Berta", "ana", "Carles"):
        player_without_account(name)
    player_without_account("Roble", PlayerKind.BOT)
    body = ask("/players/")
    assert [one["name"] for one in body["results"]] == ["ana", "Berta", "Carles", "Roble"]
    assert body["next"] is None
    assert body["results"][3]["bot"] == "rules"
    assert [one["name"] for one in ask("/players/", name="B")["results"]] == ["Berta"]
    assert ask("/players/", name="%")["results"] == []
    assert ask("/players/ANA/")["name"] == "ana"
    ask("/players/nobody/", 404)


def test_figures_of_a_player_are_those_of_the_matches():
    stored(PEOPLE[:2])
    stored(PEOPLE[:4], day=1, options={"teams": "pairs"})
    body = ask("/players/ana/stats/")
    assert body["player"] == "Ana"
    assert [one["pool"] for one in body["pools"]] == ["all", "2", "4-pairs"]
    every, two, four = body["pools"]
    for name in ("matches", "deals", "points", "tricks", "plays"):
        assert every[name] == two[name] + four[name]
    assert every["rating"] is None
    assert two["rating"]["matches"] == 1
    assert two["rating"]["provisional"] is True
    ask("/players/nobody/stats/", 404)


def test_a_player_without_matches_has_no_figures():
    player_without_account("Ana")
    assert ask("/players/Ana/stats/")["pools"] == []
    assert ask("/players/Ana/matches/")["results"] == []


def test_teams_with_their_players_and_figures():
    stored(PEOPLE[:4], options={"teams": "pairs"})
    body = ask("/teams/")
    assert [team["players"] for team in body["results"]] == [["Berta", "David"], ["Ana", "Carles"]]
    own = ask("/teams/", player="carles")["results"]
    assert [team["players"] for team in own] == [["Ana", "Carles"]]
    assert ask("/teams/", player="nobody")["results"] == []
    team = own[0]["id"]
    assert ask(f"/teams/{team}/") == own[0]
    stats = ask(f"/teams/{team}/stats/")
    assert stats["players"] == ["Ana", "Carles"]
    assert [one["pool"] for one in stats["pools"]] == ["all", "4-pairs"]
    assert stats["pools"][0]["matches"] == 1
    for missing in (team + 9, 2**70):
        ask(f"/teams/{missing}/", 404)
        ask(f"/teams/{missing}/stats/", 404)


def test_leaderboards_rank_those_with_enough_matches():
    for day in range(5):
        stored(day=day, seed=f"board {day}")
    settle_ratings()
    pools = ask("/leaderboards/")["results"]
    assert {"pool": "2", "url": f"http://testserver{V1}/leaderboards/2/"} in pools
    board = ask("/leaderboards/2/")["results"]
    assert [row["rank"] for row in board] == [1, 2]
    assert {row["player"] for row in board} == {"Ana", "Berta"}
    for pool in pools:
        path = pool["url"].removeprefix(f"http://testserver{V1}")
        assert ask(path)["next"] is None
    ask("/leaderboards/chess/", 404)
