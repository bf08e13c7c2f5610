"""The figures of a published deal of the day: who won, and how the points were distributed."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from games.models import DailyDeal, Player
from games.selectors.daily import DaySummary, daily_row, day_summary
from games.services import daily
from games.services.daily_deals import daily_of
from tests.pages.test_daily import MONDAY, NOW, played
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db
SUNDAY = date(2026, 6, 7)
"""A day of Mariaje, whose marriages add up to 100 points."""


def summary_of(day: date) -> DaySummary:
    """Return the figures of a day's deal."""
    row = daily_row(day)
    assert row is not None
    return day_summary(row)


def test_a_published_day_is_summed_up_by_tens():
    for name, points in (("Ana", 61), ("Berta", 94), ("Carles", 69), ("Dora", 120)):
        played(player_without_account(name), points)
    Player.objects.filter(name="Dora").update(figures_private=True)
    daily.turn_days(now=NOW + timedelta(days=1))
    summary = summary_of(MONDAY)
    assert (summary.day, summary.players) == (MONDAY, 4)
    assert (summary.winner, summary.best) == ("Berta", 94)
    assert summary.bins == (0, 0, 0, 0, 0, 0, 2, 0, 0, 1, 0, 1)
    assert DailyDeal.objects.get(day=MONDAY).bins == list(summary.bins)


def test_the_stored_distribution_is_not_counted_again(django_assert_num_queries):
    played(player_without_account("Ana"), 61)
    daily.turn_days(now=NOW + timedelta(days=1))
    row = daily_row(MONDAY)
    assert row is not None
    with django_assert_num_queries(1):
        day_summary(row)


def test_a_day_that_nobody_played_has_neither_winner_nor_bars():
    daily_of(day=MONDAY)
    summary = summary_of(MONDAY)
    assert (summary.players, summary.winner, summary.best) == (0, "", 0)
    assert summary.bins == (0,) * 12


def test_with_marriages_the_bars_reach_to_220_points():
    daily_of(day=SUNDAY)
    assert len(summary_of(SUNDAY).bins) == 22
