"""What a player's page draws: rating over time, results by partner and by the card led first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.utils.formats import date_format, number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.pages.charts import bar_chart, line_chart
from games.pages.history_words import number, pool_title, share, signed
from games.rulewords import rank_name
from games.selectors import ratings, statistics
from games.selectors.analyses import accuracy_page
from games.stats.site import TRUMP_MARK

Json: TypeAlias = dict[str, Any]

POINTS: Final = 100
"""Of a rating's history that are drawn, the latest ones."""
PARTNERS: Final = 8


def player_plots(player: int, pool: str, rated: Sequence[Json]) -> list[Json]:
    """The charts there is something to draw for, each with the rows of its table."""
    found = [
        rating_plot(player, pool, rated),
        accuracy_plot(player, pool),
        opening_plot(statistics.player_openings(player=player, pool=pool)),
    ]
    return [plot for plot in found if plot is not None]


def rating_plot(player: int, pool: str, rated: Sequence[Json]) -> Json | None:
    """The rating after each match: in this kind of match, or where all are shown in the usual."""
    known = [one for one in rated if pool in ("all", one["pool"])]
    if not known:
        return None
    usual = max(known, key=lambda one: int(one["matches"]))["pool"]
    page = ratings.rating_history(player=player, pool=usual, limit=POINTS)
    oldest_first = page.rows[::-1]
    chart = line_chart(
        [row["rating"] for row in oldest_first], [row["deviation"] for row in oldest_first]
    )
    if chart is None:
        return None
    chart |= {"first": _day(oldest_first[0]), "end": _day(oldest_first[-1])}
    return {
        "title": _("Rating over time: %(pool)s") % {"pool": pool_title(usual)},
        "label": _("Rating after each of the latest %(n)s matches; the figures follow as a table.")
        % {"n": len(oldest_first)},
        "kind": "line",
        "suit": "O",
        "chart": chart,
        "heads": [_("Date"), _("Rating"), _("Change"), "±"],
        "rows": [
            [_day(row), row["rating"], signed(row["change"]), row["deviation"]] for row in page.rows
        ],
    }


def accuracy_plot(player: int, pool: str) -> Json | None:
    """How well the player chose in each match that was analysed."""
    page = accuracy_page(player, pool=None if pool == "all" else pool, limit=POINTS)
    rows = [row for row in page.rows if row["accuracy"] is not None]
    oldest_first = rows[::-1]
    values = [row["accuracy"] for row in oldest_first]
    chart = line_chart(values, [0] * len(values))
    if chart is None:
        return None
    chart |= {"first": _day(oldest_first[0]), "end": _day(oldest_first[-1])}
    return {
        "title": _("Accuracy over time"),
        "label": _("Accuracy in each of the latest %(n)s matches; the figures follow as a table.")
        % {"n": len(rows)},
        "kind": "line",
        "suit": "B",
        "chart": chart,
        "heads": [_("Date"), _("Accuracy"), _("Points lost"), _("Errors"), _("Best card")],
        "rows": [
            [
                _day(row),
                number(row["accuracy"], 0),
                number(row["loss"], 1),
                row["errors"],
                share(row["best"] / row["decisions"]),
            ]
            for row in rows
        ],
    }


def partner_chart(name: str, teams: Sequence[Json]) -> Json | None:
    """Matches won with each partner; the table of partners has the figures."""
    return bar_chart(
        [
            (", ".join(one for one in team["players"] if one != name), won, share(won))
            for team in teams[:PARTNERS]
            if (won := team["rates"]["match_win_rate"]) is not None
        ]
    )


def opening_plot(openings: Sequence[Json]) -> Json | None:
    """Deals won by the card led first."""
    bars = [(card_words(one["key"]), one["win_rate"], share(one["win_rate"])) for one in openings]
    chart = bar_chart(bars)
    return chart and {
        "title": _("Openings"),
        "label": _("Deals won by the first card led; the figures follow as a table."),
        "kind": "bars",
        "suit": "C",
        "chart": chart,
        "heads": [_("First card led"), _("Deals"), _("Won"), _("Points a deal")],
        "rows": [
            [
                card_words(one["key"]),
                number_format(one["count"]),
                share(one["win_rate"]),
                number(one["mean_points"], 1),
            ]
            for one in openings
        ],
    }


def card_words(key: str) -> str:
    """A card by its number: `12` is "King", `3t` "3, trump"."""
    rank = key.removesuffix(TRUMP_MARK)
    name = capfirst(rank_name(int(rank)))
    return _("%(card)s, trump") % {"card": name} if key.endswith(TRUMP_MARK) else name


def _day(row: Json) -> str:
    return date_format(datetime.fromisoformat(row["finished_at"]), "SHORT_DATE_FORMAT")
