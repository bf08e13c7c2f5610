"""The history: lists with filters, profiles with their figures, leaderboards, and nothing yet."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import PRESETS
from games.models import Match, Player, Rating
from games.models.people import PlayerKind
from games.pages.history_words import bars, match_row, pool_title, signed
from games.selectors import figures, ratings
from games.selectors.matches import match_detail
from games.services.players import player_for
from games.stats.ratings import ESTABLISHED
from tests.record.family import random_match
from tests.stats.support import PEOPLE, drawn_log, player, resigned_log, running, stored

pytestmark = pytest.mark.django_db
MATCHES = "/matches/"
BOARD = "/leaderboard/"


def page(path: str, client: Client | None = None, status: int = 200, **query: Any) -> str:
    """The HTML of a page, which holds no script or style of its own."""
    answer = (client or Client()).get(path, query, headers={"accept-language": "en"})
    assert answer.status_code == status
    html = answer.content.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", html)
    return html


def main(html: str) -> str:
    """The page's own part."""
    return html.split("<main")[1].split("</main>")[0]


def words(html: str) -> str:
    """The text of the page's own part in one line."""
    text = re.sub(r"<[^>]+>", " ", "<main" + main(html))
    return re.sub(r"\s+", " ", unescape(text))


def links(html: str) -> list[str]:
    return [unescape(link) for link in re.findall(r'<a\b[^>]*?href="([^"]+)"', main(html))]


def listed(html: str) -> list[str]:
    """Ids of the matches in a page, in order."""
    pattern = re.compile(reverse("match", args=["X"]).replace("X", r"(\w+)"))
    found = [pattern.fullmatch(link) for link in links(html)]
    return [one[1] for one in found if one]


def signed_in(name: str = "Ana") -> Client:
    user = get_user_model().objects.create_user(username=name, password="a long password")
    if not Player.objects.filter(name=name).update(user=user):
        player_for(user)
    client = Client()
    client.force_login(user)
    return client


def board_of(count: int, pool: str = "2") -> None:
    people = Player.objects.bulk_create(Player(name=f"p{number:02}") for number in range(count))
    Rating.objects.bulk_create(
        Rating(player=one, pool=pool, mu=25, sigma=3, display=1500 + number, matches=20)
        for number, one in enumerate(people)
    )


# -- the list -----------------------------------------------------------------------------------


def test_a_stranger_sees_everybodys_matches_the_newest_first():
    old, new = stored(day=0), stored(PEOPLE[2:4], day=1)
    html = page(MATCHES)
    assert listed(html) == [new.public_id, old.public_id]
    assert "Carles – David" in words(html)


def test_whoever_is_signed_in_sees_their_own_first():
    mine, other = stored(day=0), stored(PEOPLE[2:4], day=1)
    client = signed_in("Ana")
    html = page(MATCHES, client)
    assert "Your matches" in words(html)
    assert listed(html) == [mine.public_id]
    assert "?player=" in " ".join(links(html))
    everybody = page(MATCHES, client, player="")
    assert listed(everybody) == [other.public_id, mine.public_id]
    assert MATCHES in links(everybody)


def test_a_row_says_who_won_with_whom_and_how_it_stood():
    match = stored(PEOPLE[:4], options={"teams": "pairs", "match.target": 2})
    side = match.seats.get(player__name="Ana").side
    told = words(page(MATCHES, player="ana"))
    score = match.score or []
    assert f"{score[side]}–{score[1 - side]}" in told
    assert ("Won" if side in (match.winners or []) else "Lost") in told
    assert "with Carles" in told
    assert "against Berta, David" in told
    assert "Classic Brisca" in told


