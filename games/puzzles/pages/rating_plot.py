"""The chart of a player's rating with puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext as _

from brisca_site.base.dates import day_words
from games.pages.charts.geometry import line_chart
from games.puzzles.models import PuzzleAttempt
from games.puzzles.selectors.puzzles import rated_attempts

Json: TypeAlias = dict[str, Any]

MAX_PLOTTED_ANSWERS: Final = 100
"""Number of the latest rated puzzles that the chart shows."""


def puzzle_plot(player: int) -> Json | None:
    """Return a chart of a player's (row id) puzzle rating by answer; None for fewer than two."""
    rows: Sequence[PuzzleAttempt] = rated_attempts(player, MAX_PLOTTED_ANSWERS)
    oldest_first = rows[::-1]
    shown = [row.rating or 0 for row in oldest_first]
    chart = line_chart(shown, [row.deviation or 0 for row in oldest_first])
    if chart is None:
        return None
    chart["days"] = [_day(row) for row in (oldest_first[0], oldest_first[-1])]
    return {
        "title": _("Rating with puzzles"),
        "label": _(
            "Rating over the last %(n)s puzzles: from %(first)s to %(last)s; the figures follow as a "
            "table."
        )
        % {"n": len(shown), "first": shown[0], "last": shown[-1]},
        "chart": chart,
        "heads": [_("Date"), _("Rating"), _("Puzzle"), "±"],
        "rows": [[_day(row), row.rating, row.puzzle_rating, row.deviation] for row in rows],
    }


def _day(row: PuzzleAttempt) -> str:
    """Return the day of a puzzle's answer in words."""
    return day_words(row.answered_at)
