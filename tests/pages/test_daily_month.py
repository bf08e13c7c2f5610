"""The month of deals of the day: a square a day, and what is said of the days in a row."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from games.models import DailyTry
from games.pages.daily_month import month_of
from games.pages.wording.daily import days_off_words, month_words
from games.selectors.daily import Streak
from games.selectors.daily_month import MonthResult, first_month, month_results
from games.services.daily_deals import day_of
from tests.pages.test_daily import MONDAY, NOW, played
from tests.support.people import player_without_account

TODAY = date(2026, 6, 20)


def month(day: date, today: date = TODAY, first: date | None = None, **results: int):
    """The month of a day, in which points were made on these days (`d3=61`)."""
    points_of_days = {
        day.replace(day=int(name[1:])): MonthResult(points, among_first=False)
        for name, points in results.items()
    }
    return month_of(day, points_of_days, today=today, first=first)


@pytest.mark.parametrize(
    ("day", "language", "length", "blanks", "weekdays"),
    [
        (date(2026, 2, 10), "es", 28, 6, "Lun Mar Mié Jue Vie Sáb Dom"),
        (date(2026, 3, 10), "en", 31, 6, "Mon Tue Wed Thu Fri Sat Sun"),
        (date(2026, 3, 10), "pt", 31, 0, "Dom Seg Ter Qua Qui Sex Sáb"),
        (date(2027, 2, 10), "ca", 28, 0, "Dl Dt Dc Dj Dv Ds Dg"),
    ],
)
def test_a_month_has_all_its_days_and_weeks_begin_as_the_language_has_it(
    day, language, length, blanks, weekdays
):
    with override(language):
        squares = month(day, today=date(2027, 3, 1))
    assert [square.number for square in squares.days] == list(range(1, length + 1))
    assert len(squares.blanks) == blanks
    assert " ".join(squares.weekdays) == weekdays


def test_squares_are_darker_for_more_points_and_days_off_come_after_the_first_day():
    with override("en"):
        squares = month(TODAY, first=date(2026, 6, 2), d2=44, d3=60, d4=79, d6=80, d7=131).days
    kinds = [square.kind for square in squares]
    assert kinds[:8] == ["", "shade-1", "shade-2", "shade-3", "off", "shade-4", "shade-4", "off"]
    assert kinds[18:21] == ["off", "", "coming"]
    assert [square.number for square in squares if square.is_today] == [20]
    assert squares[1].label == "2 June, 44 points"
    assert squares[4].label == "5 June, day off"


def test_months_before_are_offered_as_far_as_there_are_results():
    assert month(TODAY).earlier is None
    assert month(TODAY, first=date(2026, 6, 1)).earlier is None
    assert month(TODAY, first=date(2026, 5, 31)).earlier == date(2026, 5, 31)
    assert month(TODAY).later is None
    assert month(date(2026, 5, 3)).later == date(2026, 6, 1)


@pytest.mark.parametrize(
    ("in_month", "streak", "played_today", "words"),
    [
        (0, Streak(0, 0, 0, 2), False, ""),
        (1, Streak(1, 1, 1, 2), True, ""),
        (2, Streak(2, 2, 2, 2), True, "2 days in a row."),
        (3, Streak(3, 3, 3, 2), True, "3 this month. 3 days in a row."),
        (19, Streak(0, 9, 30, 2), False, "19 this month."),
        (19, Streak(1, 9, 30, 2), True, "You are back: 19 this month."),
    ],
)
def test_the_month_counts_first_and_nothing_is_announced_as_lost(
    in_month, streak, played_today, words
):
    with override("en"):
        assert month_words(in_month, streak, played_today=played_today) == words


def test_days_off_are_named_as_long_as_there_are_some():
    with override("en"):
        assert days_off_words(2).startswith("2 days off are kept for you this month")
        assert days_off_words(0) == ""


@pytest.mark.django_db
def test_a_star_is_for_the_first_ten_of_the_ranking():
    for number in range(10):
        played(player_without_account(f"P{number}"), 80)
    eleventh = played(player_without_account("Ana"), 70)
    outside = played(player_without_account("Eva"), 90)
    DailyTry.objects.filter(pk=outside.pk).update(ranked=False)
    for tried, points, among_first in ((eleventh, 70, False), (outside, 90, False)):
        assert month_results(tried.player_id, MONDAY) == {MONDAY: (points, among_first)}
    assert month_results(tried.player_id, date(2026, 5, 31)) == {}
    best = DailyTry.objects.get(player__name="P3")
    assert month_results(best.player_id, MONDAY) == {MONDAY: (80, True)}


@pytest.mark.django_db
def test_the_first_day_is_the_earliest():
    ana = player_without_account("Ana")
    assert first_month(ana.pk) is None
    for day in (0, 3):
        played(ana, 60, now=NOW + timedelta(days=day))
    assert first_month(ana.pk) == MONDAY


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["2026-13", "x", "9999-12", "0001-01", "2026-1", "-"])
def test_any_month_can_be_asked_for(query):
    page = Client().get(f"/daily/?month={query}")
    assert page.status_code == 200


@pytest.mark.django_db
def test_the_page_of_a_past_day_leads_to_the_months_after_it():
    played(player_without_account("Ana"), 60)
    client = Client(headers={"accept-language": "en"})
    page = client.get(f"/daily/{MONDAY}/").content.decode()
    assert 'href="?month=2026-07#month"' in page
    page = client.get(f"/daily/{MONDAY}/?month=2026-07").content.decode()
    assert 'aria-label="July 2026: 0 deals played"' in page


@pytest.mark.django_db
def test_the_page_shows_the_month_that_is_asked_for():
    client = Client(headers={"accept-language": "en"})
    page = client.get("/daily/?month=2026-06").content.decode()
    assert "June" in page
    today = day_of(timezone.now())
    assert (
        f'aria-label="{today:%B} {today.year}: 0 deals played"'
        in client.get("/daily/").content.decode()
    )