def test_given_up_and_drawn_matches_say_so():
    stored(log=resigned_log(5), day=0)
    assert "given up" in words(page(MATCHES))
    stored(log=drawn_log(), day=1)
    assert "Drawn" in words(page(MATCHES, player="Ana", result="drawn"))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"player": "ana"}, {"two", "four", "last"}),
        ({"player": "Elena"}, {"last"}),
        ({"preset": "catalan"}, {"last"}),
        ({"players": "4"}, {"four"}),
        ({"player": "Ana", "partner": "Carles"}, {"four"}),
        ({"player": "Ana", "rival": "Elena"}, {"last"}),
        ({"since": "2026-03-02"}, {"four", "last"}),
        ({"until": "2026-03-01"}, {"two"}),
        ({"since": "2026-03-02", "until": "2026-03-02"}, {"four"}),
        ({"player": "Ana", "since": "2026-03-03", "preset": "catalan"}, {"last"}),
        ({"players": "6"}, set()),
    ],
)
def test_filters_pick_what_they_say(query, expected):
    made = {
        "two": stored(PEOPLE[:2], day=0),
        "four": stored(PEOPLE[:4], day=1, options={"teams": "pairs"}),
        "last": stored(("Ana", "Elena"), day=2, preset="catalan"),
    }
    assert set(listed(page(MATCHES, **query))) == {made[name].public_id for name in expected}


def test_results_are_those_of_the_player():
    match = stored()
    winner = match.seats.get(won=True).player.name
    assert listed(page(MATCHES, player=winner, result="won")) == [match.public_id]
    assert listed(page(MATCHES, player=winner, result="lost")) == []


def test_filters_stand_in_the_form_as_they_were_given():
    html = page(MATCHES, player="Ana", preset="catalan", since="2026-03-02", result="won")
    assert re.search(r'name="player"[^>]*value="Ana"|value="Ana"[^>]*name="player"', html)
    assert re.search(r'<option value="catalan" selected', html)
    assert re.search(r'<option value="won" selected', html)
    assert 'value="2026-03-02"' in html


@pytest.mark.parametrize(
    "query",
    [
        {"result": "won"},
        {"partner": "Berta"},
        {"preset": "chess"},
        {"players": "7"},
        {"since": "yesterday"},
        {"until": "9999-12-31"},
        {"player": "a\0b"},
        {"team": "0"},
    ],
)
def test_a_wrong_filter_is_said_and_nothing_is_looked_for(query):
    stored()
    html = page(MATCHES, **query)
    assert listed(html) == []
    assert "Nothing was looked for" in words(html)


def test_more_matches_are_a_link_that_keeps_the_filters():
    made = [stored(day=day, seed=str(day)).public_id for day in range(32)][::-1]
    html = page(MATCHES, player="Ana")
    assert listed(html) == made[:30]
    (following,) = [link for link in links(html) if "cursor=" in link]
    assert "player=Ana" in following
    rest = page(following)
    assert listed(rest) == made[30:]
    assert "cursor=" not in " ".join(links(rest))


@pytest.mark.parametrize("path", [MATCHES, BOARD])
def test_a_cursor_that_no_list_has_given_is_a_bad_request(path):
    for cursor in ("x", "W10", "a\0"):
        page(path, status=400, cursor=cursor)


def test_where_nothing_has_ended_there_is_a_way_to_play():
    html = page(MATCHES)
    assert "No match has ended yet." in words(html)
    assert reverse("lobby") in links(html)
    assert "No match has ended yet." in words(page(MATCHES, signed_in("Nova")))


def test_where_nothing_is_like_that_there_is_a_way_back():
    stored()
    for query in ({"preset": "catalan"}, {"player": "nobody"}):
        html = page(MATCHES, **query)
        assert "No match is like that." in words(html)
        assert MATCHES in links(html)


# -- the profile --------------------------------------------------------------------------------


