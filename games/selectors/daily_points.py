"""Distribution of the points that players made with a deal of the day."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.engine import DECK_POINTS
from games.models import DailyTry

BIN_POINTS: Final = 10
"""Number of points that one bar of a distribution stands for."""
MARRIAGE_POINTS: Final = 100
"""Points of all four marriages of a deal."""


def most_points(options: Mapping[str, Any]) -> int:
    """Return the most points that a side can make in one deal by a ruleset's options."""
    return DECK_POINTS + (MARRIAGE_POINTS if options["marriage.mode"] != "none" else 0)


def bin_of(points: int, bins: int) -> int:
    """Return the index of the bar, of so many, that counts a result; the last has the most points.

    >>> bin_of(0, 12), bin_of(69, 12), bin_of(120, 12)
    (0, 6, 11)
    """
    return min(max(points, 0) // BIN_POINTS, bins - 1)


def distribution(row: Mapping[str, Any]) -> list[int]:
    """Return the distribution of the points of a daily deal (a `daily_row`), as `tries_by_points` does.

    It is stored when the deal is published; until then it is counted.
    """
    stored: list[int] | None = row["bins"]
    return tries_by_points(row["id"], row["ruleset__options"]) if stored is None else stored


def tries_by_points(daily: int, options: Mapping[str, Any]) -> list[int]:
    """Return the numbers of finished tries at a daily deal (row id) by ten points, from 0 upwards.

    `options` are those of the deal's ruleset, which say how many points can be made.
    """
    bins = [0] * (most_points(options) // BIN_POINTS)
    tries = DailyTry.objects.filter(daily=daily, points__isnull=False)
    for points in tries.values_list("points", flat=True):
        bins[bin_of(points or 0, len(bins))] += 1
    return bins
