"""Rows of counters as API and pages show them: the counters, and the rates that follow.

Formulas stand in `docs/statistics.md`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from games.record.record import rfc3339
from games.stats.figures import BANDS, COUNTED

Json: TypeAlias = dict[str, Any]
Row: TypeAlias = Mapping[str, Any]

RUN: Final = ("streak", "best_streak", "worst_streak")
PLAIN: Final = tuple(name for name in COUNTED if name not in BANDS)
FIGURE_FIELDS: Final = ("pool", *COUNTED, *RUN, "last_match_at")
HUNDREDTHS: Final = 100
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
    """Shares and means of a row of counters; None where there is nothing to divide by."""
    deals = row["deals"]
    return {
        "match_win_rate": half_tied(row, "matches_won", "matches_drawn", "matches"),
        "deal_win_rate": half_tied(row, "deals_won", "deals_tied", "deals"),
        "mean_points": share(row["points"], deals, 2),
        "points_sd": deviation_of(row["points"], row["points_squared"], deals),
        "hundred_rate": share(row["hundreds"], deals),
        "mean_own_points": share(row["own_points"], deals, 2),
        "tricks_per_deal": share(row["tricks"], deals, 2),
        "last_trick_rate": share(row["last_tricks"], deals),
        "lead_win_rate": share(row["leads_won"], row["leads"]),
        "eldest_win_rate": half_tied(row, "eldest_won", "eldest_tied", "eldest"),
        "dealer_win_rate": half_tied(row, "dealer_won", "dealer_tied", "dealer"),
        "exchanges_per_deal": share(row["exchanges"], deals),
        "exchange_missed_rate": share(row["exchanges_missed"], row["exchange_chances"]),
        "brisca_loss_rate": share(row["briscas_lost"], row["briscas"]),
        "led_brisca_loss_rate": share(row["briscas_led_lost"], row["briscas_led"]),
        "trump_luck": share(HUNDREDTHS * row["trumps_dealt"], row["trumps_due"]),
        "point_luck": share(HUNDREDTHS * row["points_dealt"], row["points_due"]),
        **luck_rates(row, deals),
        "mean_game_points": share(row["game_points"], deals, 2),
        "extras_per_deal": share(row["extras"], deals, 2),
        "contract_rate": share(row["contracts_made"], row["contracts"]),
        "partner_rate": share(row["partnered_made"], row["partnered"]),
        "defence_rate": share(row["defended_won"], row["defended"]),
        "timeout_rate": share(row["timeouts"], row["plays"]),
        "ms_per_play": share(row["ms"], row["plays"], 0),
    }


def luck_rates(row: Row, samples: int) -> Json:
    """How much of the points came from what was dealt, of so many samples.

    `luck_slope` is by how much points rise with each point of luck (least squares),
    `points_without_luck` what the mean would be with luck at nothing.
    """
    covariance = samples * row["luck_result"] - row["luck"] * row["points"]
    of_luck = samples * row["luck_squared"] - row["luck"] ** 2
    of_points = samples * row["points_squared"] - row["points"] ** 2
    slope = covariance / of_luck if of_luck > 0 else None
    both = of_luck * of_points
    mean = row["points"] / samples if samples else None
    return {
        "mean_luck": share(row["luck"], samples, 2),
        "luck_slope": None if slope is None else round(slope, 4),
        "luck_correlation": round(covariance / math.sqrt(both), 4) if both > 0 else None,
        "points_without_luck": None
        if slope is None or mean is None
        else round(mean - slope * row["luck"] / samples, 2),
        "lucky_win_rate": half_tied(row, "lucky_won", "lucky_tied", "lucky"),
        "unlucky_win_rate": half_tied(row, "unlucky_won", "unlucky_tied", "unlucky"),
    }


def half_tied(row: Row, won: str, tied: str, of: str) -> float | None:
    """What was won of something, ties by half."""
    return share(row[won] + row[tied] / 2, row[of])


def share(part: float, whole: float, digits: int = 4) -> float | None:
    """A part of a whole; None where there is no whole."""
    return round(part / whole, digits) if whole else None


def deviation_of(total: int, squares: int, count: int) -> float | None:
    """Standard deviation of a sample, from its sums; whole numbers until the last step."""
    if count < 2:
        return None
    return round(math.sqrt((count * squares - total * total) / (count * (count - 1))), 2)


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
