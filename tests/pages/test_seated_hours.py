"""The hours at which people sit at tables: samples, means, and the chart on the page of people."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import SeatedHour
from games.pages import fragments
from games.pages.charts.seated_hours import hours_chart
from games.selectors.seated_hours import DAYS, HOURS, seated_by_hour
from games.services.players import house_bot
from games.services.seated_hours import STORED_DAYS, sample_seated
from tests.pages.reading import page, words
from tests.services.people import table_of
from tests.support.people import client_and_player, player_without_account

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 20, 17, tzinfo=UTC)


def hours_until(now: datetime, days: int, people: int = 0) -> None:
    """Store so many days of hours up to `now`, each with one sample."""
    first = now.replace(minute=0, second=0, microsecond=0)
    SeatedHour.objects.bulk_create(
        SeatedHour(hour=first - timedelta(hours=back), samples=1, people=people)
        for back in range(24 * days + 1)
    )


def test_samples_of_one_hour_are_summed_in_one_row() -> None:
    table = table_of(player_without_account("ana"))
    assert sample_seated(now=NOW) == 1
    table.seats.filter(player=None).update(player=house_bot("rules", 0))
    assert sample_seated(now=NOW + timedelta(minutes=5)) == 1
    row = SeatedHour.objects.get()
    assert (row.hour, row.samples, row.people) == (NOW.replace(minute=0), 2, 2)


def test_an_hour_without_anybody_is_stored_too_and_old_hours_are_deleted() -> None:
    hours_until(NOW - timedelta(days=STORED_DAYS, hours=1), 1)
    assert sample_seated(now=NOW) == 0
    assert SeatedHour.objects.get().people == 0


def test_the_mean_of_an_hour_is_by_samples_in_the_zone_of_the_site() -> None:
    hours_until(NOW, DAYS)
    SeatedHour.objects.filter(hour=NOW.replace(minute=0)).update(people=28 * 3)
    means = seated_by_hour(NOW)
    assert means is not None
    hour = timezone.localtime(NOW).hour
    assert means[hour] == pytest.approx(3)
    assert sum(means) == pytest.approx(3)


def test_the_page_is_silent_about_hours_before_four_weeks_have_been_counted() -> None:
    hours_until(timezone.now(), DAYS - 1, people=2)
    assert "When people are here" not in words(page("/people/"))
    hours_until(timezone.now() - timedelta(days=DAYS), 0, people=2)
    fragments.cache.clear()
    assert "When people are here" in words(page("/people/"))


def test_the_page_is_silent_about_hours_at_which_nobody_has_ever_sat() -> None:
    hours_until(timezone.now(), DAYS)
    assert "When people are here" not in words(page("/people/"))


def test_the_two_best_hours_stand_out_and_a_phone_has_twelve_bars() -> None:
    means = [0.0] * HOURS
    means[21], means[22], means[12] = 4.0, 3.0, 5.0
    chart = hours_chart(means)
    assert [bar.is_best for bar in chart.wide].index(True) == 21
    assert sum(bar.is_best for bar in chart.wide) == 2
    assert (chart.first, chart.last) == (21, 23)
    assert len(chart.narrow) == 12
    assert all(bar.height > 0 for bar in (*chart.wide, *chart.narrow))


def test_without_people_the_page_offers_a_link_and_the_trees_of_the_house() -> None:
    for client in (Client(), client_and_player("ana")[0]):
        text = words(page("/people/", client))
        assert "Bring the first one yourself" in text
        assert all(tree in text for tree in ("Tomillo", "Olivo", "Roble", "Cedro", "Drago"))
        assert "nobody" not in text.lower()
