"""Parts of pages that are kept: what makes a new one, and that none shows anything private."""

from __future__ import annotations

import re
from datetime import date
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone, translation

from games.models import Player
from games.pages import fragments, player_parts
from games.pages.fragments import FragmentCache, fragment
from games.services.players import set_figures_private
from tests.pages.reading import page
from tests.stats.support import PEOPLE, stored
from tests.support.people import player_without_account, signed_in

NAMES = "games/_names.html"
"""A template that shows `names`."""


class Asked:
    """A context that counts how often it was asked for."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.times = 0

    def __call__(self) -> dict[str, Any]:
        self.times += 1
        return {"names": self.names}


def test_the_same_content_is_rendered_once_and_another_anew():
    ana, berta = Asked(["Ana"]), Asked(["Berta"])
    first = fragment(NAMES, {"names": ["Ana"]}, ana)
    assert "Ana" in first
    assert fragment(NAMES, {"names": ["Ana"]}, ana) == first
    assert "Berta" in fragment(NAMES, {"names": ["Berta"]}, berta)
    assert (ana.times, berta.times) == (1, 1)


def test_a_private_part_is_rendered_each_time_and_not_kept():
    context = Asked(["Ana"])
    for times in (1, 2):
        assert "Ana" in fragment(NAMES, (), context, private=True)
        assert context.times == times
    assert fragments.cache.characters == 0


@pytest.mark.django_db
def test_nothing_of_somebody_who_hides_their_figures_is_kept_from_their_own_pages():
    stored(PEOPLE[:4], day=0, options={"teams": "pairs"})
    set_figures_private(player=player_without_account("Ana"), on=True)
    ana = signed_in("Ana")
    for path in ("/players/Ana/", "/matches/"):
        assert "Berta" in ana.get(path).content.decode()
    kept = "".join(text for text, _until in fragments.cache._texts.values())
    assert "Berta" not in kept
    assert "Ana" not in kept.replace('value="Ana"', "")


def cached_texts() -> dict[str, str]:
    """Return the text of each cached fragment by the name of its template."""
    return {key[0]: text for key, (text, _until) in fragments.cache._texts.items()}


@pytest.mark.django_db
def test_a_pair_with_a_private_partner_is_not_cached_but_the_latest_matches_are():
    stored(PEOPLE[:4], day=0, options={"teams": "pairs"})
    ana, carles = (player_without_account(name) for name in ("Ana", "Carles"))
    set_figures_private(player=carles, on=True)
    team = f"/teams/{ana.teams.get().pk}/"
    assert team in page("/players/Ana/", signed_in("Ana"))
    assert "games/_player_whom.html" not in cached_texts()
    assert "games/_player_recent.html" in cached_texts()
    assert team not in page("/players/Ana/")


@pytest.mark.django_db
def test_the_latest_matches_of_a_player_are_put_in_words_once_while_they_are_the_same():
    stored(PEOPLE[:4], day=0, options={"teams": "pairs"})
    with patch.object(player_parts, "match_rows", wraps=player_parts.match_rows) as rows:
        first, second = page("/players/Ana/"), page("/players/Ana/", signed_in("Eva"))
        assert rows.call_count == 1
        stored(PEOPLE[:4], day=1, options={"teams": "pairs"})
        third = page("/players/Ana/")
    matches = [text.count("match-line") for text in (first, second, third)]
    assert matches == [matches[0], matches[0], 2 * matches[0]]


def test_each_language_and_each_day_has_its_own(monkeypatch):
    context = Asked(["Ana"])
    fragment(NAMES, (), context)
    with translation.override("ca"):
        fragment(NAMES, (), context)
    assert context.times == 2
    monkeypatch.setattr(timezone, "localdate", lambda: date(2040, 1, 1))
    fragment(NAMES, (), context)
    assert context.times == 3


def test_what_may_be_out_of_date_is_rendered_again_after_its_seconds(monkeypatch):
    now = 1000.0
    monkeypatch.setattr(fragments.time, "monotonic", lambda: now)
    context = Asked(["Ana"])
    for now, times in ((1000.0, 1), (1059.0, 1), (1060.0, 2), (1119.0, 2)):  # noqa: B007
        fragment(NAMES, (), context, seconds=60)
        assert context.times == times


def test_the_fragments_not_asked_for_longest_make_room():
    cache = FragmentCache(max_characters=10)
    day = date(2026, 1, 1)
    keys = [("t", "en", day, bytes([number])) for number in range(3)]
    cache.put(keys[0], "aaaa", None)
    cache.put(keys[1], "bbbb", None)
    assert cache.get(keys[0], 0.0) == "aaaa"
    cache.put(keys[2], "cccc", None)
    assert [cache.get(key, 0.0) for key in keys] == ["aaaa", None, "cccc"]
    cache.put(keys[2], "c" * 11, None)
    assert [cache.get(key, 0.0) for key in keys] == [None, None, None]
    assert cache.characters == 0


def test_a_fragment_has_no_token_even_where_its_template_asks_for_one():
    assert "csrf" not in fragment("games/_games.html", (), lambda: {"games": ""})


TEAM_LINK = r'href="/teams/[\w-]+/"'


@pytest.mark.django_db
def test_a_pair_that_became_private_is_gone_from_the_page_of_its_other_member():
    stored(PEOPLE[:4], day=0, options={"teams": "pairs"})
    assert re.search(TEAM_LINK, page("/players/Ana/"))
    set_figures_private(player=player_without_account("Carles"), on=True)
    assert not re.search(TEAM_LINK, page("/players/Ana/"))
    assert re.search(TEAM_LINK, page("/players/Ana/", signed_in("Ana")))
    assert not re.search(TEAM_LINK, page("/players/Ana/"))


def read(path: str) -> str:
    """The HTML of a page as a stranger gets it."""
    return Client().get(path).content.decode()


@pytest.mark.django_db
def test_another_name_is_shown_at_once():
    stored(PEOPLE[:2], day=0)
    paths = ("/", "/matches/", "/players/Ana/")
    assert all("Berta" in read(path) for path in paths)
    Player.objects.filter(name="Berta").update(name="Nobody")
    for path in paths:
        html = read(path)
        assert "Berta" not in html
        assert "Nobody" in html


@pytest.mark.django_db
def test_a_match_that_ends_is_shown_at_once():
    stored(PEOPLE[:2], day=0)
    paths = ("/", "/matches/", "/players/Ana/")
    before = {path: read(path) for path in paths}
    later = stored(PEOPLE[:2], day=1)
    for path in paths:
        assert later.public_id not in before[path]
        assert later.public_id in read(path)
    figures = [re.findall(r"<dd>\s*([^<]*)<", html) for html in (before[path], read(path))]
    assert figures[0] != figures[1]


@pytest.mark.django_db
def test_the_form_of_a_table_has_a_token_of_its_own_for_each_visitor():
    for client in (Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)):
        html = client.get("/tables/new/").content.decode()
        form = html.split('class="table-new"')[1]
        (token,) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', form.split("</form>")[0])
        answer = client.post("/tables/new/", {"csrfmiddlewaretoken": token, "preset": "none"})
        assert answer.status_code == 422
        assert client.post("/tables/new/", {"preset": "none"}).status_code == 403
