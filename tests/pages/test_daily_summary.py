"""The figures of a past day's deal: who won, and how the points were distributed."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.utils import timezone

from games.models import DailyDeal, Player
from games.selectors.daily import day_summary
from games.services import daily
from games.services.daily_deals import daily_of
from tests.pages.test_daily import MONDAY, NOW, played
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db
SUNDAY = date(2026, 6, 7)
"""A day of Mariaje, whose marriages add up to 100 points."""


def test_a_past_day_is_summed_up_by_tens_before_it_is_published_and_after():
    for name, points in (("Ana", 61), ("Berta", 94), ("Carles", 69), ("Dora", 120)):
        played(player_without_account(name), points)
    Player.objects.filter(name="Dora").update(figures_private=True)
    summary = day_summary(MONDAY)
    assert (summary.players, summary.winner, summary.best) == (4, "Berta", 94)
    assert summary.bins == (0, 0, 0, 0, 0, 0, 2, 0, 0, 1, 0, 1)
    assert DailyDeal.objects.get(day=MONDAY).bins is None
    daily.turn_days(now=NOW + timedelta(days=1))
    assert DailyDeal.objects.get(day=MONDAY).bins == list(summary.bins)
    assert day_summary(MONDAY) == summary


def test_the_stored_distribution_is_not_counted_again(django_assert_num_queries):
    played(player_without_account("Ana"), 61)
    daily.turn_days(now=NOW + timedelta(days=1))
    with django_assert_num_queries(2):
        day_summary(MONDAY)


def test_a_day_that_nobody_played_has_neither_winner_nor_bars():
    daily_of(day=MONDAY)
    summary = day_summary(MONDAY)
    assert (summary.players, summary.winner, summary.best) == (0, "", 0)
    assert summary.bins == (0,) * 12


def test_with_marriages_the_bars_reach_to_220_points():
    daily_of(day=SUNDAY)
    assert len(day_summary(SUNDAY).bins) == 22


def test_today_and_days_without_a_deal_have_no_summary():
    today = timezone.now().date()
    daily_of(day=today)
    assert day_summary(today) is None
    assert day_summary(MONDAY) is None
