"""The page of the deal of the day: its rules, par, and what is shared."""

from __future__ import annotations

import re
from datetime import date, timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from games.pages.wording.daily import against_par, rules_in_short, sign_of, week_signs
from games.selectors.daily_par import par_of
from games.services.daily import start_try
from games.services.daily_deals import daily_of, day_of, plan_of
from games.services.players import player_for
from tests.accounts.support import member, signed_in
from tests.pages.test_daily import MONDAY, end_try, read

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


def test_one_is_told_par_and_a_text_to_share_once_one_has_played(client):
    user = member("ana")
    browser = signed_in(Client(headers={"accept-language": "en"}), user)
    day = day_of(timezone.now())
    before = read(browser, "/daily/")
    assert "par is" not in before
    player = player_for(user)
    start_try(player=player, now=timezone.now())
    tried = end_try(player, 71)
    par = par_of(tried.daily_id)
    page = read(browser, "/daily/")
    assert f"par is {par}" in page
    share = re.search(r"<pre[^>]*>(.*?)</pre>", page, re.S)
    assert share is not None
    lines = unescape(share[1]).splitlines()
    assert f"71 points, par {par}" in lines[0]
    assert lines[1].split()[0] in "▲■▽"
    assert lines[2].endswith(f"/daily/{day}/")
    assert not re.search(r"\b[OCEB](?:1[0-2]|[1-7])\b", unescape(share[1])), "no card is told"
    assert f'href="/matches/{tried.match.public_id}/"' in page
    assert "par is" not in read(client, "/daily/")


@pytest.mark.parametrize(
    ("points", "sign", "words"),
    [(71, "▲", "7 more than par"), (64, "■", "As many as par"), (60, "▽", "4 less than par")],
)
def test_a_result_is_told_against_par_by_a_sign_and_in_words(points, sign, words):
    assert sign_of(points, 64) == sign
    with override("en"):
        assert against_par(points, 64) == words


def test_the_signs_of_a_week_begin_with_the_first_day_that_was_played():
    results = {MONDAY: (70, 60), MONDAY + timedelta(days=2): (60, 60)}
    assert week_signs(MONDAY + timedelta(days=3), results) == "▲ · ■ ·"
    assert week_signs(MONDAY + timedelta(days=8), results) == "■ · · · · · ·"
