"""Charts of a player's page: rating and accuracy over time, and results by the card led first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from brisca_site.dates import day_words
from games.answers.analyses import Accuracy
from games.answers.ratings import RatingPoint
from games.pages.charts.geometry import bar_places, line_chart
from games.pages.wording.history import number, per_cent, pool_title, share, signed
from games.rules_text import rank_name
from games.selectors import ratings
from games.selectors.analyses import accuracy_page
from games.stats.figures import BAND
from games.stats.site import TRUMP_MARK

Json: TypeAlias = dict[str, Any]

POINTS: Final = 100
"""Number of the latest matches that a chart shows."""
HALF: Final = 60
"""Card points of a tied deal."""


def rating_plot(player: int, pool: str, rated: Sequence[Json]) -> Json | None:
    """Return a chart of a player's (row id) rating after each match; None for fewer than two.

    `rated` are the player's ratings, one for each kind of match. `pool` is the kind that is shown;
    for "all" that in which the player has most matches.
    """
    known = [one for one in rated if pool in ("all", one["pool"])]
    if not known:
        return None
    usual = max(known, key=lambda one: int(one["matches"]))["pool"]
    page = ratings.rating_history(player=player, pool=usual, limit=POINTS)
    return history_plot(page.rows, usual)


def history_plot(rows: Sequence[RatingPoint], pool: str) -> Json | None:
    """Return a chart of ratings after each match, given newest first; None for fewer than two."""
    oldest_first = rows[::-1]
    shown = [row["rating"] for row in oldest_first]
    chart = line_chart(shown, [row["deviation"] for row in oldest_first])
    if chart is None:
        return None
    chart["days"] = _days(oldest_first)
    return {
        "title": _("Rating: %(pool)s") % {"pool": pool_title(pool)},
        "label": _(
            "Rating over the last %(n)s matches: from %(first)s to %(last)s, at most %(best)s; the "
            "figures follow as a table."
        )
        % {
            "n": len(shown),
            "first": shown[0],
            "last": shown[-1],
            "best": max(shown),
        },
        "chart": chart,
        "heads": [_("Date"), _("Rating"), _("Change"), "±"],
        "rows": [
            [_day(row), row["rating"], signed(row["change"]), row["deviation"]] for row in rows
        ],
    }


def accuracy_plot(player: int, pool: str) -> Json | None:
    """Return a chart of a player's (row id) accuracy in percent by match; None for fewer than 2."""
    page = accuracy_page(player, pool=None if pool == "all" else pool, limit=POINTS)
    rows = [row for row in page.rows if row["accuracy"] is not None]
    oldest_first = rows[::-1]
    chart = line_chart([row["accuracy"] or 0 for row in oldest_first])
    if chart is None:
        return None
    chart["days"] = _days(oldest_first)
    return {
        "title": _("Accuracy over time"),
        "label": _("Accuracy in each of the last %(n)s matches; the figures follow as a table.")
        % {"n": len(rows)},
        "chart": chart,
        "heads": [_("Date"), _("Accuracy"), _("Errors"), _("Best card")],
        "rows": [
            [
                _day(row),
                number(row["accuracy"], 0),
                row["errors"],
                share(row["best"] / row["decisions"]),
            ]
            for row in rows
        ],
    }


def openings_table(openings: Sequence[Json]) -> Json | None:
    """Return a table of deals won by the card that was led first; None if `openings` is empty."""
    rows = [
        {
            "name": card_words(one["key"]),
            "meter": per_cent(one["win_rate"]),
            "cells": [
                number_format(one["count"]),
                share(one["win_rate"]),
                number(one["mean_points"], 1),
            ],
        }
        for one in openings
    ]
    heads = [_("First card led"), _("Deals"), _("Won"), _("Points per deal")]
    return {"heads": heads, "rows": rows} if rows else None


def points_bars(counts: Sequence[int]) -> list[Json]:
    """Return the bars of the chart of card points in a deal, with numbers; empty without deals.

    `counts` holds the number of deals in each band of BAND card points, from 0 points up.
    """
    total = sum(counts)
    found = []
    for band, place in enumerate(bar_places(counts)):
        low = band * BAND
        found.append(
            {
                **place,
                "wins": low >= HALF,
                "label": f"{low}–{low + BAND - (low + BAND < 2 * HALF)}",
                "count": counts[band],
                "share": share(counts[band] / total),
            }
        )
    return found


def card_words(key: str) -> str:
    """Return a card's name by its key, a printed number: `12` is "King", `3t` is "3, trump"."""
    rank = key.removesuffix(TRUMP_MARK)
    name = capfirst(rank_name(int(rank)))
    return _("%(card)s, trump") % {"card": name} if key.endswith(TRUMP_MARK) else name


def _days(rows: Sequence[RatingPoint | Accuracy]) -> list[str]:
    """Return the days of the first, middle and last point, for the axis of a chart."""
    shown = dict.fromkeys((0, len(rows) // 2, len(rows) - 1))
    return [_day(rows[at]) for at in shown]


def _day(row: RatingPoint | Accuracy) -> str:
    """Return the day on which a row's match ended, in words."""
    return day_words(datetime.fromisoformat(row["finished_at"]))
