"""The plot of the worth of a habit: a bar for each case, from zero to the gain or loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.guide.figures import Figure, Value, figures
from games.pages.wording.guide_figures import CASE_CARDS, CASES, HABITS
from games.pages.wording.history import number, share, signed

Json: TypeAlias = dict[str, Any]


def habit_plot(habit: str) -> Json:
    """Return the plot of a habit of play, a key of HABITS, as a dict: title, bars, and their table.

    Raises:
        KeyError: the habit was not measured.
    """
    habit_figures = figures()[habit]
    words = CASES[habit]
    names = [capfirst(str(words[figure.case])) for figure in habit_figures]
    rows = [[name, *_cells(figure)] for name, figure in zip(names, habit_figures, strict=True)]
    return {
        "title": str(HABITS[habit]),
        "bars": [
            {**bar, "cards": CASE_CARDS[habit][figure.case]}
            for figure, bar in zip(habit_figures, bars(habit_figures, names), strict=True)
        ],
        "zero": f"{_place(0, *_ends(habit_figures)):.1f}",
        "heads": [
            _("When"),
            _("Comes up"),
            _("Points"),
            _("Deals won"),
            _("The expert does it"),
            _("Always"),
            _("Never"),
        ],
        "rows": rows,
    }


def bars(habit_figures: Sequence[Figure], names: Sequence[str]) -> list[Json]:
    """Return, for each measured case of a habit, a bar with its error line.

    Each is a dict, with places in per cent of the width.
    """
    low, high = _ends(habit_figures)
    shapes = []
    for figure, name in zip(habit_figures, names, strict=True):
        mean, error = figure.points.mean, figure.points.error
        begin, end = (_place(value, low, high) for value in sorted((0.0, mean)))
        shapes.append(
            {
                "name": name,
                "figure": signed(mean, 1),
                "gain": mean > 0,
                "x": f"{begin:.1f}",
                "width": f"{max(end - begin, 0.4):.1f}",
                "from": f"{_place(mean - error, low, high):.1f}",
                "to": f"{_place(mean + error, low, high):.1f}",
            }
        )
    return shapes


def _ends(habit_figures: Sequence[Figure]) -> tuple[float, float]:
    """Return the lowest and highest value on a habit plot's axis, which always includes zero."""
    lows = [figure.points.mean - figure.points.error for figure in habit_figures]
    highs = [figure.points.mean + figure.points.error for figure in habit_figures]
    return min(0.0, *lows), max(0.0, *highs)


def _place(value: float, low: float, high: float) -> float:
    """Return the horizontal place of a value on an axis from `low` to `high`, in per cent."""
    return 100 * (value - low) / ((high - low) or 1.0)


def _cells(figure: Figure) -> list[str]:
    """Return a measured case of a habit as texts, one for each cell of its table row."""
    return [
        share(figure.came_up),
        _with_error(figure.points),
        f"{_with_error(figure.won)}\N{NO-BREAK SPACE}%",
        share(figure.expert),
        _with_error(figure.doing),
        _with_error(figure.leaving),
    ]


def _with_error(value: Value) -> str:
    """Return a gain or loss and its standard error as text: `+1.2 ± 0.3`."""
    space = "\N{NO-BREAK SPACE}"
    return f"{signed(value.mean, 1)}{space}±{space}{number(value.error, 1)}"