def test_a_profile_shows_figures_ratings_and_latest_matches():
    match = stored(PEOPLE[:2], day=0)
    stored(PEOPLE[:4], day=1, options={"teams": "pairs"})
    html = page("/players/Ana/")
    told = words(html)
    every = figures.player_stats(player("Ana").pk)
    rating = every[1]["rating"]
    assert f"{rating['rating']} ± {rating['deviation']}" in told
    assert "still settling" in told
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
    (every,) = figures.player_stats(player("Ana").pk)[:1]
    told = words(page("/players/Ana/", pool="5-chiamata"))
    assert "5: Briscola chiamata" in told
    for name, count in (
        ("Contracts made", f"of {every['contracts']} that were bid"),
        ("Made as the partner", f"of {every['partnered']} that called"),
        ("Contracts broken", f"of {every['defended']} played against"),
    ):
        assert f"{name} · {count}" in told
    assert "Score a deal" in told
    assert "Contracts" not in words(page("/players/Ana/", pool="2"))


def test_points_beside_the_cards_stand_on_the_profile_where_there_are_any():
    stored(PEOPLE[:2], day=0)
    family("mariaje", 3, 1)
    (row,) = (one for one in figures.player_stats(player("Ana").pk) if one["pool"] == "3")
    assert row["extras"] > 0
    assert "Points beside the cards" in words(page("/players/Ana/", pool="3"))
    assert "Points beside the cards" not in words(page("/players/Ana/", pool="2"))


def test_matches_are_found_by_any_preset_and_by_five_players():
    two, five = stored(PEOPLE[:2], day=0), family("gingo", 5, 1)
    html = page(MATCHES, player="")
    offered = set(re.findall(r'<option value="([a-z_]+)"', main(html)))
    assert set(PRESETS) <= offered
    assert listed(page(MATCHES, player="", preset="gingo")) == [five.public_id]
    assert listed(page(MATCHES, player="", players=5)) == [five.public_id]
    assert listed(page(MATCHES, player="", players=2)) == [two.public_id]
    score = ", ".join(str(points).replace("-", "\N{MINUS SIGN}") for points in five.score)
    assert score in words(page(MATCHES, player="", players=5))


def test_the_plot_has_a_sentence_and_its_figures_as_a_table():
    for day in range(3):
        stored(day=day, options={"match.target": 2}, seed=str(day))
    html = main(page("/players/Ana/"))
    plot = re.search(r"<svg class=\"plot\".*?</svg>", html, re.S)
    assert plot is not None
    assert 'role="img"' in plot[0]
    assert "aria-label=" in plot[0]
    counts = figures.player_stats(player("Ana").pk)[0]["spread"]
    assert plot[0].count("<rect") == len(counts)
    table = re.findall(r'<th scope="row">([\d–]+)</th>\s*<td class="r num">(\d+)</td>', html)
    assert [int(count) for _label, count in table] == counts
    assert table[0][0] == "0–9"
    assert table[-1][0] == "110–120"


def test_a_profile_without_matches_has_no_empty_plots():
    player("Nova")
    html = page("/players/Nova/")
    assert "No match has ended yet." in words(html)
    assert "<table" not in main(html)
    assert 'class="plot"' not in html
    page("/players/Nova/", pool="2")


def test_a_profile_of_a_match_given_up_at_once_has_no_plot():
    stored(log=resigned_log(0))
    html = page("/players/Ana/")
    assert "Deals 0" in words(html)
    assert 'class="plot"' not in html


def test_a_name_in_another_case_leads_to_the_one_address():
    player("Ana")
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
    assert f"<h1>{'a&amp;b &lt;i&gt; ?#%20'}</h1>" in html
    for link in links(html):
        if link.startswith(MATCHES + "?"):
            assert listed(page(link)) == [match.public_id]


def test_bots_and_guests_are_named_as_such():
    player("Roble", PlayerKind.BOT)
    player("Invitado-1", PlayerKind.GUEST)
    assert "bot" in words(page("/players/Roble/"))
    assert "guest" in words(page("/players/Invitado-1/"))


# -- the leaderboard ----------------------------------------------------------------------------


