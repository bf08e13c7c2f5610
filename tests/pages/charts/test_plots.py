"""Charts of a player's page: each is a picture with a name before a table of the same figures."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import PlayerOpening
from games.pages.charts.geometry import bar_places, line_chart
from games.selectors.figures import team_leaderboard
from games.selectors.statistics import player_openings
from tests.api.support import ask
from tests.pages.reading import page, words
from tests.stats.support import PEOPLE, settle_ratings, stored
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def test_openings_are_counted_by_card_for_who_led_first():
    match = stored(PEOPLE[:2], options={"match.target": 3})
    deals = list(match.deals.order_by("number"))
    led = [deal.tricks.first() for deal in deals]
    for seat, name in enumerate(PEOPLE[:2]):
        own = [trick for trick in led if trick.leader == seat]
        rows = player_openings(player=player_without_account(name).pk, pool="2")
        assert sum(row["count"] for row in rows) == len(own)
        keys = {
            trick.plays[0][1][1:] + ("t" if trick.plays[0][1][0] == trick.trump else "")
            for trick in own
        }
        assert {row["key"] for row in rows} == keys
        told = ask(f"/players/{name}/openings/", pool="2")
        assert told == {"player": name, "pool": "2", "results": rows}
    both = PlayerOpening.objects.filter(pool="all").count()
    assert both == PlayerOpening.objects.filter(pool="2").count()


def test_a_page_draws_rating_partners_and_openings_and_has_their_tables():
    for day in range(5):
        stored(PEOPLE[:4], options={"teams": "pairs"}, day=day)
    html = page("/players/Ana/")
    text = words(html)
    for title in ("Rating: Pairs", "Openings", "Wins with", "Points per deal"):
        assert title in text
    assert html.count("<polyline") == 2, "for wide windows and for phones"
    (partner,) = re.findall(
        r'<svg class="meter".*?<rect width="(\d+)" height="6" />\s*</svg>', html, re.S
    )[:1]
    assert f"{partner} %" in text.split("Wins with", 1)[1].replace("\N{NO-BREAK SPACE}", " ")
    for picture in re.findall(r'role="img"\s+aria-label="([^"]+)"', html):
        assert "table" in picture or picture.startswith("Deals: "), "its figures can be read"
    assert html.count("<details") >= 3


def test_no_text_of_a_chart_is_stretched_with_its_lines():
    for day in range(5):
        stored(PEOPLE[:4], options={"teams": "pairs"}, day=day)
    drawings = re.findall(r"<svg class=\"(?:plot|chart).*?</svg>", page("/players/Ana/"), re.S)
    assert [drawing for drawing in drawings if "<text" in drawing]
    assert not [
        drawing
        for drawing in drawings
        if "<text" in drawing and 'preserveAspectRatio="none"' in drawing
    ]


def test_with_nothing_to_draw_there_is_no_chart():
    stored(PEOPLE[:2], options={"open_hands": True})
    html = page("/players/Ana/")
    assert "<polyline" not in html
    assert line_chart([1500]) is None
    assert bar_places([]) == []
    assert bar_places([0, 0]) == []


@pytest.mark.parametrize("values", [[1500, 1500], [900, 2100, 1500], [-5, 5], list(range(300))])
def test_a_line_stays_within_its_plot(values):
    chart = line_chart(values, [30] * len(values))
    for pair in chart["line"].split() + chart["band"].split():
        x, y = map(int, pair.split(","))
        assert 0 <= x <= chart["width"]
        assert 8 <= y <= chart["height"] - 8
    assert all(8 <= mark["y"] <= chart["height"] - 8 for mark in chart["grid"])
    assert 2 <= len(chart["grid"]) <= 8


def test_teams_have_a_leaderboard_of_their_own():
    stored(PEOPLE[:4], options={"teams": "pairs"})
    assert team_leaderboard(pool="4-pairs").rows == []
    settle_ratings()
    first, second = team_leaderboard(pool="4-pairs").rows
    assert (first["rank"], second["rank"]) == (1, 2)
    assert first["rating"] >= second["rating"]
    assert ask("/leaderboards/4-pairs/teams/")["results"] == [first, second]
    text = words(page("/leaderboard/", pool="4-pairs", teams="1"))
    assert all(name in text for name in PEOPLE[:4])
    assert "Teams of this kind" not in words(page("/leaderboard/", pool="2"))
    assert Client().get("/leaderboard/", {"pool": "2", "teams": "1"}).status_code == 200


def test_the_history_is_filtered_by_rating_and_by_what_happened():
    rated = stored(PEOPLE[:2])
    free = stored(PEOPLE[:2], options={"open_hands": True}, day=1)
    both = [f"/matches/{one.public_id}/" for one in (rated, free)]
    for query, shown in (({"rated": "yes"}, [True, False]), ({"rated": "no"}, [False, True])):
        html = page("/matches/", **query)
        assert [link in html for link in both] == shown
    shown = Client().get(both[1], headers={"accept-language": "en"})
    assert "Not rated." in shown.content.decode()
    for trait in ("hundred", "claim", "kill"):
        html = page("/matches/", contains=trait)
        has = [getattr(one, f"has_{trait}") for one in (rated, free)]
        assert [link in html for link in both] == has
