"""Players who keep their figures private: who still sees what, on every page and address."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.models import DailyDeal, DailyTry, Player, Rating, SeatAnalysis, Table, Team
from games.selectors import daily, ratings
from games.selectors.exports import lines_of, read_records
from games.selectors.match_ends import end_json
from games.selectors.match_filter import MatchFilter
from games.selectors.tables import table_json
from games.services.daily_deals import daily_of
from games.services.players import set_figures_private
from games.site.personal_data import personal_data
from tests.api.support import ask, refused, strict_document, whole_list
from tests.pages.reading import board_of, listed, page, words
from tests.services.people import table_of
from tests.stats.support import PEOPLE, settle_ratings, stored
from tests.support.people import player_without_account, signed_in

pytestmark = pytest.mark.django_db
API = "/api/v1"
FACTS = {
    "/api/v1/players/{name}/",
    "/api/v1/players/{name}/matches/",
    "/api/v1/players/{name}/teams/",
}
"""Addresses about a player that tell who they are, and of finished matches."""


def hide(name: str = "Ana") -> Player:
    player = player_without_account(name)
    set_figures_private(player=player, on=True)
    return player


def test_others_see_matches_but_no_figures_on_the_page_of_a_player():
    match = stored(PEOPLE[:2], day=0)
    assert "Matches 1" in words(page("/players/Ana/"))
    hide()
    for reader in (Client(), signed_in("Berta")):
        html = page("/players/Ana/", reader)
        told = words(html)
        assert "Ana keeps their statistics to themselves" in told
        assert match.public_id in listed(html)
        for absent in ("rating", "Luck", "You against", "accuracy", "stats/"):
            assert absent not in told, absent
        assert 'class="figures' not in html
        assert '<svg class="chart' not in html


def test_the_player_still_sees_everything_on_their_own_page():
    stored(PEOPLE[:2], day=0)
    ana = signed_in("Ana")
    before = page("/players/Ana/", ana)
    hide()
    own = page("/players/Ana/", ana)
    assert 'class="figures' in own
    assert "keeps their statistics" not in words(own)
    assert words(own).count("Matches 1") == words(before).count("Matches 1") > 0


def test_the_choice_is_made_on_the_own_page_and_taken_back_there():
    stored(PEOPLE[:2], day=0)
    ana = signed_in("Ana")
    done = ana.post("/people/figures/", {"private": "on"}, follow=True)
    assert done.redirect_chain == [("/players/Ana/", 302)]
    assert player_without_account("Ana").figures_private
    assert "keeps their statistics" in words(page("/players/Ana/"))
    ana.post("/people/figures/", {"private": "off"})
    assert "keeps their statistics" not in words(page("/players/Ana/"))


def test_every_address_about_a_player_gives_figures_to_nobody():
    stored(PEOPLE[:2], day=0)
    paths = [path for path in strict_document()["paths"] if "/players/{name}/" in path]
    places = {"name": "Ana", "pool": "2", "rival": "Berta"}
    assert len(paths) > len(FACTS)
    for path in paths:
        assert Client().get(path.format_map(places)).status_code == 200, path
    hide()
    for path in set(paths) - FACTS:
        assert refused(path.format_map(places), 404, "not_found") == {"what": "figures"}
    refused(f"{API}/players/Berta/rivals/Ana/", 404, "not_found")


def test_facts_of_a_player_stay_public_without_figures():
    match = stored(PEOPLE[:4], day=0, options={"teams": "pairs"})
    hide()
    told = ask("/players/Ana/", include="stats,teams")
    assert (told["stats"], told["teams"]) == ([], [])
    assert ask("/players/Ana/matches/")["results"][0]["id"] == match.public_id
    assert ask("/players/Ana/teams/")["results"][0]["players"] == ["Ana", "Carles"]


def test_lists_of_rivals_and_partners_leave_a_private_player_out():
    stored(PEOPLE[:3], day=0)
    stored(PEOPLE[:4], day=1, options={"teams": "pairs"})
    hide()
    assert "Ana" not in [one["rival"] for one in whole_list("/players/Berta/rivals/", limit=1)]
    assert ask("/players/Carles/partners/")["results"] == []
    assert "Ana" not in words(page("/players/Carles/")).split("Latest matches")[0]


def test_a_team_with_a_private_member_shows_figures_to_its_members_alone():
    stored(PEOPLE[:4], day=0, options={"teams": "pairs"})
    team = Team.objects.get(players__name="Ana")
    hide()
    refused(f"{API}/teams/{team.pk}/stats/", 404, "not_found")
    refused(f"{API}/teams/{team.pk}/months/", 404, "not_found")
    assert ask(f"/teams/{team.pk}/", include="stats")["stats"] == []
    own = page("/players/Carles/", signed_in("Carles"))
    assert "Ana" in words(own).split("Latest matches")[0]


def test_leaderboards_leave_private_players_out_and_close_the_gap():
    board_of(3)
    hide("p02")
    rows = ask("/leaderboards/2/")["results"]
    assert [(row["rank"], row["player"]) for row in rows] == [(1, "p01"), (2, "p00")]
    second = player_without_account("p00")
    assert ratings.places_of(second.pk, ["2"])["2"]["place"] == 2
    assert ratings.places_of(second.pk, ["2"])["2"]["of"] == 2
    told = words(page("/leaderboard/", signed_in("p02")))
    assert "Your statistics are for you only, so you are not listed." in told
    assert "1502" in told
    set_figures_private(player=player_without_account("p02"), on=False)
    assert len(ask("/leaderboards/2/")["results"]) == 3


def test_leaderboards_of_teams_leave_private_teams_out():
    for day in range(5):
        stored(PEOPLE[:4], day=day, options={"teams": "pairs"}, seed=f"team {day}")
    settle_ratings()
    assert len(ask("/leaderboards/4-pairs/teams/")["results"]) == 2
    hide()
    rows = ask("/leaderboards/4-pairs/teams/")["results"]
    assert [row["players"] for row in rows] == [["Berta", "David"]]
    assert "Carles" not in words(page("/leaderboard/?pool=4-pairs&teams=1"))


def test_the_accuracy_beside_matches_is_for_the_player_alone():
    match = stored(PEOPLE[:2], day=0)
    seat = match.seats.get(player__name="Ana")
    SeatAnalysis.objects.create(
        match=match, seat=seat.seat, player=seat.player, finished_at=match.finished_at,
        decisions=20, best=18, loss=4, errors=1, accuracy=81,
    )  # fmt: skip
    ana = signed_in("Ana")
    assert "accuracy 81 %" in words(page("/matches/?player=Ana"))
    hide()
    assert "accuracy 81 %" not in words(page("/matches/?player=Ana"))
    assert "accuracy 81 %" not in words(page("/matches/?player=Ana", signed_in("Berta")))
    assert "accuracy 81 %" in words(page("/matches/?player=Ana", ana))


def test_a_table_shows_no_rating_of_a_private_player():
    ana = player_without_account("ana")
    table = table_of(ana)
    pool = "2"
    Rating.objects.create(player=ana, pool=pool, mu=25, sigma=3, display=1600, matches=20)
    assert [one["rating"] for one in table_json(table.public_id, None)["seats"]] == [1600, None]
    set_figures_private(player=ana, on=True)
    assert [one["rating"] for one in table_json(table.public_id, None)["seats"]] == [None, None]


def test_the_end_of_a_match_shows_no_change_of_a_private_rating():
    match = stored(PEOPLE[:2], day=0)
    table = Table.objects.create(
        host=player_without_account("Ana"),
        ruleset=match.ruleset,
        players=2,
        match=match,
        status="finished",
    )
    assert all((end_json(table) or {})["ratings"])
    hide()
    told = (end_json(table) or {})["ratings"]
    seat = match.seats.get(player__name="Ana").seat
    assert told[seat] is None
    assert told[1 - seat] is not None


def test_the_ranking_of_a_daily_deal_leaves_a_private_player_out():
    deal = daily_of(day=timezone.now().date())
    DailyDeal.objects.filter(pk=deal.pk).update(revealed_at=timezone.now())
    for place, name in enumerate(("Ana", "Berta")):
        match = stored(PEOPLE[:2], day=place)
        DailyTry.objects.create(
            daily=deal, player=player_without_account(name), match=match, points=90 - place, tricks=9,
            ranked=True, started_at=match.started_at, finished_at=match.finished_at,
        )  # fmt: skip
    assert [one["player"] for one in daily.results_page(deal.pk).rows] == ["Ana", "Berta"]
    hide()
    (row,) = daily.results_page(deal.pk).rows
    assert (row["place"], row["player"]) == (1, "Berta")


def test_downloads_hold_records_and_no_figures_of_players():
    stored(PEOPLE[:2], day=0)
    before = lines_of(read_records(MatchFilter()).records)
    assert b'"player":"Ana"' in before.replace(b" ", b"")
    hide()
    assert lines_of(read_records(MatchFilter()).records) == before
    assert not re.search(rb'"(rating|accuracy|win_rate|luck)"', before)


def test_the_own_download_has_the_figures_and_the_choice():
    stored(PEOPLE[:4], day=0, options={"teams": "pairs"})
    signed_in("Ana")
    own = hide()
    data = personal_data(own.user_id) or {}
    assert data["player"]["figures_private"] is True
    assert data["figures"]
    assert data["teams"]