def test_a_leaderboard_ranks_and_links_its_players():
    board_of(3)
    html = page(BOARD)
    rows = re.findall(r"<tr.*?</tr>", main(html), re.S)[1:]
    told = [words(f"<main>{row}</main>").split() for row in rows]
    assert [row[:3] for row in told] == [
        ["1", "p02", "1502"],
        ["2", "p01", "1501"],
        ["3", "p00", "1500"],
    ]
    assert "/players/p02/" in links(html)


def test_the_reader_stands_out():
    board_of(2)
    html = page(BOARD, signed_in("p01"))
    assert main(html).count('aria-current="true"') == 1
    assert "you" in words(html)


def test_places_go_on_over_the_pages():
    board_of(32)
    html = page(BOARD)
    (following,) = [link for link in links(html) if "cursor=" in link]
    rest = page(following)
    assert '<td class="r num">31</td>' in rest
    assert len([link for link in links(rest) if link.startswith("/players/")]) == 2


def test_every_kind_of_match_has_its_board_and_bots_have_theirs():
    board_of(2, "bots-4-pairs")
    html = page(BOARD)
    pools = [link for link in links(html) if link.startswith("?pool=")]
    kinds = {"2", "3", "4-pairs", "4-individual", "6-threes", "6-pairs"}
    kinds |= {"3-rematada", "5-chiamata", "5-gingo"}
    people = {f"?pool={kind}" for kind in kinds}
    assert people == {link for link in pools if not link.startswith("?pool=bots-")}
    for pool in pools:
        page(BOARD + pool)
    assert "p01" in words(page(BOARD, pool="bots-4-pairs"))
    assert "p01" not in words(page(BOARD, pool="4-pairs"))


def test_an_empty_board_says_how_to_come_on_it():
    told = words(page(BOARD))
    assert f"A rating shows after {ESTABLISHED} matches." in told
    assert reverse("lobby") in links(page(BOARD))


@pytest.mark.parametrize("pool", ["chess", "bots-", "all", "\0", "bots-bots-2"])
def test_a_board_of_no_kind_of_match_is_not_found(pool):
    page(BOARD, status=404, pool=pool)


# -- all of them --------------------------------------------------------------------------------


def every_page() -> list[str]:
    return [MATCHES, f"{MATCHES}?player=Ana", "/players/Ana/", BOARD]


@pytest.mark.parametrize("language", ["en", "es", "ca"])
def test_pages_are_there_in_every_language(language):
    stored(PEOPLE[:4], options={"teams": "pairs"})
    for path in every_page():
        answer = Client().get(path, headers={"accept-language": language})
        assert answer.status_code == 200
        assert f'<html lang="{language}"' in answer.content.decode()


def test_every_link_of_the_pages_leads_somewhere():
    for day in range(ESTABLISHED):
        stored(PEOPLE[:4], day=day, options={"teams": "pairs"}, seed=str(day))
    for path in every_page():
        html = page(path)
        here = path.split("?")[0]
        for link in set(links(html)):
            target = here + link if link.startswith("?") else link
            if target.startswith("#"):
                assert f'id="{target[1:]}"' in html
            else:
                assert Client().get(target).status_code == 200, (path, link)


@pytest.mark.parametrize(
    ("path", "most"),
    [(MATCHES, 4), (f"{MATCHES}?player=Ana", 5), ("/players/Ana/", 16), (BOARD, 2)],
)
def test_queries_do_not_grow_with_what_is_shown(path, most, django_assert_max_num_queries):
    for day in range(ESTABLISHED + 4):
        stored(PEOPLE[:4], day=day, options={"teams": "pairs"}, seed=f"cost {day}")
    with django_assert_max_num_queries(most):
        assert Client().get(path).status_code == 200


def test_pages_only_read():
    for path in every_page():
        assert Client().post(path).status_code == 405
        assert Client().head(path).status_code in (200, 404)


