"""Dates as people say them, in each language, around midnight and around the turn of the year."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from unittest.mock import patch

import pytest
from django.template import Context, Template
from django.utils import timezone
from django.utils.translation import override

from brisca_site.dates import NEAR_DAYS, day_words, full_words, moment_words

NOW = datetime(2026, 11, 26, 22, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("days", "said"),
    [
        (0, "today"),
        (-1, "yesterday"),
        (1, "tomorrow"),
        (-2, "Tue 24"),
        (6, "Wed 2"),
        (-7, "19 Nov"),
    ],
)
def test_a_day_near_today_has_the_word_that_people_use(days, said):
    with override("en"):
        assert day_words(NOW + timedelta(days=days), NOW) == said
        assert day_words(NOW.date() + timedelta(days=days), NOW) == said


def test_the_year_is_said_only_where_it_is_another():
    with override("en"):
        assert day_words(date(2026, 1, 2), NOW) == "2 Jan"
        assert day_words(date(2025, 1, 2), NOW) == "2 Jan 2025"
        new_year = datetime(2027, 1, 1, 0, 5, tzinfo=UTC)
        assert day_words(date(2026, 12, 31), new_year) == "yesterday"
        assert day_words(date(2026, 12, 20), new_year) == "20 Dec 2026"


def test_no_two_days_are_called_the_same():
    with override("en"):
        said = [day_words(NOW + timedelta(days=away), NOW) for away in range(-400, 400)]
    assert len(set(said)) == len(said)
    assert NEAR_DAYS < 7


def test_the_time_is_said_of_today_and_its_neighbours_alone():
    with override("en"):
        assert moment_words(NOW, NOW) == "today, 22:00"
        assert moment_words(NOW - timedelta(hours=23), NOW) == "yesterday, 23:00"
        assert moment_words(NOW - timedelta(days=3), NOW) == "Mon 23"


def test_days_end_at_midnight_in_the_time_zone_of_the_site():
    late = datetime(2026, 11, 26, 23, 30, tzinfo=UTC)
    with override("en"):
        assert moment_words(late, NOW) == "today, 23:30"
        with timezone.override("Europe/Madrid"):
            assert moment_words(late, NOW) == "tomorrow, 00:30"


def test_the_whole_date_has_the_time_with_its_zone():
    with override("en"):
        assert full_words(NOW) == "26 November 2026, 22:00 UTC"
        assert full_words(NOW.date()) == "26 November 2026"


def test_a_page_has_the_whole_date_for_programs_and_as_a_title():
    assert Template("{% load dates %}{% when missing %}").render(Context()) == ""
    source = Template("{% load dates %}{% when at %}|{% on_day at %}")
    with patch.object(timezone, "now", return_value=NOW), override("en"):
        moment, day = source.render(Context({"at": NOW})).split("|")
    assert 'datetime="2026-11-26T22:00:00+00:00"' in moment
    assert 'title="26 November 2026, 22:00 UTC"' in moment
    assert ">today, 22:00<" in moment
    assert 'datetime="2026-11-26"' in day
    assert ">today<" in day
