"""The par of the deal of the day: what the bot makes of it in the player's seat, and who is told."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.core.cache import cache

from games.selectors import daily_par
from games.selectors.daily_par import par_of
from games.services.daily_deals import daily_of

pytestmark = pytest.mark.django_db
MONDAY = date(2026, 6, 1)


@pytest.mark.parametrize("weekday", range(7))
def test_every_weekdays_deal_has_a_par_that_stays_the_same(weekday):
    daily = daily_of(day=MONDAY + timedelta(days=weekday))
    par = par_of(daily.pk)
    assert 0 <= par <= 120 + 3 * 20 + 40, "cards, and in Mariaje marriages and the last trick"
    cache.clear()
    assert par_of(daily.pk) == par


def test_par_is_played_once_and_kept(monkeypatch):
    daily = daily_of(day=MONDAY)
    par = par_of(daily.pk)
    monkeypatch.setattr(daily_par, "play_par", lambda *_how: pytest.fail("played again"))
    assert par_of(daily.pk) == par


def test_other_cards_have_another_par():
    pars = {par_of(daily_of(day=MONDAY + timedelta(weeks=week)).pk) for week in range(6)}
    assert len(pars) > 1
