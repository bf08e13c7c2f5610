"""Charts of a player's page: rating and accuracy over time, and results by the card led first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final, TypeAlias

from django.utils.formats import date_format, get_format, number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from brisca_site.base.dates import day_words
from games.answers.analyses import Accuracy
from games.answers.ratings import RatingPoint
from games.pages.charts.geometry import band_drawing, bar_places, day_squares, line_chart
from games.pages.wording.history import number, per_cent, pool_title, share, signed
from games.rules_text import rank_name
from games.selectors import ratings
from games.selectors.analyses import accuracy_page
from games.stats.figures import BAND
from games.stats.site import TRUMP_MARK

Json: TypeAlias = dict[str, Any]

MAX_PLOTTED_MATCHES: Final = 100
"""Number of the latest matches that a chart shows."""
WIDE_UNITS: Final = 820
NARROW_UNITS: Final = 360
"""Widths of drawings for wide windows and for phones."""
MAX_NARROW_MATCHES: Final = 30
WIDE_WEEKS: Final = 26
NARROW_WEEKS: Final = 13
TIED_DEAL_POINTS: Final = 60
"""Card points of a tied deal."""


def rating_plot(player: int, pool: str, rated: Sequence[Json]) -> Json | None:
    """Return a chart of a player's (row id) rating after each match; None for fewer than two.

    `rated` are the player's ratings, one for each kind of match. `pool` is the kind that is shown;
    for "all" that in which the player has most matches.
    """
    known = [rating for rating in rated if pool in ("all", rating["pool"])]
    if not known:
        return None
    main_pool = max(known, key=lambda rating: int(rating["matches"]))["pool"]
    page = ratings.rating_history(player=player, pool=main_pool, limit=MAX_PLOTTED_MATCHES)
    return history_plot(page.rows, main_pool)


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


def rating_drawing(player: int, pool: str, rated: Sequence[Json]) -> Json | None:
    """Return two drawings of a player's (row id) rating, with a table; None without a rating.

    `rated` are the player's ratings, one for each kind of match. `pool` is the kind that is shown;
    for "all" that in which the player has most matches. The narrow drawing, for phones, has fewer.
    """
    known = [rating for rating in rated if pool in ("all", rating["pool"])]
    if not known:
        return None
    main_pool = max(known, key=lambda rating: int(rating["matches"]))["pool"]
    page = ratings.rating_history(player=player, pool=main_pool, limit=MAX_PLOTTED_MATCHES)
    rows = page.rows[::-1]
    if not rows:
        return None
    shown = [row["rating"] for row in rows]
    words = {"n": len(rows), "first": shown[0], "last": shown[-1], "best": max(shown)}
    return {
        "title": _("Rating: %(pool)s") % {"pool": pool_title(main_pool)},
        "label": _(
            "Rating over the last %(n)s matches: from %(first)s to %(last)s, at most %(best)s; the "
            "figures follow as a table."
        )
        % words,
        "today": _("%(rating)s today") % {"rating": shown[-1]},
        "wide": _band(rows, WIDE_UNITS),
        "narrow": _band(rows[-MAX_NARROW_MATCHES:], NARROW_UNITS),
        "heads": [_("Date"), _("Rating"), _("Change"), "±"],
        "rows": [
            [_day(row), row["rating"], signed(row["change"]), row["deviation"]] for row in page.rows
        ],
    }


def _band(rows: Sequence[RatingPoint], width: int) -> Json:
    """Return the drawing of ratings, oldest first, in a width."""
    return band_drawing(
        [row["rating"] for row in rows],
        [row["deviation"] for row in rows],
        [_day(row) for row in rows],
        width,
    )


def days_drawing(days: Sequence[Json], today: date) -> Json | None:
    """Return two drawings of the days on which somebody played, with words; None without days.

    `days` are the player's days, newest first, each with `day` (YYYY-MM-DD) and `matches`.
    """
    first = today - timedelta(weeks=WIDE_WEEKS)
    counts = {
        day: row["matches"] for row in days if (day := date.fromisoformat(row["day"])) > first
    }
    if not counts:
        return None
    weekdays, weeks = Counter[int](), Counter[tuple[int, int]]()
    for day, matches in counts.items():
        weekdays[day.weekday()] += matches
        weeks[day.isocalendar()[:2]] += matches
    favourite = max(counts, key=lambda day: (weekdays[day.weekday()], day))
    begin = int(get_format("FIRST_DAY_OF_WEEK"))
    fullest = max(weeks.values())
    played = ngettext("%(n)s day in half a year", "%(n)s days in half a year", len(counts))
    return {
        "count": played % {"n": len(counts)},
        "label": _(
            "Days with matches in the last %(weeks)s weeks: %(n)s; the months follow as a table."
        )
        % {"weeks": WIDE_WEEKS, "n": len(counts)},
        "most": _("Most on: %(weekday)s. The fullest week: %(matches)s.")
        % {
            "weekday": date_format(favourite, "l").lower(),
            "matches": ngettext("%(n)s match", "%(n)s matches", fullest) % {"n": fullest},
        },
        "wide": day_squares(counts, today, WIDE_WEEKS, begin),
        "narrow": day_squares(counts, today, NARROW_WEEKS, begin),
    }


def accuracy_plot(player: int, pool: str) -> Json | None:
    """Return a chart of a player's (row id) accuracy in percent by match; None for fewer than 2."""
    page = accuracy_page(player, pool=None if pool == "all" else pool, limit=MAX_PLOTTED_MATCHES)
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
        "rows": [_accuracy_cells(row) for row in rows],
    }


