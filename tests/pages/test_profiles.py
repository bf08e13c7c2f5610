"""The page of a player: figures, plots, latest matches, rivals."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine import PRESETS
from games.models import Match, Player
from games.models.people import PlayerKind
from games.selectors import figures
from tests.pages.reading import links, listed, main, page, words
from tests.record.family import random_match
from tests.stats.support import FIRST_DAY, PEOPLE, resigned_log, stored
from tests.support.people import player_without_account, signed_in

pytestmark = pytest.mark.django_db
MATCHES = "/matches/"


def test_a_profile_shows_figures_ratings_and_latest_matches():
    match = stored(PEOPLE[:2], day=0)
    stored(PEOPLE[:4], day=1, options={"teams": "pairs"})
    html = page("/players/Ana/")
    told = words(html)
    every = figures.player_stats(player_without_account("Ana").pk)
    rating = every[1]["rating"]
    assert f"{rating['rating']} ± {rating['deviation']}" in told
    assert "4 more matches until the rating" in told
    assert "Matches 2" in told
    assert match.public_id in listed(html)
    assert "Carles" in told
    assert reverse("api:player_stats", args=["Ana"]) in links(html)


def test_figures_of_one_kind_of_match_alone():
    stored(PEOPLE[:2], day=0)
    stored(PEOPLE[:4], day=1, options={"teams": "pairs"})
    html = page("/players/Ana/")
    tabs = [link for link in links(html) if link.startswith("?pool=")]
    assert tabs == ["?pool=all", "?pool=2", "?pool=4-pairs"]
    assert "Matches 1" in words(page("/players/Ana/", pool="4-pairs"))
    page("/players/Ana/", status=404, pool="6-threes")


def family(preset: str, players: int, day: int = 0) -> Match:
    """A stored match of any game."""
    log = random_match(preset, players, match=f"{preset[:7]}{day}")
    return stored(PEOPLE[:players], day=day, log=log)


def test_contracts_stand_on_the_profile_where_there_are_any():
    stored(PEOPLE[:2], day=0)
    family("chiamata", 5, 1)
    (every,) = figures.player_stats(player_without_account("Ana").pk)[:1]
    told = words(page("/players/Ana/", pool="5-chiamata"))
    assert "Briscola Chiamata" in told
    for name, count in (
        ("Contracts made", f"of {every['contracts']} bid"),
        ("Made as the partner", f"of {every['partnered']} called"),
        ("Contracts broken", f"of {every['defended']} played against"),
    ):
        assert f"{name} · {count}" in told
    assert "Score per deal" in told
    assert "Contracts" not in words(page("/players/Ana/", pool="2"))


def test_points_beside_the_cards_stand_on_the_profile_where_there_are_any():
    stored(PEOPLE[:2], day=0)
    family("mariaje", 3, 1)
    (row,) = (
        stats
        for stats in figures.player_stats(player_without_account("Ana").pk)
        if stats["pool"] == "3"
    )
    assert row["extras"] > 0
    assert "Bonus points" in words(page("/players/Ana/", pool="3"))
    assert "Bonus points" not in words(page("/players/Ana/", pool="2"))


def test_matches_are_found_by_any_preset_and_by_five_players():
    two, five = stored(PEOPLE[:2], day=0), family("gingo", 5, 1)
    html = page(MATCHES, player="")
    offered = set(re.findall(r'<option value="([a-z_]+)"', main(html)))
    assert set(PRESETS) <= offered
    assert listed(page(MATCHES, player="", preset="gingo")) == [five.public_id]
    assert listed(page(MATCHES, player="", players=5)) == [five.public_id]
    assert listed(page(MATCHES, player="", players=2)) == [two.public_id]
    order = sorted(range(5), key=lambda side: side not in (five.winners or ()))
    score = ", ".join(str(five.score[side]).replace("-", "\N{MINUS SIGN}") for side in order)
    assert score in words(page(MATCHES, player="", players=5))


def test_the_plot_has_a_sentence_and_its_figures_as_a_table():
    for day in range(5):
        stored(day=day, options={"match.target": 2}, seed=str(day))
    html = main(page("/players/Ana/"))
    plot = re.search(r"<svg class=\"plot\"[^>]*role=\"img\".*?</svg>", html, re.S)
    assert plot is not None
    assert 'role="img"' in plot[0]
    assert "aria-label=" in plot[0]
    counts = figures.player_stats(player_without_account("Ana").pk)[0]["spread"]
    assert plot[0].count("<rect") == len(counts)
    table = re.findall(r'<th scope="row">([\d–]+)</th>\s*<td class="r num">(\d+)</td>', html)
    assert [int(count) for _label, count in table] == counts
    assert table[0][0] == "0–9"
    assert table[-1][0] == "110–120"


def test_a_profile_without_matches_has_no_empty_plots():
    player_without_account("Nova")
    html = page("/players/Nova/")
    assert "Here will be how Nova plays" in words(html)
    assert "<table" not in main(html)
    assert 'class="plot"' not in html
    page("/players/Nova/", pool="2")


def test_a_profile_of_a_match_given_up_at_once_has_no_plot():
    stored(log=resigned_log(0))
    html = page("/players/Ana/")
    assert "Deals 0" in words(html)
    assert 'class="plot"' not in html


@pytest.mark.parametrize(("matches", "charts"), [(1, False), (4, False), (5, True)])
def test_charts_wait_for_five_matches(matches, charts):
    for day in range(matches):
        stored(day=day, seed=str(day))
    html = main(page("/players/Ana/"))
    assert ("After five matches there is more here" in words(page("/players/Ana/"))) is not charts
    for drawn in ('class="chart wide"', 'class="chart narrow"', 'class="plot"'):
        assert (drawn in html) is charts, drawn


def test_a_settled_rating_is_drawn_with_its_doubt_up_to_today():
    for day in range(6):
        stored(day=day, seed=str(day))
    html = main(page("/players/Ana/"))
    rating = figures.player_stats(player_without_account("Ana").pk)[1]["rating"]
    wide = html.split('class="chart wide"')[1].split("</svg>")[0]
    assert f"{rating['rating']} today" in wide
    assert len(re.findall(r'points="([^"]+)"', wide)[1].split()) == 6
    assert len(re.findall(r'points="([^"]+)"', wide)[0].split()) == 12


def test_days_of_play_are_squares_of_half_a_year():
    first = (timezone.now() - FIRST_DAY).days
    for before in (0, 1, 1.02, 30, 400):
        stored(day=first - before - 1, seed=str(before))
    html = main(page("/players/Ana/"))
    assert "3 days in half a year" in words(page("/players/Ana/"))
    wide = html.split('class="heat wide"')[1].split("</svg>")[0]
    assert 7 * 25 < wide.count("<rect") <= 7 * 26
    assert len(re.findall(r'class="h[1-4]"', wide)) == 3


def test_partners_and_opponents_stand_together():
    stored(PEOPLE[:4], options={"teams": "pairs"})
    html = page("/players/Ana/")
    companions = words(html).split("Wins with")[1].split("Latest matches")[0]
    assert "Carles" in companions
    assert "partner" in companions
    assert "Berta opponent" in companions
    assert "David opponent" in companions


def test_the_page_of_a_house_bot_says_what_it_is_like_and_plays_at_once():
    player_without_account("Olivo", PlayerKind.BOT)
    Player.objects.filter(name="Olivo").update(bot="greedy")
    html = page("/players/Olivo/")
    assert "Takes whatever it can" in words(html)
    assert 'tiles.svg#greedy"' in main(html)
    form = main(html).split(f'action="{reverse("play_now")}"')[1].split("</form>")[0]
    assert 'name="level" value="greedy"' in form.replace("\n", " ")
    assert "Plays whatever comes first" not in words(page("/players/Olivo/"))


@pytest.mark.parametrize("name", ["W" * 24, "Ana"])
def test_a_new_player_is_challenged_by_whoever_has_an_account(name):
    player_without_account(name)
    signed_in(name)
    html = page(f"/players/{name}/", signed_in("Eva"))
    assert f"Challenge {name}" in words(html)
    assert reverse("player_invite", args=[name]) in main(html)


def test_a_name_in_another_case_leads_to_the_one_address():
    player_without_account("Ana")
    answer = Client().get("/players/aNA/")
    assert (answer.status_code, answer["Location"]) == (302, "/players/Ana/")


@pytest.mark.parametrize("name", ["nobody", "%00", "%ff", "a%0ab", "x" * 300])
def test_nobodys_profile_is_not_found(name):
    page(f"/players/{name}/", status=404)


def test_odd_names_are_shown_as_they_are():
    name = "a&b <i> ?#%20"
    match = stored((name, "Berta"))
    answer = Client().get(reverse("player", args=[name]), headers={"accept-language": "en"})
    html = answer.content.decode()
    assert "<i>" not in main(html)
    shown = "a&amp;b &lt;i&gt; ?#%20"
    assert re.search(
        rf'<h1 class="long"\s+title="{re.escape(shown)}"><bdi>{re.escape(shown)}</bdi></h1>', html
    )
    for link in links(html):
        if link.startswith(MATCHES + "?"):
            assert listed(page(link)) == [match.public_id]


def test_bots_and_guests_are_named_as_such():
    player_without_account("Roble", PlayerKind.BOT)
    player_without_account("Invitado-1", PlayerKind.GUEST)
    assert "bot" in words(page("/players/Roble/"))
    assert "guest" in words(page("/players/Invitado-1/"))


def test_a_profile_tells_luck_and_play_with_what_they_are_of():
    for day in range(3):
        stored(day=day, options={"match.target": 2}, seed=f"luck {day}")
    (every, *_) = figures.player_stats(player_without_account("Ana").pk)
    told = words(page("/players/Ana/"))
    assert f"Won with good cards · of {every['lucky']} deals with good cards" in told
    assert f"Briscas lost · of {every['briscas']} aces and threes played" in told
    loss = round(100 * every["rates"]["brisca_loss_rate"])
    assert f"aces and threes played {loss} %" in told
    assert "Longest losing streak" in told


def months_of(found: str) -> str:
    """What the table of months says, which no date stands in."""
    return words(found).split("Briscas lost", 1)[1]


def test_a_profile_tells_month_by_month_of_the_kind_that_is_chosen():
    stored(day=0)
    stored(day=40, seed="april")
    stored(PEOPLE[:4], day=41, options={"teams": "pairs"})
    told = months_of(page("/players/Ana/"))
    assert told.index("Apr 2026 2") < told.index("Mar 2026 1")
    pairs = months_of(page("/players/Ana/", pool="4-pairs"))
    assert "Apr 2026 1" in pairs
    assert "Mar 2026" not in pairs


def test_who_looks_is_told_how_they_stand_against_the_player(client, django_user_model):
    me = django_user_model.objects.create_user("Berta", password="x")
    match = stored()
    Player.objects.filter(name="Berta").update(user=me)
    client.force_login(me)
    told = words(client.get("/players/Ana/", headers={"accept-language": "en"}).content.decode())
    assert "You against Ana" in told
    won = match.seats.get(player__name="Berta").won
    assert f"All 1 {'1–0' if won else '0–1'}" in told
    own = words(client.get("/players/Berta/", headers={"accept-language": "en"}).content.decode())
    assert "You against" not in own
    assert "You against" not in words(page("/players/Ana/"))


def test_a_player_whose_name_has_spaces_has_pages_and_figures():
    client = signed_in("María José")
    for path in ("/players/María José/", "/api/v1/players/María José/"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "María José" in answer.content.decode()
