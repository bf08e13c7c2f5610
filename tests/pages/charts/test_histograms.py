"""The histogram of a deal's points: bars by tens, the reader's own marked, and its sentence."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from games.pages.charts.histograms import histogram


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield


def test_the_highest_bar_fills_the_height_and_bars_without_results_are_left_out():
    drawing = histogram([0, 1, 0, 4])
    assert [bar.height for bar in drawing.bars] == [20, 80]
    assert [bar.y + bar.height for bar in drawing.bars] == [drawing.axis] * 2


@pytest.mark.parametrize("bins", [[], [0] * 12, [3] * 12, [1]])
def test_no_results_and_equal_ones_can_be_drawn(bins):
    drawing = histogram(bins)
    assert len(drawing.bars) == sum(count > 0 for count in bins)
    assert drawing.label


def test_the_own_bar_is_marked_even_if_nobody_is_counted_in_it():
    drawing = histogram([0] * 12, 71)
    (bar,) = drawing.bars
    assert bar.own
    assert bar.height > 0
    assert drawing.own.text == "You"


@pytest.mark.parametrize(("points", "x"), [(0, 20), (120, 300)])
def test_the_mark_of_the_own_bar_stays_within_the_drawing(points, x):
    assert histogram([1] * 12, points).own.x == x


def test_the_axis_names_points_for_the_classic_deck_and_with_marriages():
    assert [tick.text for tick in histogram([1] * 12).ticks] == ["20", "60", "100"]
    assert [tick.text for tick in histogram([1] * 22).ticks] == ["20", "60", "100", "140", "180"]


def test_a_sentence_says_where_half_of_the_results_are():
    bins = [0, 0, 0, 0, 1, 6, 5, 1, 0, 0, 0, 1]
    assert histogram(bins, 71).label == (
        "14 results: at least half of them from 50 to 69 points. Yours: 71 points."
    )
    assert histogram([0] * 11 + [1]).label == "1 result: from 110 to 120 points."


def test_numbers_of_the_drawing_are_written_without_the_language(settings):
    with override("es"):
        svg = render_to_string("games/_histogram.html", {"histogram": histogram([1] * 12, 5)})
    assert 'x="2.7"' in svg
    assert 'class="own"' in svg