def _accuracy_cells(row: Accuracy) -> list[Any]:
    """Return the cells of a match in the table of accuracy: date, accuracy, errors, best cards."""
    return [
        _day(row),
        number(row["accuracy"], 0),
        row["errors"],
        share(row["best"] / row["decisions"]),
    ]


def openings_table(openings: Sequence[Json]) -> Json | None:
    """Return a table of deals won by the card that was led first; None if `openings` is empty."""
    rows = [
        {
            "name": card_words(opening["key"]),
            "meter": per_cent(opening["win_rate"]),
            "cells": [
                number_format(opening["count"]),
                share(opening["win_rate"]),
                number(opening["mean_points"], 1),
            ],
        }
        for opening in openings
    ]
    heads = [_("First card led"), _("Deals"), pgettext("matches", "Won"), _("Points per deal")]
    return {"heads": heads, "rows": rows} if rows else None


def points_bars(counts: Sequence[int]) -> list[Json]:
    """Return the bars of a chart of deals by card points, with their labels; [] without deals.

    `counts` holds the number of deals in each band of BAND card points, from 0 points up.
    """
    total = sum(counts)
    bars = []
    for band, place in enumerate(bar_places(counts)):
        low = band * BAND
        bars.append(
            {
                **place,
                "wins": low >= TIED_DEAL_POINTS,
                "label": f"{low}–{low + BAND - (low + BAND < 2 * TIED_DEAL_POINTS)}",
                "count": counts[band],
                "share": share(counts[band] / total),
            }
        )
    return bars


def card_words(key: str) -> str:
    """Return a card's name from its printed number: `12` is "King", `3t` is "3, trump"."""
    rank = key.removesuffix(TRUMP_MARK)
    name = capfirst(rank_name(int(rank)))
    return _("%(card)s, trump") % {"card": name} if key.endswith(TRUMP_MARK) else name


def _days(rows: Sequence[RatingPoint | Accuracy]) -> list[str]:
    """Return the days of the first, middle and last match of a chart, as labels of its axis."""
    shown = dict.fromkeys((0, len(rows) // 2, len(rows) - 1))
    return [_day(rows[at]) for at in shown]


def _day(row: RatingPoint | Accuracy) -> str:
    """Return in words the day on which the match of a chart's point ended."""
    return day_words(datetime.fromisoformat(row["finished_at"]))
