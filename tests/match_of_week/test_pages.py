"""The match of the week on pages and in the API, and the buttons with which its players say no."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.models import Match, Player
from games.selectors.match_of_week import ZONE, last_week
from games.services.match_of_week import choose_match_of_week
from tests.api.support import ask
from tests.match_of_week.builders import finished
from tests.pages.reading import listed, main, words
from tests.support.people import player_with_account, signed_in

pytestmark = pytest.mark.django_db

HEADING = "Match of the week"


@pytest.fixture
def match() -> Match:
    """Store a match that is the match of the week now; return it."""
    now = timezone.now()
    _begin, end = last_week(now).bounds(ZONE)
    match = finished(["Ana", "Berta"], 2, ended=end - timedelta(hours=12))
    choose_match_of_week(now=now)
    return match


def player(name: str) -> Player:
    """Return the player of this name."""
    return Player.objects.get(name=name)


def page(path: str, client: Client | None = None, **query: str) -> str:
    """Return the HTML of a page in English, for a stranger by default."""
    visitor = client or Client()
    answer = visitor.get(path, query, headers={"accept-language": "en"})
    assert answer.status_code == 200
    return answer.content.decode()


def press(name: str, path: str, **fields: str) -> str:
    """Press a button as a player; return the HTML of the page to which it leads."""
    answer = signed_in(player(name)).post(path, fields, follow=True)
    cache.clear()
    return answer.content.decode()


@pytest.mark.parametrize("path", ["/", "/watch/", "/matches/"])
def test_everybody_sees_its_names_trick_rule_and_the_link_to_its_review(match, path):
    html = page(path)
    assert HEADING in words(html)
    assert "Ana – Berta" in words(html)
    assert "Decided by 2 points" in words(html)
    assert "the one decided by the fewest points" in words(html)
    line = html.split('class="sec match-of-week"')[1].split("</section>")[0]
    assert f'href="/matches/{match.public_id}/"' in line
    assert line.count('class="card"') == 2
    assert line.count("tile") >= 2


@pytest.mark.parametrize("path", ["/", "/watch/", "/matches/"])
def test_without_one_there_is_no_box(path):
    assert HEADING not in words(page(path))
    assert "match-of-week" not in main(page(path))


def test_filtered_lists_of_matches_do_not_show_it(match):
    assert HEADING not in words(page("/matches/", rated="no"))
    assert HEADING not in words(page("/matches/", player="Ana"))
    assert listed(page("/matches/", player="Ana")) == [match.public_id]


def test_who_played_it_takes_it_down_on_its_page(match):
    path = f"/matches/{match.public_id}/"
    off = f"{path}not-of-the-week/"
    assert f'action="{off}"' in page(path, signed_in(player("Ana")))
    assert "Taken down" in press("Ana", off)
    assert HEADING not in words(page("/"))
    assert f'action="{off}"' not in page(path, signed_in(player("Ana")))


def test_others_have_no_button_and_cannot_take_it_down(match):
    eva = player_with_account("Eva")
    path = f"/matches/{match.public_id}/"
    for client in (Client(headers={"accept-language": "en"}), signed_in(eva)):
        assert "not-of-the-week" not in page(path, client)
        client.post(f"{path}not-of-the-week/")
    assert HEADING in words(page("/"))


def test_the_own_page_has_the_preference_and_obeys_it(match):
    own = f"/players/{match.seats.get(seat=0).player.name}/"
    assert "My matches may be the match of the week" in words(page(own, signed_in("Ana")))
    assert "own-match-of-week" not in page(own, signed_in("Berta"))
    text = press("Ana", "/people/match-of-week/", allowed="off")
    assert "My matches are never the match of the week" in text
    assert not player("Ana").match_of_week_allowed
    assert HEADING not in words(page("/"))
    press("Ana", "/people/match-of-week/", allowed="on")
    assert player("Ana").match_of_week_allowed


def test_the_api_has_the_match_its_week_and_the_points(match):
    answer = ask("/matches/of-the-week/")
    assert answer["week"] == last_week(timezone.now()).name
    assert answer["match"]["id"] == match.public_id
    assert answer["points"] == 2


def test_the_api_says_that_a_week_has_none():
    answer = ask("/matches/of-the-week/")
    assert answer["match"] is None
    assert answer["points"] is None
