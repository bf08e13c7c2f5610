"""The analysis in the page of a match: what it says, how it stands, how to ask for it."""

import re

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.guide.reasons import CHAPTER_OF
from games.models import MatchAnalysis, Player
from games.pages.wording.analysis import difference_in_words, short_difference
from games.pages.wording.history import number
from games.services.analyses import ask_for_analysis
from tests.analysis.analysed import analysed
from tests.stats.support import PEOPLE, stored

pytestmark = pytest.mark.django_db


def page_of(match):
    answer = Client().get(f"/matches/{match.public_id}/", headers={"accept-language": "en"})
    assert answer.status_code == 200
    return answer.content.decode()


def test_figures_luck_and_key_moments_stand_in_the_page():
    match = stored()
    body = analysed(match)
    text = page_of(match)
    assert 'data-state="done"' in text
    for seat in body["seats"]:
        assert number(seat["accuracy"], 0) in text
    assert body["key_moments"]
    for at in body["key_moments"]:
        assert f'<a href="#{at}">' in text
    assert "by the luck of the deal" in text


def test_the_reason_of_a_key_moment_leads_to_a_chapter_of_the_guide():
    match = stored()
    body = analysed(match)
    judged = [
        play["judged"]
        for deal in body["deals"]
        for play in deal["plays"]
        if play["at"] in body["key_moments"]
    ]
    codes = {one["why"]["code"] for one in judged if one["grade"] != "find" and one["why"]}
    text = page_of(match)
    assert codes
    for code in codes:
        assert f'href="/guide/{CHAPTER_OF[code]}/"' in text


def test_a_match_that_was_not_analysed_can_be_asked_for_by_anybody():
    match = stored()
    assert f'action="/matches/{match.public_id}/analyse/"' in page_of(match)
    answer = Client().post(f"/matches/{match.public_id}/analyse/")
    assert answer["Location"] == f"/matches/{match.public_id}/"
    assert MatchAnalysis.objects.get().match_id == match.pk
    text = page_of(match)
    assert "Analysing" in text
    assert "analyse/" not in text
    assert Client().post("/matches/nothing/analyse/").status_code == 404
    assert Client().get(f"/matches/{match.public_id}/analyse/").status_code == 405


def test_a_game_that_cannot_be_judged_says_so_and_cannot_be_asked_for():
    match = stored(options={"play.cards_per_turn": 2})
    text = page_of(match)
    assert "cannot be analysed" in text
    assert "analyse/" not in text
    assert Client().post(f"/matches/{match.public_id}/analyse/").status_code == 404
    assert not ask_for_analysis(match_id=match.public_id)


def test_a_contract_is_told_in_game_points_and_with_the_better_card():
    match = stored(PEOPLE[:5], preset="gingo", options={"match.max_deals": 2})
    body = analysed(match)
    assert body["unit"] == "game"
    text = page_of(match)
    assert "Game points lost" in text
    assert "game points by the luck of the deal" in text
    lost = [play for deal in body["deals"] for play in deal["plays"]
            if play["at"] in body["key_moments"] and play["judged"]["grade"] == "error"]  # fmt: skip
    assert lost
    assert text.count("Better: ") == len(lost)
    assert re.search(r"game points( and \d+ points of win chance)?\. Better", text)


def test_who_reads_of_their_own_play_is_spoken_to():
    match = stored()
    body = analysed(match)
    plays = [play for deal in body["deals"] for play in deal["plays"]]
    at = next(one for one in body["key_moments"])
    seat = next(play["seat"] for play in plays if play["at"] == at)
    user = User.objects.create_user(PEOPLE[seat], "reader@example.org", "secret-word")
    Player.objects.filter(name=PEOPLE[seat]).update(user=user)
    reader = Client()
    reader.force_login(user)
    text = reader.get(f"/matches/{match.public_id}/", headers={"accept-language": "en"})
    assert re.search(
        r"You (play [\w ]+ and lose [\d.]+ points|find the only good card)", text.content.decode()
    )
    assert "You play" not in page_of(match)


def test_figures_are_rounded_and_not_cut_off():
    with translation.override("es"):
        assert [number(21.87, 1), number(0.178, 2), number(51.6, 0)] == ["21,9", "0,18", "52"]
        assert number(None, 1) == "–"


@pytest.mark.parametrize(
    ("points", "win", "words", "figures"),
    [
        (50.3, 0.53, "8.0 points and 22 points of win chance", "8.0 · 22\xa0%"),
        (50.3, 0.75, "8.0 points", "8.0"),
        (58.9, 0.53, "22 points of win chance", "22\xa0%"),
        (58.3, 0.74, "1 point of win chance", "1\xa0%"),
        (58.3, None, "0.0 points", "–"),
    ],
)
def test_a_cost_is_the_difference_of_the_points_that_are_shown_beside_it(
    points, win, words, figures
):
    best, other = {"points": 58.3, "win": 0.75}, {"points": points, "win": win, "behind": 11.1}
    with translation.override("en"):
        assert difference_in_words(best, other, "cards") == words
        assert short_difference(best, other, "cards") == figures
