"""The figures of the guide have their shape, and bear out what it says."""

from __future__ import annotations

import pytest

from games.guide.figures import figure, figures, source
from games.pages.wording.guide_figures import CASES, HABITS, figure_texts
from tests.guide.chapters import named_in_chapters

SAID = (
    ("lead_ace", "early", -1),
    ("lead_three", "early", -1),
    ("lead_three", "middle", -1),
    ("lead_trump", "middle", -1),
    ("lead_trump", "late", -1),
    ("exchange", "figure", 1),
    ("exchange", "three", 1),
    ("exchange", "ace", 1),
    ("play_seven", "any", -1),
    ("trump_two", "nothing", -1),
    ("trump_two", "figure", 1),
    ("trump_two", "brisca", 1),
    ("trump_four", "nothing", -1),
    ("trump_four", "few", -1),
    ("trump_four", "five", 1),
    ("trump_four", "ten", 1),
    ("last_trump", "nothing", -1),
    ("last_trump", "brisca", 1),
    ("give_partner", "brisca", 1),
    ("give_early", "brisca", -1),
)
"""Habits that the chapters call a gain (1) or a loss (-1)."""
LEVEL = (
    ("lead_ace", "late"),
    ("lead_trump", "early"),
    ("exchange", "two"),
    ("last_trump", "figure"),
    ("give_partner", "figure"),
)
"""Habits that the chapters say make hardly a difference."""


def test_they_come_from_millions_of_decisions() -> None:
    found = source()
    assert found.decisions >= 10_000_000
    assert found.expert_decisions >= 10_000
    assert found.measured_on.startswith("20")


def test_every_figure_has_words_and_every_case_a_figure() -> None:
    assert set(figures()) == set(HABITS) == set(CASES)
    for habit, found in figures().items():
        assert [one.case for one in found] == list(CASES[habit])
        for one in found:
            assert 0 < one.came_up <= 1
            assert 0 < one.points.error < 1
            assert 0 < one.won.error < 3
            assert one.expert is None or 0 <= one.expert <= 1


@pytest.mark.parametrize(("habit", "case", "sign"), SAID)
def test_what_is_said_is_what_was_measured(habit: str, case: str, sign: int) -> None:
    points = figure(habit, case).points
    assert sign * points.mean > 3 * points.error


@pytest.mark.parametrize(("habit", "case"), LEVEL)
def test_what_is_said_to_be_level_is_less_than_a_point(habit: str, case: str) -> None:
    assert abs(figure(habit, case).points.mean) < 1


def test_only_measured_figures_are_quoted_and_plotted() -> None:
    quoted = named_in_chapters("figures")
    assert quoted
    for habit, case, kind in quoted:
        assert figure_texts()[habit][case][kind], (habit, case, kind)
    assert {habit for (habit,) in named_in_chapters("plots")} <= set(figures())


def test_what_was_not_measured_is_no_figure() -> None:
    with pytest.raises(KeyError):
        figure("exchange", "never")
