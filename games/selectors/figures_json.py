"""Rows of counters as API and pages show them, with the rates computed from the counters."""

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
TWO_DIGITS: Final = 100
"""Divisor that takes the last two digits off 20260301 or 202603."""


def figures_json(row: Row) -> Json:
    """Return a dictionary of counters (FIGURE_FIELDS) as the API shows it, with computed rates."""
    return {
        "pool": row["pool"],
        **{name: row[name] for name in (*PLAIN, *RUN)},
        "spread": spread(row),
        "last_match_at": moment(row),
        "rates": rates(row),
    }


def moment(row: Row) -> str | None:
    """Return the end of the last match in a row of counters, as RFC 3339; None without a match."""
    last = row["last_match_at"]
    return rfc3339(last) if last else None


def spread(row: Row) -> list[int]:
    """Return 12 counts: the numbers of deals with 0-9, 10-19, ... 110 or more card points."""
    return [row[band] for band in BANDS]


def rates(row: Row) -> Json:
    """Return shares (0 to 1) and means computed from a row of counters; None for a zero divisor."""
    shares = PLAYER_RATES.of(row)
    shares.update(luck_rates(row, row["deals"]))
    return shares


def month_text(month: int) -> str:
    """Return a month, stored as a number, in the form YYYY-MM.

    >>> month_text(202603)
    '2026-03'
    """
    return f"{month // TWO_DIGITS}-{month % TWO_DIGITS:02}"


def day_text(day: int) -> str:
    """Return a day, stored as a number, in the form YYYY-MM-DD.

    >>> day_text(20260301)
    '2026-03-01'
    """
    return f"{month_text(day // TWO_DIGITS)}-{day % TWO_DIGITS:02}"
