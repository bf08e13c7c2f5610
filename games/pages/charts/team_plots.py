"""The charts of a team's page: its rating after each match, and card points a deal by month."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from django.utils.translation import gettext as _

from games.pages.charts.geometry import line_chart
from games.pages.charts.player_plots import MAX_PLOTTED_MATCHES, history_plot
from games.pages.wording.figures import month_table
from games.pages.wording.history import number
from games.selectors.statistics import team_months
from games.selectors.team_ratings import team_rating_history
from games.stats.figures import ALL

Json: TypeAlias = dict[str, Any]
MAX_PLOTTED_MONTHS: Final = 24
"""Number of the latest months that the chart shows."""


def team_rating_plot(team: int, pool: str, *, own: bool) -> Json | None:
    """Return a chart of a team's (row id) rating after each match; None for fewer than two.

    `pool` is the kind of match; `own`: the visitor is one of the team's players.
    """
    return history_plot(
        team_rating_history(team=team, pool=pool, limit=MAX_PLOTTED_MATCHES, own=own).rows, pool
    )


def points_plot(team: int) -> Json | None:
    """Return a chart of a team's mean card points a deal by month; None for fewer than two.

    `team` is its row id.
    """
    newest_first = [
        row
        for row in team_months(team=team, pool=ALL, limit=MAX_PLOTTED_MONTHS).rows
        if row["rates"]["mean_points"]
    ]
    values = [row["rates"]["mean_points"] for row in reversed(newest_first)]
    chart = line_chart(values)
    if chart is None:
        return None
    table = month_table(newest_first)
    days = [row[0] for row in reversed(table["rows"])]
    chart["days"] = [days[at] for at in dict.fromkeys((0, len(days) // 2, len(days) - 1))]
    return {
        "title": _("Points per deal"),
        "label": _(
            "Points per deal in each of the last %(n)s months: from %(first)s to %(last)s; the "
            "figures follow as a table."
        )
        % {"n": len(values), "first": number(values[0], 1), "last": number(values[-1], 1)},
        "chart": chart,
        **table,
    }
