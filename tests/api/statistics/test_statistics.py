"""Statistics and ratings as the API gives them: by their schema, and so that they add up."""

from __future__ import annotations

import pytest

from games.models import Team
from games.models.people import PlayerKind
from games.stats.ratings import CENTRE
from tests.api.support import ask, refused, whole_list
from tests.record.family import random_match
from tests.stats.support import PEOPLE, stored

pytestmark = pytest.mark.django_db
RESULTS = ("won", "lost", "deals_won", "deals_lost", "points", "rival_points")
TURNED = ("lost", "won", "deals_lost", "deals_won", "rival_points", "points")


def a_month() -> None:
    for day in range(4):
        stored(PEOPLE[:2], day=day, options={"match.target": 2}, seed=f"api {day}")
    stored(PEOPLE[:4], day=40, options={"teams": "pairs"}, seed="pairs")
    stored(PEOPLE[:3], day=41, seed="three")
    kinds = dict.fromkeys(("Roble", "Haya"), PlayerKind.BOT)
    stored(("Roble", "Haya"), day=42, kinds=kinds)


def test_months_of_a_player_add_up_to_all_of_it():
    a_month()
    months = whole_list("/players/Ana/months/", limit=1)
    assert [one["month"] for one in months] == ["2026-04", "2026-03"]
    (every, *_) = ask("/players/ana/stats/")["pools"]
    for name in ("matches", "deals", "points", "tricks", "luck", "briscas", "ms"):
        assert sum(month[name] for month in months) == every[name], name
    assert [sum(band) for band in zip(*(m["spread"] for m in months), strict=True)] == every[
        "spread"
    ]
    assert [one["pool"] for one in ask("/players/Ana/months/", pool="2")["results"]] == ["2"]
    refused("/api/v1/players/Ana/months/", 400, "invalid_parameter", pool="9")


def test_days_of_a_player_count_what_ended_on_them():
    a_month()
    days = whole_list("/players/Ana/days/", limit=2)
    assert [one["day"] for one in days][:2] == ["2026-04-11", "2026-04-10"]
    assert sum(one["matches"] for one in days) == 6


def test_two_players_see_the_same_from_both_sides():
    a_month()
    mine = ask("/players/ana/rivals/berta/")
    theirs = ask("/players/Berta/rivals/Ana/")
    assert (mine["player"], mine["rival"]) == ("Ana", "Berta")
    assert [pool["pool"] for pool in mine["pools"]] == ["all", "2", "3", "4-pairs"]
    for one, other in zip(mine["pools"], theirs["pools"], strict=True):
        for name, turned in zip(RESULTS, TURNED, strict=True):
            assert one[name] == other[turned]
        assert one["streak"] == -other["streak"]
        assert one["best_streak"] == other["worst_streak"]
        assert one["rates"]["match_win_rate"] == pytest.approx(
            1 - other["rates"]["match_win_rate"], abs=0.0002
        )
    assert mine["pools"][0]["matches"] == 6
    assert ask("/players/Ana/rivals/Roble/")["pools"] == []
    refused("/api/v1/players/Ana/rivals/nobody/", 404, "not_found")


def test_rivals_are_all_whom_one_played_against_page_by_page():
    a_month()
    for limit in (1, 2, 10):
        found = whole_list("/players/Berta/rivals/", limit=limit)
        assert [one["rival"] for one in found] == ["Ana", "Carles"]
    assert {one["rival"] for one in whole_list("/players/David/rivals/", limit=1)} == {
        "Ana",
        "Carles",
    }


def test_where_partners_are_called_their_deals_together_are_nobodys():
    log = random_match("chiamata", 5, seed="ratings")
    match = stored(PEOPLE[:5], log=log)
    together = sum(
        result.contract is not None
        and {result.contract.caller, result.contract.partner} in ({0, 1}, {0}, {1})
        for result in log.state.results
    )
    played = sum(result.ended_by != "all_passed" for result in log.state.results)
    both = sum(
        result.contract is not None
        and {0, 1}.isdisjoint({result.contract.caller, result.contract.partner})
        for result in log.state.results
    )
    alone = sum(
        result.contract is not None
        and len({result.contract.caller, result.contract.partner}) == 1
        and result.contract.caller in (0, 1)
        for result in log.state.results
    )
    row = ask("/players/Ana/rivals/Berta/")["pools"][0]
    assert row["deals"] == played - both - (together - alone)
    assert match.rated


def test_partners_and_teams_tell_their_figures_and_rating():
    a_month()
    (one,) = ask("/players/Ana/partners/")["results"]
    assert set(one["players"]) == {"Ana", "Carles"}
    team = Team.objects.get(players__name="Ana").pk
    stats = ask(f"/teams/{team}/stats/")["pools"]
    assert [pool["rating"] is not None for pool in stats] == [False, True]
    assert whole_list(f"/teams/{team}/months/", limit=5)[0]["month"] == "2026-04"


def test_ratings_and_their_history():
    a_month()
    (two, *_) = ask("/players/Ana/ratings/")["results"]
    points = whole_list("/players/Ana/ratings/2/", limit=3)
    assert len(points) == two["matches"] == 4
    assert points[0]["rating"] == two["rating"]
    assert sum(one["change"] for one in points) == two["rating"] - CENTRE
    assert ask(f"/matches/{points[0]['match']}/")["pool"] == "2"
    assert ask("/players/Ana/ratings/bots-2/")["results"] == []
    refused("/api/v1/players/Ana/ratings/9/", 404, "not_found")


def test_the_site_and_each_kind_of_match():
    a_month()
    pools = {one["pool"]: one for one in ask("/stats/")["results"]}
    assert list(pools) == ["all", "2", "3", "4-pairs", "bots-2", "bots-all"]
    assert (pools["all"]["matches"], pools["bots-all"]["matches"]) == (6, 1)
    assert pools["2"]["rates"]["mean_points"] == 60
    two = ask("/stats/pools/2/")
    deals = two["deals"]
    assert [one["key"] for one in two["seat"]] == [0, 1]
    assert all(one["count"] == deals for one in two["seat"])
    assert sum(one["win_rate"] for one in two["seat"]) == pytest.approx(1, abs=0.0002)
    assert sum(one["count"] for one in two["first_lead"]) == deals
    assert sum(one["count"] for one in two["lead"]) == two["tricks"]
    assert sum(one["key"] * one["count"] for one in two["trumps"]) == 10 * deals
    assert all(one["count"] == deals for one in two["trump"])
    assert whole_list("/stats/pools/2/months/", limit=1)[0]["matches"] == 4
    refused("/api/v1/stats/pools/9/", 404, "not_found")
    refused("/api/v1/stats/pools/6-threes/", 404, "not_found")


def test_activity_a_day():
    a_month()
    days = whole_list("/stats/days/", limit=2)
    assert sum(one["matches"] for one in days) == 6
    assert [one["people"] for one in days] == [3, 4, 2, 2, 2, 2]
    pairs = ask("/stats/days/", pool="4-pairs")["results"]
    assert [(one["day"], one["people"]) for one in pairs] == [("2026-04-10", None)]


def test_figures_of_a_ruleset_by_kind_of_match_and_by_month():
    match = stored()
    at = f"/rulesets/{match.ruleset.hash}"
    (only,) = ask(f"{at}/stats/")["pools"]
    assert (only["pool"], only["matches"], only["matches_rated"]) == ("2", 1, 1)
    (month,) = whole_list(f"{at}/months/", limit=5)
    assert month["matches"] == 1
    refused("/api/v1/rulesets/00000000/stats/", 404, "not_found")
