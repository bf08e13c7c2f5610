"""The page of the deal of the day for who has played: place, comparison, and where tries part."""

from __future__ import annotations

import re
from datetime import date, timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from games.models import DailyDeal, DailyTry, Player
from games.selectors.daily import field_of
from games.selectors.daily_tricks import TriedTrick, parting, tricks_of
from games.services.daily import start_try
from games.services.daily_deals import daily_of, day_of
from games.services.players import player_for
from tests.accounts.support import member, sign_in_by_form
from tests.pages.test_daily import end_try, played, read
from tests.stats.daily_tries import played_out
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana():
    """The player whose browser `browser` is."""
    return player_for(member("ana"))


@pytest.fixture
def browser(ana):
    return sign_in_by_form(Client(headers={"accept-language": "en"}), ana.user)


def text_of(browser: Client, path: str = "/daily/") -> str:
    page = re.sub(r"<script.*?</script>", " ", read(browser, path), flags=re.S)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page)))


def trick(card: str, points: int = 0, *, taken: bool = True) -> TriedTrick:
    return TriedTrick(card, taken, points)


def test_whoever_plays_first_is_told_so_and_compared_with_nobody(ana, browser):
    played(ana, 71, now=timezone.now())
    text = text_of(browser)
    assert "You are the first." in text
    assert "Place 1 of 1" not in text
    assert "Better than" not in text
    assert "Where you parted" not in text


@pytest.mark.parametrize(("others", "told"), [(6, False), (7, True)])
def test_a_per_cent_is_told_from_eight_players_on(ana, browser, others, told):
    for number in range(others):
        played(player_without_account(f"P{number}"), 60 + number * 3, now=timezone.now())
    played(ana, 71, now=timezone.now())
    text = text_of(browser)
    assert ("Better than 57 %." in text) is told
    assert f"Place 3 of {others + 1}." in text or f"Place 4 of {others + 1}." in text


def test_the_last_is_not_told_that_nobody_was_worse(ana, browser):
    for number in range(7):
        played(player_without_account(f"P{number}"), 80 + number, now=timezone.now())
    played(ana, 71, now=timezone.now())
    text = text_of(browser)
    assert "Place 8 of 8." in text
    assert "Better than" not in text


def test_level_results_share_their_place_and_neither_is_worse(ana, browser):
    played(player_without_account("Berta"), 71, now=timezone.now())
    tried = played(ana, 71, now=timezone.now())
    assert "Place 1 of 2." in text_of(browser)
    field = field_of(tried.daily_id, 71, 5)
    assert (field.ranked, field.worse) == (2, 0)


def test_the_bars_of_a_published_deal_are_those_that_were_stored_with_it(ana, browser):
    yesterday = timezone.now() - timedelta(days=1)
    played(ana, 71, now=yesterday)
    DailyDeal.objects.update(revealed_at=timezone.now(), bins=[0, 0, 0, 0, 0, 2, 0, 3, 0, 0, 0, 0])
    text = read(browser, f"/daily/{day_of(yesterday)}/")
    assert "5 results" in text


def test_a_guest_is_out_of_the_ranking_and_told_why():
    browser = Client(headers={"accept-language": "en"})
    browser.post("/daily/play/")
    guest = Player.objects.get(kind="guest")
    end_try(guest, 99)
    text = text_of(browser)
    assert "Out of the ranking. You would be in place 1." in text
    assert "Guests are not in the ranking." in text


def test_two_tries_part_in_the_first_trick_with_different_cards():
    own = [trick("O1"), trick("C3", 10, taken=False), trick("E7")]
    best = [trick("O1"), trick("C1", 21), trick("B7")]
    parted = parting(own, best)
    assert (parted.number, parted.own, parted.best) == (2, own[1], best[1])
    assert parting(own, own) is None
    assert parting(own, own[:1]) is None


def test_who_has_played_sees_where_the_best_try_went_another_way(ana, browser):
    now = timezone.now()
    best = played_out(player_without_account("Berta"), now=now, bot="rules")
    own = played_out(ana, now=now, bot="random")
    DailyTry.objects.filter(pk=best.pk).update(points=119)
    DailyTry.objects.filter(pk=own.pk).update(points=40)
    tricks = tricks_of(own.daily_id, [ana.pk, best.player_id])
    parted = parting(tricks[ana.pk], tricks[best.player_id])
    text = text_of(browser)
    assert "Where you parted" in text
    assert f"Trick {parted.number}:" in text
    assert "Where you parted" not in text_of(Client(headers={"accept-language": "en"}))


def test_the_best_try_is_compared_with_nothing(ana, browser):
    now = timezone.now()
    played_out(player_without_account("Berta"), now=now, bot="random")
    own = played_out(ana, now=now, bot="rules")
    DailyTry.objects.filter(pk=own.pk).update(points=120)
    assert "Where you parted" not in text_of(browser)


def test_a_try_that_goes_on_after_midnight_counts_for_its_own_day(ana, browser):
    yesterday = timezone.now() - timedelta(days=1)
    browser.get("/daily/")
    match = played_start(ana, yesterday)
    assert "Your match of yesterday goes on, and counts for its own day." in text_of(browser)
    tried = end_try(ana, 66)
    assert tried.match == match
    assert DailyDeal.objects.get(day=day_of(yesterday)).tried == 1
    assert "66 points" in text_of(browser, f"/daily/{day_of(yesterday)}/")


def played_start(player: Player, now):
    """The match of a try that began then and still runs."""
    return start_try(player=player, now=now).match


def published(day: date) -> None:
    """Publish the results of a day's deal now."""
    DailyDeal.objects.filter(day=day).update(revealed_at=timezone.now())


def test_the_best_of_yesterday_are_shown_once_they_are_published_and_of_the_day_before_until_then(
    browser,
):
    yesterday = timezone.now() - timedelta(days=1)
    day_before = yesterday - timedelta(days=1)
    played(player_without_account("Zoe"), 50, now=day_before)
    published(day_of(day_before))
    for number, points in enumerate((60, 90, 70, 80)):
        played(player_without_account(f"P{number}"), points, now=yesterday)
    text = text_of(browser)
    assert re.search(r"The day before yesterday \S+ Zoe", text)
    assert "P1" not in text
    published(day_of(yesterday))
    text = text_of(browser)
    assert re.findall(r"\bP\d\b", text) == ["P1", "P3", "P2"]
    assert "Zoe" not in text


def test_a_day_that_nobody_played_is_told_by_what_the_bot_made_once_it_is_published(browser):
    yesterday = day_of(timezone.now() - timedelta(days=1))
    daily_of(day=yesterday)
    sentence = re.compile(r"Yesterday \w+ made \d+ with that day's cards\.")
    assert not sentence.search(text_of(browser))
    published(yesterday)
    assert sentence.search(text_of(browser))
