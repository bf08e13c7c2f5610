"""Pages of rulesets, and how much each is played: on the site and as data."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine import PRESETS, build_ruleset
from games.models import Ruleset
from games.pages.forms.quick_play import game_of
from games.selectors.rulesets import find_ruleset, popular_rulesets, rules_for
from games.services.tables import TableOptions, open_table
from tests.api.support import ask, refused, whole_list
from tests.pages.reading import links, listed, page, words
from tests.stats.support import PEOPLE, stored
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db
ONE = {"match.target": 1}


def row_of(preset: str = "ludoteka", players: int = 2, **options: Any) -> Ruleset:
    """A ruleset that a table was opened with."""
    host = player_without_account(f"host {Ruleset.objects.count()}")
    return open_table(
        host=host, chosen=TableOptions(preset=preset, players=players, options=options)
    ).ruleset


def address(row: Ruleset, digits: int = 12) -> str:
    return f"/rulesets/{row.hash.removeprefix('sha256:')[:digits]}/"


# -- the page -----------------------------------------------------------------------------------


def test_a_ruleset_says_its_rules_what_it_changes_and_its_fingerprint():
    row = row_of("catalan", 4, **{"match.target": 5, "arrastre": False})
    told = words(page(address(row), players=4))
    assert "Rules like Catalan Brisca" in told
    assert "To win the match: 5 Usually: 3" in told
    assert "Arrastre: no Usually: yes" in told
    assert "The match goes to the first to win 5 deals." in told
    assert row.hash in told


def test_its_button_opens_a_table_with_these_very_rules():
    row = row_of("catalan", 4, **{"match.target": 5, "teams": "individual"})
    html = page(address(row), players=4)
    (link,) = {one for one in links(html) if one.startswith("/tables/new/")}
    query = link.partition("?")[2]
    told = Client().get(f"/rulesets/check/?{query}").json()
    assert told["hash"] == row.hash


def test_a_preset_as_it_is_leads_to_its_page():
    row = row_of("doncomos", 2)
    html = page(address(row))
    assert "Nothing: this is" in words(html)
    assert "/rules/doncomos/" in links(html)


def test_one_ruleset_may_be_for_several_numbers_of_players():
    row = row_of("ludoteka", 3)
    assert row == row_of("ludoteka", 2)
    assert "36 Spanish cards" in words(page(address(row), players=3))
    assert "40 Spanish cards" in words(page(address(row)))
    assert "40 Spanish cards" in words(page(address(row), players=4))


def test_its_finished_matches_are_listed_page_by_page(monkeypatch):
    monkeypatch.setattr("games.pages.rules.MATCHES_PER_PAGE", 2)
    played = [stored(day=day, seed=str(day), options=ONE) for day in range(3)]
    stored(PEOPLE[:2], day=9, options={"match.target": 2})
    row = played[0].ruleset
    first = page(address(row))
    assert "3 finished matches were played by these rules." in words(first)
    assert listed(first) == [played[2].public_id, played[1].public_id]
    (more,) = [one for one in links(first) if "cursor=" in one]
    assert listed(page(more.partition("#")[0])) == [played[0].public_id]


def test_the_whole_hash_leads_there_too_and_a_shorter_beginning_is_completed():
    row = row_of()
    assert Client().get(f"/rulesets/{row.hash}/").status_code == 200
    answer = Client().get(address(row, 8))
    assert answer.status_code == 302
    assert answer["Location"] == address(row)


@pytest.mark.parametrize("name", ["0" * 12, "zzzzzzzzzzzz", "sha256:", "12", "a" * 65, "%00", "é"])
def test_where_there_is_no_ruleset_there_is_no_page(name):
    assert Client().get(f"/rulesets/{name}/").status_code == 404


def test_a_beginning_that_two_have_is_nobodys():
    options = dict(build_ruleset("ludoteka", 2).options)
    for end in "ab":
        digits = "0" * 63 + end
        Ruleset.objects.create(hash=f"sha256:{digits}", preset="ludoteka", options=options)
    assert find_ruleset("0" * 12) is None
    assert find_ruleset("0" * 63 + "a") is not None


def test_a_cursor_that_is_none_is_a_bad_request():
    assert Client().get(address(row_of()), {"cursor": "nonsense"}).status_code == 400


def test_rules_that_this_program_does_not_know_have_no_page():
    row = Ruleset.objects.create(hash="sha256:" + "1" * 64, preset="bezique", options={"x": 1})
    assert rules_for(row, 2) is None
    assert Client().get(address(row)).status_code == 404
    assert ask("/rulesets/")["results"][0]["preset"] == "bezique"


def test_the_page_of_a_match_leads_to_the_rules_it_was_played_by():
    match = stored(options=ONE)
    html = Client().get(f"/matches/{match.public_id}/").content.decode()
    (link,) = [one for one in links(html) if one.startswith("/rulesets/")]
    assert "To win the match: 1" in words(page(link))


# -- what is played most ------------------------------------------------------------------------


def test_a_match_that_ends_counts_for_its_ruleset():
    ruleset = stored(options=ONE).ruleset
    stored(options=ONE, day=1, seed="2")
    ruleset.refresh_from_db()
    assert ruleset.match_count == ruleset.matches.count() == 2


def test_the_rules_page_names_what_is_played_most_in_two_queries_at_most():
    for day in range(3):
        stored(options=ONE, day=day, seed=str(day))
    stored(options={"match.target": 2}, day=5)
    row_of("catalan", 2)  # never played
    with CaptureQueriesContext(
        connection,
    ) as asked:
        html = page("/rules/")
    assert len(asked) <= 2
    told = words(html)
    assert "Each alone; To win the match: 1 3 matches" in told
    assert told.index("To win the match: 1 3 matches") < told.index("To win the match: 2 1 match")
    assert [row["matches"] for row in popular_rulesets(9)] == [3, 1]


def test_all_fifteen_games_have_a_page_and_say_for_how_many():
    html = page("/rules/")
    linked = {link.partition("?")[0] for link in links(html) if link.startswith("/rules/")}
    assert linked - {"/rules/history/", "/rules/"} == {f"/rules/{name}/" for name in PRESETS}
    assert "2, 3, 4 or 6 players, about 15 min" in words(html)


@pytest.mark.parametrize(
    ("group", "shown"),
    [
        ("2", {name for name, preset in PRESETS.items() if 2 in preset.players}),
        ("5", {"chiamata", "chiamata_buia", "chiamata_punti", "gingo"}),
        ("signs", {"senas", "doncomos"}),
        ("nonsense", set(PRESETS)),
    ],
)
def test_a_group_of_games_is_a_link(group, shown):
    html = page("/rules/", show=group)
    posters = html.split('<ul class="game-posters">')[1].split("</ul>")[0]
    assert set(re.findall(r'href="/rules/(\w+)/"', posters)) == shown
    everything = links(page("/rules/"))
    assert "/rules/?show=5" in everything
    assert "/rules/?show=signs" in everything


@pytest.mark.parametrize("group", ["", "4", "6", "signs", "no-exchange"])
def test_every_poster_has_a_button_for_a_game_of_quick_play(group):
    html = page("/rules/", show=group)
    keys = re.findall(r'name="game" value="([^"]+)"', html)
    assert len(keys) == html.count('<li class="game-poster">')
    assert all(game_of(key) for key in keys)
    if group.isdecimal():
        assert {game_of(key).players for key in keys} == {int(group)}


def test_play_on_a_poster_begins_the_game_at_once():
    answer = Client().post("/play/", {"game": "chiamata.5", "bots": "1"})
    assert answer.status_code == 302
    assert answer["Location"].startswith("/t/")


def test_a_preset_is_read_for_the_number_of_players_and_the_sides_asked_for():
    assert "each alone" in words(page("/rules/ludoteka/", players=4, teams="individual"))
    assert "4 players, pairs." in words(page("/rules/ludoteka/", players=4))
    assert "2 players" in words(page("/rules/ludoteka/", players=17, teams="x"))
    assert Client().get("/rules/poker/").status_code == 404


def test_the_table_of_signs_is_shown_where_signs_are_made():
    row = row_of("doncomos", 4, **{"talk.mode": "senas"})
    html = page(address(row), players=4)
    assert html.count('class="face"') == 9
    assert "Three of trumps wink" in words(html)
    assert "at tables that allow them" not in html
    without = page("/rules/catalan/", players=4)
    assert "The signs, at tables that allow them" in words(without)
    assert 'class="face"' not in page("/rules/doncomos/", players=2)


@pytest.mark.parametrize(
    ("faces", "symbol", "name"),
    [("kqj", "french-DK", "king"), ("1098", "french-D10", "ten"), ("all52", "french-DQ", "queen")],
)
def test_french_packs_are_shown_by_their_own_faces_and_names(faces, symbol, name):
    html = page(address(row_of(**{"deck.french": faces})))
    figure = html.split(f'#{symbol}"')[1].split("</figure>")[0]
    assert name in figure


# -- as data ------------------------------------------------------------------------------------


def test_rulesets_are_listed_by_how_much_they_are_played():
    stored(options=ONE)
    stored(options=ONE, day=1, seed="2")
    row_of("catalan", 4, **{"match.target": 7})
    first, second = ask("/rulesets/")["results"]
    assert (first["matches"], first["changes"]) == (2, {"match.target": 1})
    assert (second["matches"], second["preset"]) == (0, "catalan")
    assert (second["changes"], second["teams"]) == ({"match.target": 7}, "pairs")
    assert len(ask("/matches/", rules=first["hash"])["results"]) == first["matches"]


def test_the_list_is_paged_and_filtered_by_preset():
    for target in range(1, 6):
        row_of("ludoteka", 2, **{"match.target": target})
    row_of("catalan", 2)
    hashes = [row["hash"] for row in whole_list("/rulesets/", 2, preset="ludoteka")]
    assert len(hashes) == len(set(hashes)) == 5
    assert ask("/rulesets/", preset="catalan")["results"][0]["preset"] == "catalan"
    refused("/api/v1/rulesets/?preset=poker", 400, "invalid_parameter")
    refused("/api/v1/rulesets/?cursor=nonsense", 400, "invalid_parameter")


def test_a_ruleset_is_found_by_the_beginning_of_its_hash():
    row = row_of()
    told = ask(f"/rulesets/{row.hash.removeprefix('sha256:')[:8]}/")
    assert told == ask(f"/rulesets/{row.hash}/")
    assert told["options"] == row.options
    ask("/rulesets/1234567/", 404)


def test_rules_are_read_in_the_language_asked_for():
    row = row_of("doncomos", 4, **{"talk.mode": "senas"})
    path = f"/api/v1/rulesets/{row.hash}/rules/"
    told = ask(f"/rulesets/{row.hash}/rules/", players=4)
    assert told["language"] == "en"
    assert told["cards"][:2] == [
        {"card": "O1", "name": "ace", "points": 11},
        {"card": "O3", "name": "three", "points": 10},
    ]
    assert told["signs"][1] == {
        "sign": "trump_three",
        "meaning": "Three of trumps",
        "gesture": "wink",
    }
    spanish = Client().get(path, headers={"accept-language": "es"}).json()
    assert spanish["signs"][1]["gesture"] == "guiñar un ojo"
    assert [one["key"] for one in spanish["sections"]] == [one["key"] for one in told["sections"]]


def test_rules_are_read_for_those_who_may_play_alone():
    row = row_of("doncomos", 4)
    refused(f"/api/v1/rulesets/{row.hash}/rules/?players=3", 400, "invalid_parameter")
    assert ask(f"/rulesets/{row.hash}/rules/")["players"] == 4
    ask(f"/rulesets/{'0' * 12}/rules/", 404)
