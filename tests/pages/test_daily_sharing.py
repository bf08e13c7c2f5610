"""The page of the deal of the day: its rules, par, and what is shared."""

from __future__ import annotations

import re
from datetime import date, timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from games.common.house_bots import FIGUREHEADS
from games.engine import build_ruleset
from games.pages.wording.daily import SharedResult, rules_in_short, signs, signs_words
from games.selectors.daily_par import par_of
from games.selectors.daily_tricks import TriedTrick, tricks_of
from games.services.daily_deals import daily_of, day_of, plan_of
from games.services.players import player_for
from tests.accounts.support import member, sign_in_by_form
from tests.pages.test_daily import MONDAY, NOW, read
from tests.stats.daily_tries import played_out
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def client():
    return Client(headers={"accept-language": "en"})


def read_day(browser: Client, day: date) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", read(browser, f"/daily/{day}/")))


@pytest.mark.parametrize(
    ("weekday", "told"),
    [(6, "adds points for them"), (1, "Arrastre"), (3, "turned card stays where it is")],
)
def test_before_one_plays_another_game_than_the_classic_is_explained(client, weekday, told):
    day = MONDAY + timedelta(days=weekday)
    preset = plan_of(day).preset
    with override("en"):
        lines = rules_in_short(preset, 2)
    assert 1 <= len(lines) <= 2
    daily_of(day=day)
    page = read_day(client, day)
    for line in lines:
        assert line in unescape(page)
    assert f'href="/rules/{preset}/"' in read(client, f"/daily/{day}/")


def test_the_classic_game_needs_no_explanation():
    assert rules_in_short("ludoteka", 2) == []
    assert rules_in_short("ludoteka", 4) == []


def trick(points: int, *, taken: bool) -> TriedTrick:
    return TriedTrick("O1", taken, points)


def shared(points: int, **changes: Any) -> str:
    result = SharedResult(MONDAY, points, 120, 7, 24, (), 6, "brisca.example/daily")
    return result._replace(**changes).text()


def test_a_result_is_shared_in_the_reader_s_language_with_a_sign_for_each_trick():
    tricks = [trick(11, taken=True), trick(3, taken=False), trick(0, taken=True)] * 4
    with override("es"):
        assert shared(71, tricks=tricks).splitlines() == [
            "Brisca · mano del 1 jun",
            "71 de 120 · 7.ª de 24",
            "▲▽▬▲▽▬▲▽▬▲",
            "▽▬",
            "racha 6 · brisca.example/daily",
        ]


@pytest.mark.parametrize("points", [0, 49, 60, 71, 120])
def test_won_lost_and_level_deals_are_shared_alike(points):
    with override("en"):
        assert shared(points).splitlines()[1] == f"{points} of 120 · no. 7 of 24"


def test_a_shared_result_names_neither_a_place_outside_the_ranking_nor_a_streak_of_one_day():
    with override("en"):
        assert shared(71, place=0, streak=1).splitlines() == [
            "Brisca · deal of 1 Jun",
            "71 of 120",
            "brisca.example/daily",
        ]
        assert shared(131, most=0).splitlines()[1] == "131 points · no. 7 of 24"


def test_the_signs_are_read_aloud_as_a_sentence():
    tricks = [trick(11, taken=True)] * 14 + [trick(3, taken=False)] * 4 + [trick(0, taken=True)] * 2
    with override("es"):
        assert signs_words(tricks) == "14 bazas tuyas con puntos, 4 suyas, 2 sin puntos."


@pytest.mark.parametrize(("weekday", "players"), [(0, 2), (4, 3), (2, 4)])
def test_a_sign_stands_for_each_trick_for_two_three_and_four_players(weekday, players):
    now = NOW + timedelta(days=weekday)
    tried = played_out(player_without_account("Ana"), now=now)
    tricks = tricks_of(tried.daily_id, [tried.player_id])[tried.player_id]
    plan = plan_of(tried.day)
    assert plan.players == players
    deck = build_ruleset(plan.preset, players=players).rules.deck
    assert len(tricks) == len(deck) // players
    assert sum(played.points for played in tricks) == 120
    assert sum(played.points for played in tricks if played.taken) == tried.points
    assert len("".join(signs(tricks))) == len(tricks)
    assert all(len(line) == 10 for line in signs(tricks)[:-1])


def test_who_has_played_is_told_par_and_a_text_to_share(client):
    user = member("ana")
    browser = sign_in_by_form(Client(headers={"accept-language": "en"}), user)
    assert 'id="share"' not in read(browser, "/daily/")
    tried = played_out(player_for(user), now=timezone.now())
    page = read(browser, "/daily/")
    level = plan_of(day_of(timezone.now())).level
    par = f"{FIGUREHEADS[level]}, with your cards, makes {par_of(tried.daily_id)}."
    assert par in unescape(page)
    text = re.search(r'data-copy="([^"]*)"', page)
    assert text is not None
    lines = unescape(text[1]).splitlines()
    assert re.fullmatch("[▲▽▬]{1,10}", lines[2])
    assert lines[-1] == "testserver/daily"
    assert not re.search(r"\b[OCEB](?:1[0-2]|[1-7])\b", unescape(text[1])), "no card is told"
    for line in lines[2:-1]:
        assert line in page, "without script it can be selected"
    assert par not in unescape(read(client, "/daily/"))