def test_a_running_match_is_on_no_page_of_the_history():
    stored(("Gala", "Hugo"))
    paths = (MATCHES, "/players/Gala/", BOARD)
    before = [main(page(path)) for path in paths]
    match = running()
    after = [main(page(path)) for path in paths]
    assert after == before
    assert match.public_id not in "".join(after)


@settings(max_examples=100, deadline=None)
@given(
    path=st.sampled_from([MATCHES, BOARD, "/players/Ana/"]),
    query=st.dictionaries(
        st.sampled_from(
            [
                "player",
                "partner",
                "rival",
                "result",
                "preset",
                "players",
                "since",
                "until",
                "team",
                "cursor",
                "pool",
                "other",
            ]
        ),
        st.one_of(
            st.text(max_size=35),
            st.integers().map(str),
            st.sampled_from(["Ana", "won", "2", "ludoteka", "all", "2026-03-01", "WzEsMSwxXQ"]),
        ),
        max_size=4,
    ),
)
def test_no_query_is_a_fault(path, query):
    Player.objects.get_or_create(name="Ana")
    assert Client().get(path, query).status_code in (200, 400, 404)


# -- words --------------------------------------------------------------------------------------


def test_pools_have_names():
    titles = {pool_title(pool) for pool in ratings.pools()}
    assert len(titles) == len(ratings.pools())
    with override("en"):
        assert pool_title("5-gingo") == "5: Gingo"
        assert pool_title("bots-3-rematada") == "Bots, 3: Brisca rematada"


@pytest.mark.parametrize(
    ("points", "said"),
    [(2, "+2"), (-1, "\N{MINUS SIGN}1"), (0, "0"), (-0.256, "\N{MINUS SIGN}0.26")],
)
def test_what_is_won_or_lost_has_its_sign(points, said):
    with override("en"):
        assert signed(points, 0 if isinstance(points, int) else 2) == said


def test_bars_stand_on_the_base_and_the_highest_fills_the_plot():
    drawn = bars([0, 1, 2, 0, 0, 0, 4, 0, 0, 0, 0, 1])
    assert {bar["y"] + bar["height"] for bar in drawn} == {160}
    assert max(bar["height"] for bar in drawn) == 130
    assert [bar["wins"] for bar in drawn] == [False] * 6 + [True] * 6
    assert bars([0] * 12) == []
    assert bars([]) == []


def test_a_row_seen_by_somebody_who_did_not_play_takes_no_side():
    match = match_detail(stored().public_id)
    assert match is not None
    row = match_row(match, "Elena")
    assert (row["result"], row["partners"], row["rivals"]) == ("", [], [])
    assert row["sides"] == [["Ana"], ["Berta"]]


# -- luck, play, months and rivals ----------------------------------------------------------------


def test_a_profile_tells_luck_and_play_with_what_they_are_of():
    for day in range(3):
        stored(day=day, options={"match.target": 2}, seed=f"luck {day}")
    (every, *_) = figures.player_stats(player("Ana").pk)
    told = words(page("/players/Ana/"))
    assert f"Won with luck · of {every['lucky']} deals with more than the share" in told
    assert f"Briscas lost · of {every['briscas']} aces and threes laid" in told
    loss = round(100 * every["rates"]["brisca_loss_rate"])
    assert f"aces and threes laid {loss} %" in told
    assert "Longest row of losses" in told


def test_a_profile_tells_month_by_month_of_the_kind_that_is_chosen():
    stored(day=0)
    stored(day=40, seed="april")
    stored(PEOPLE[:4], day=41, options={"teams": "pairs"})
    told = words(page("/players/Ana/"))
    assert told.index("April 2026 2") < told.index("March 2026 1")
    pairs = words(page("/players/Ana/", pool="4-pairs"))
    assert "April 2026 1" in pairs
    assert "March 2026" not in pairs


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
