"""Rows of counters as API and pages show them: the counters, and the rates that follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from games.answers.statistics import PLAIN, RUN
from games.record.record import rfc3339
from games.stats.figures import BANDS, COUNTED
from games.stats.rates import PLAYER_RATES, luck_rates

Json: TypeAlias = dict[str, Any]
Row: TypeAlias = Mapping[str, Any]

FIGURE_FIELDS: Final = ("pool", *COUNTED, *RUN, "last_match_at")
DAY: Final = 100
"""Two digits of 20260301; as many of 202603."""


def figures_json(row: Row) -> Json:
    """Counters of a row of FIGURE_FIELDS, the spread of its points, and its rates."""
    return {
        "pool": row["pool"],
        **{name: row[name] for name in (*PLAIN, *RUN)},
        "spread": spread(row),
        "last_match_at": moment(row),
        "rates": rates(row),
    }


def moment(row: Row) -> str | None:
    """When the last match of a row ended."""
    last = row["last_match_at"]
    return rfc3339(last) if last else None


def spread(row: Row) -> list[int]:
    """How many deals brought the side 0-9, 10-19, ... 110 or more card points: 12 counts."""
    return [row[band] for band in BANDS]


def rates(row: Row) -> Json:
    """Return shares and means of a row of counters; None where there is nothing to divide by."""
    found = PLAYER_RATES.of(row)
    found.update(luck_rates(row, row["deals"]))
    return found


def month_text(month: int) -> str:
    """A month of a row as it is shown.

    >>> month_text(202603)
    '2026-03'
    """
    return f"{month // DAY}-{month % DAY:02}"


def day_text(day: int) -> str:
    """A day of a row as it is shown.

    >>> day_text(20260301)
    '2026-03-01'
    """
    return f"{month_text(day // DAY)}-{day % DAY:02}"
