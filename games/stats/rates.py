"""Rates: what each of them says, and how it follows from a row of counters.

Formulas stand in `docs/statistics.md`. A rate is None where there is nothing to divide by.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

Row: TypeAlias = Mapping[str, Any]
Number: TypeAlias = float | None
HUNDREDTHS: Final = 100


class Rate(NamedTuple):
    """A rate: what it says, for readers of the API, and what computes it from a row."""

    about: str
    of: Callable[[Row], Number]


def ratio(part: float, whole: float, digits: int = 4) -> Number:
    """Return a part of a whole; None where there is no whole."""
    return round(part / whole, digits) if whole else None


def share(part: str, whole: str, digits: int = 4, scale: int = 1) -> Callable[[Row], Number]:
    """Return what divides one counter of a row, times `scale`, by another."""
    return lambda row: ratio(scale * row[part], row[whole], digits)


def half_tied(won: str, tied: str, of: str) -> Callable[[Row], Number]:
    """Return what divides what was won of something, ties by half."""
    return lambda row: ratio(row[won] + row[tied] / 2, row[of])


def rival_share(won: str, lost: str, of: str) -> Callable[[Row], Number]:
    """Return what divides what was won of something, half of what neither or both won with it."""
    return lambda row: ratio(row[won] + (row[of] - row[won] - row[lost]) / 2, row[of])


def deviation(total: str, squares: str, count: str) -> Callable[[Row], Number]:
    """Return what computes the standard deviation of a sample from its sums."""
    return lambda row: deviation_of(row[total], row[squares], row[count])


def deviation_of(total: int, squares: int, count: int) -> Number:
    """Return the standard deviation of a sample; whole numbers until the last step."""
    if count < 2:
        return None
    return round(math.sqrt((count * squares - total * total) / (count * (count - 1))), 2)


CARD_RATES: Final[Mapping[str, Rate]] = {
    "match_win_rate": Rate(
        "A draw counts half.", half_tied("matches_won", "matches_drawn", "matches")
    ),
    "deal_win_rate": Rate("A tie counts half.", half_tied("deals_won", "deals_tied", "deals")),
    "mean_points": Rate("Card points of the side in a deal, of 120.", share("points", "deals", 2)),
    "points_sd": Rate("Their standard deviation.", deviation("points", "points_squared", "deals")),
    "hundred_rate": Rate(
        "Deals in which the side took more than a hundred points.", share("hundreds", "deals")
    ),
    "mean_own_points": Rate("Card points in own tricks.", share("own_points", "deals", 2)),
    "tricks_per_deal": Rate("", share("tricks", "deals", 2)),
    "last_trick_rate": Rate("", share("last_tricks", "deals")),
    "lead_win_rate": Rate("Tricks that it led and its side took.", share("leads_won", "leads")),
    "eldest_win_rate": Rate(
        "Of deals in which it led first.", half_tied("eldest_won", "eldest_tied", "eldest")
    ),
    "dealer_win_rate": Rate(
        "Of deals that it dealt.", half_tied("dealer_won", "dealer_tied", "dealer")
    ),
    "exchanges_per_deal": Rate("", share("exchanges", "deals")),
    "exchange_missed_rate": Rate(
        "Of deals in which it could have exchanged.", share("exchanges_missed", "exchange_chances")
    ),
    "brisca_loss_rate": Rate(
        "Aces and threes laid that another side took.", share("briscas_lost", "briscas")
    ),
    "led_brisca_loss_rate": Rate("Of those that it led.", share("briscas_led_lost", "briscas_led")),
    "trump_luck": Rate(
        "Trumps dealt, of those due: 1 is the expected share.",
        share("trumps_dealt", "trumps_due", scale=HUNDREDTHS),
    ),
    "point_luck": Rate(
        "Card points dealt, of those due.", share("points_dealt", "points_due", scale=HUNDREDTHS)
    ),
}
"""Of a player or team: how its cards went. LUCK and SCORE_RATES follow."""
SCORE_RATES: Final[Mapping[str, Rate]] = {
    "mean_game_points": Rate(
        "What a deal adds to the score of the side; may be negative.",
        share("game_points", "deals", 2),
    ),
    "extras_per_deal": Rate(
        "Points of the side in a deal beside those of the cards.", share("extras", "deals", 2)
    ),
    "contract_rate": Rate(
        "Contracts made, of those that it bid for and won.", share("contracts_made", "contracts")
    ),
    "partner_rate": Rate(
        "Contracts made, of those in which it was the called partner.",
        share("partnered_made", "partnered"),
    ),
    "defence_rate": Rate(
        "Contracts broken, of those that it played against.", share("defended_won", "defended")
    ),
    "timeout_rate": Rate("Cards that the clock played, of all.", share("timeouts", "plays")),
    "ms_per_play": Rate("", share("ms", "plays", 0)),
}
GAME_RATES: Final[Mapping[str, Rate]] = {
    "draw_rate": Rate("Matches that nobody won.", share("matches_drawn", "matches")),
    "resign_rate": Rate("Matches that somebody gave up.", share("matches_resigned", "matches")),
    "deals_per_match": Rate("", share("deals", "matches", 2)),
    "tie_rate": Rate("Deals that several sides won, or nobody.", share("deals_tied", "deals")),
    "mean_points": Rate("Card points of a side in a deal.", share("points", "side_deals", 2)),
    "points_sd": Rate(
        "Their standard deviation.", deviation("points", "points_squared", "side_deals")
    ),
    "hundred_rate": Rate(
        "Sides that took more than a hundred points, of all.", share("hundreds", "side_deals")
    ),
    "exchanges_per_deal": Rate("", share("exchanges", "deals")),
    "exchange_missed_rate": Rate(
        "Of the chances to exchange in a deal.", share("exchanges_missed", "exchange_chances")
    ),
    "brisca_loss_rate": Rate(
        "Aces and threes laid that another side took.", share("briscas_lost", "briscas")
    ),
    "contract_rate": Rate("Contracts made.", share("contracts_made", "contracts")),
    "timeout_rate": Rate("Cards that the clock played, of all.", share("timeouts", "plays")),
    "ms_per_play": Rate("", share("ms", "plays", 0)),
}
"""Of a kind of match or a ruleset; LUCK follows."""
RIVAL_RATES: Final[Mapping[str, Rate]] = {
    "match_win_rate": Rate(
        "Matches in which neither or both won count half.", rival_share("won", "lost", "matches")
    ),
    "deal_win_rate": Rate(
        "Deals that neither or both won count half.",
        rival_share("deals_won", "deals_lost", "deals"),
    ),
    "mean_points": Rate("Card points of the own side in a deal.", share("points", "deals", 2)),
    "mean_rival_points": Rate(
        "Card points of the rival's side.", share("rival_points", "deals", 2)
    ),
}
WENT_RATES: Final[Mapping[str, Rate]] = {
    "win_rate": Rate("A tie counts half.", half_tied("won", "tied", "count")),
    "mean_points": Rate("", share("points", "count", 2)),
}
"""Of how tricks or deals went."""
LUCK: Final[Mapping[str, str]] = {
    "mean_luck": "Card points dealt to the side beyond its share, a deal.",
    "luck_slope": "By how much points rise with each point of luck.",
    "luck_correlation": "Between luck and points, from -1 to 1.",
    "points_without_luck": "What the mean of the points would be without luck.",
    "lucky_win_rate": "Of deals in which the side was dealt more than its share.",
    "unlucky_win_rate": "Of deals in which it was dealt less.",
}
"""What `luck_rates` says."""


def rates_of(row: Row, rates: Mapping[str, Rate]) -> dict[str, Number]:
    """Return the rates of a row of counters."""
    return {name: rate.of(row) for name, rate in rates.items()}


def luck_rates(row: Row, samples: int) -> dict[str, Number]:
    """Return how much of the points came from what was dealt, of so many samples.

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
        "mean_luck": ratio(row["luck"], samples, 2),
        "luck_slope": None if slope is None else round(slope, 4),
        "luck_correlation": round(covariance / math.sqrt(both), 4) if both > 0 else None,
        "points_without_luck": None
        if slope is None or mean is None
        else round(mean - slope * row["luck"] / samples, 2),
        "lucky_win_rate": ratio(row["lucky_won"] + row["lucky_tied"] / 2, row["lucky"]),
        "unlucky_win_rate": ratio(row["unlucky_won"] + row["unlucky_tied"] / 2, row["unlucky"]),
    }
