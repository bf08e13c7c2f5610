"""The plot of what a habit is worth: a bar for each case, from zero to the gain or loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.guide.figures import Figure, Value, figures
from games.pages.wording.guide_figures import CASES, HABITS
from games.pages.wording.history import number, share, signed

Json: TypeAlias = dict[str, Any]

ROW: Final = 44
"""Height of a case, in pixels: a line of text and the bar below it."""


def habit_plot(habit: str) -> Json:
    """Return the plot of a habit of play, a key of HABITS, as a dict: title, bars, and their table.

    Raises:
        KeyError: the habit was not measured.
    """
    found = figures()[habit]
    words = CASES[habit]
    rows = [[capfirst(str(words[one.case])), *_cells(one)] for one in found]
    return {
        "title": str(HABITS[habit]),
        "label": _("%(habit)s, points gained or lost: %(cases)s. The figures follow as a table.")
        % {
            "habit": HABITS[habit],
            "cases": "; ".join(f"{words[one.case]} {signed(one.points.mean, 1)}" for one in found),
        },
        "height": ROW * len(found),
        "bars": bars(found, [str(words[one.case]) for one in found]),
        "zero": f"{_place(0, *_ends(found)):.1f}",
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


def bars(found: Sequence[Figure], names: Sequence[str]) -> list[Json]:
    """Return a bar with its error line for each figure, as dicts: per cent across, pixels down."""
    low, high = _ends(found)
    made = []
    for at, (one, name) in enumerate(zip(found, names, strict=True)):
        mean, error = one.points.mean, one.points.error
        begin, end = (_place(value, low, high) for value in sorted((0.0, mean)))
        made.append(
            {
                "name": name,
                "figure": signed(mean, 1),
                "gain": mean > 0,
                "x": f"{begin:.1f}",
                "width": f"{max(end - begin, 0.4):.1f}",
                "text_y": ROW * at + 14,
                "y": ROW * at + 20,
                "middle": ROW * at + 27,
                "from": f"{_place(mean - error, low, high):.1f}",
                "to": f"{_place(mean + error, low, high):.1f}",
            }
        )
    return made


def _ends(found: Sequence[Figure]) -> tuple[float, float]:
    """Return the lowest and the highest value that a plot shows, zero among them."""
    lows = [one.points.mean - one.points.error for one in found]
    highs = [one.points.mean + one.points.error for one in found]
    return min(0.0, *lows), max(0.0, *highs)


def _place(value: float, low: float, high: float) -> float:
    """Return where a value lies, in per cent across."""
    return 100 * (value - low) / ((high - low) or 1.0)


def _cells(one: Figure) -> list[str]:
    """Return the figures of a case as the cells of a table."""
    return [
        share(one.came_up),
        _with_error(one.points),
        f"{_with_error(one.won)}\N{NO-BREAK SPACE}%",
        share(one.expert),
        _with_error(one.doing),
        _with_error(one.leaving),
    ]


def _with_error(value: Value) -> str:
    """Return a gain or loss and its standard error as text."""
    space = "\N{NO-BREAK SPACE}"
    return f"{signed(value.mean, 1)}{space}±{space}{number(value.error, 1)}"
