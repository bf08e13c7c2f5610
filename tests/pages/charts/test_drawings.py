"""Drawings of ratings and of days: any number of points, equal values, months and weeks."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from games.pages.charts.geometry import BAND_HEIGHT, band_drawing, day_squares


@pytest.mark.parametrize("values", [[1500], [1500, 1520], [1500] * 5, [9, 2000], list(range(500))])
@pytest.mark.parametrize("doubt", [0, 90])
def test_a_line_of_any_values_stays_in_its_drawing(values: list[int], doubt: int) -> None:
    days = [str(at) for at in range(len(values))]
    drawn = band_drawing(values, [doubt] * len(values), days, 360)
    points = [tuple(map(int, point.split(","))) for point in drawn["line"].split()]
    assert len(points) == len(values)
    assert all(0 <= x <= 360 and 0 <= y <= BAND_HEIGHT for x, y in points)
    assert points[-1] == (drawn["last"]["x"], drawn["last"]["y"])
    assert points[-1][0] == drawn["right"]
    assert drawn["last"]["high"] <= drawn["last"]["y"] <= drawn["last"]["low"]
    assert drawn["ticks"][-1]["day"] == days[-1]
    assert len(drawn["grid"]) >= 2


@pytest.mark.parametrize("weeks", [13, 26])
@pytest.mark.parametrize("first_weekday", [0, 1])
def test_the_last_square_is_today_and_a_column_is_a_week(weeks: int, first_weekday: int) -> None:
    for days in range(14):
        today = date(2026, 11, 23) + timedelta(days=days)
        drawn = day_squares({today: 3, today - timedelta(days=1): 9}, today, weeks, first_weekday)
        squares = drawn["squares"]
        assert [square["shade"] for square in squares[-2:]] == [4, 2]
        assert sum(square["shade"] > 0 for square in squares) == 2
        assert len({square["x"] for square in squares}) == weeks
        weekday = (today.isoweekday() - first_weekday) % 7
        assert squares[-1]["y"] == 4 + 18 * weekday
        assert all(month["day"].day == 1 for month in drawn["months"])


def test_days_before_the_weeks_that_are_shown_have_no_square() -> None:
    today = date(2026, 11, 29)
    drawn = day_squares({today - timedelta(weeks=40): 5}, today, 26, 1)
    assert all(square["shade"] == 0 for square in drawn["squares"])
