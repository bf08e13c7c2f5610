"""The pages of the documentation: all addresses, with examples that work, and a search."""

from __future__ import annotations

import html as entities
import re
from datetime import timedelta

import pytest
from django.test import Client

from games.api.core.docs_pages import GROUPS, TYPE_PAGES
from games.api.core.schema import document
from games.models import DailyDeal, Match
from games.services.daily_deals import daily_of
from tests.analysis.analysed import analysed, puzzled
from tests.api.support import V1, body_of, operations
from tests.clubs.builders import club_of, longtime_player
from tests.leagues.builders import begun
from tests.puzzles.rules.support import stored_puzzles
from tests.stats.support import FIRST_DAY, PEOPLE, stored
from tests.tournaments.builders import play_out, started

pytestmark = pytest.mark.django_db
INDEX = "/api/docs/"
PAGES = [f"{INDEX}{name}/" for name in [*GROUPS, *TYPE_PAGES]]
MAX_INDEX_BYTES = 300_000


def read(path: str, **query: str) -> str:
    answer = Client().get(path, query, headers={"accept-language": "en"})
    assert answer.status_code == 200, path
    return answer.content.decode()


def links(text: str) -> set[str]:
    return {entities.unescape(one) for one in re.findall(r'href="([^"]+)"', text)}


def test_every_group_of_the_document_has_its_page():
    assert {told["tags"][0] for _path, _method, told in operations()} == set(GROUPS)


@pytest.mark.django_db(transaction=True)  # a download gives back its connection
@pytest.mark.parametrize("played", [False, True])
def test_the_pages_hold_every_address_and_their_examples_work(played):
    if played:
        analysed(stored(PEOPLE[:4], options={"teams": "pairs"}))
        deal = daily_of(day=FIRST_DAY.date())
        DailyDeal.objects.filter(pk=deal.pk).update(revealed_at=FIRST_DAY)
        puzzled(FIRST_DAY.date())
        stored_puzzles(1)
        begun(4)
        club_of(longtime_player("Fundadora"))
        play_out(started(2, every_days=7, rounds=1, deals=1))
        # the examples are of the latest match, and that one has teams
        before = FIRST_DAY - timedelta(days=1)
        Match.objects.exclude(tournament_game=None).update(finished_at=before)
    pages = {path: read(path) for path in PAGES}
    for path, method, told in operations():
        html = pages[f"{INDEX}{told['tags'][0]}/"]
        assert f"{method.upper()} {path}" in html
        assert f'id="{told["operationId"]}"' in html
        if "security" in told:
            assert "Authorization: Bearer $BRISCA_KEY" in entities.unescape(html)
    examples = {one for text in pages.values() for one in links(text) if one.startswith(f"{V1}/")}
    paths = [path for path, _method, told in operations() if "security" not in told]
    open_to_all = [path for path in paths if "{" not in path]
    assert len(examples) == len(paths if played else open_to_all), sorted(examples)
    for link in examples:
        answer = Client().get(link)
        assert answer.status_code == 200, link
        body_of(answer)
    for path, text in pages.items():
        assert "`" not in text, path
        assert "://" not in text.replace("http://testserver", ""), path


def test_every_link_between_the_pages_leads_to_a_place_that_is_there():
    pages = {path: read(path) for path in [INDEX, *PAGES]}
    followed = 0
    for path, text in pages.items():
        for link in links(text):
            page, _hash, anchor = link.partition("#")
            page = page or path
            if anchor and page in pages:
                assert f'id="{anchor}"' in pages[page], (path, link)
                followed += 1
    assert followed > 500


def test_every_type_stands_on_one_page():
    pages = [read(path) for path in PAGES]
    for name in document()["components"]["schemas"]:
        assert sum(f'id="shape-{name}"' in text for text in pages) == 1, name


def test_the_index_is_short_and_keeps_the_places_that_links_from_elsewhere_name():
    index = read(INDEX)
    assert len(index.encode()) < MAX_INDEX_BYTES
    for _path, _method, told in operations():
        assert f'id="{told["operationId"]}"' in index
        assert f'id="{told["tags"][0]}"' in index
    for name in document()["components"]["schemas"]:
        assert f'id="shape-{name}"' in index
    assert 'id="shapes"' in index


def test_what_is_in_english_says_so_under_pages_of_another_language():
    for path in [INDEX, *PAGES]:
        answer = Client().get(path, headers={"accept-language": "es"}).content.decode()
        main = answer.split("<main")[1].split("</main>")[0]
        for block in re.findall(r"<(?:section|article)\b[^>]*>", main):
            # What stands within a section has its language.
            if 'id="shape-' not in block and 'id="found"' not in block:
                assert 'lang="en"' in block, (path, block)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("list_tricks", "GET /api/v1/matches/{match}/deals/{number}/tricks/"),
        ("Leaderboards teams", "GET /api/v1/leaderboards/{pool}/teams/"),
        ("max_margin", "GET /api/v1/exports/matches.ndjson"),
        ("MatchPage", "MatchPage"),
    ],
)
def test_a_search_finds_addresses_by_their_words_and_parameters_and_types(query, first):
    html = read(INDEX, q=query)
    assert f'value="{query}"' in html
    found = re.findall(r"<code>([^<]+)</code></a>", html.split('id="found"')[1])
    assert first in found, found
    words = query.lower().split()
    in_name = [all(word in name.lower() for word in words) for name in found]
    assert in_name == sorted(in_name, reverse=True), "names come first"


def test_a_search_that_finds_nothing_says_so_and_shows_no_mark_up_of_its_own():
    html = read(INDEX, q="<b>nothing")
    assert "Nothing in the API has all of these words." in html
    assert "<b>nothing" not in html
    assert "Search the API" in html


def test_a_search_for_nearly_everything_is_cut_off_and_told():
    html = read(INDEX, q="a")
    assert html.split('id="found"')[1].split("</section>")[0].count("<li>") == 60
    assert "more: add a word." in html


def test_a_page_that_is_not_there_is_not_found():
    assert Client().get(f"{INDEX}nothing/").status_code == 404


@pytest.mark.parametrize("path", [INDEX, PAGES[0]])
def test_the_pages_only_read(path):
    assert Client().post(path).status_code == 405
