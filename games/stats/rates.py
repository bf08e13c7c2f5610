"""Rates: their texts for the API, and how each is computed from a row of counters.

Formulas are in `docs/statistics.md`. A rate is None where its divisor is 0.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeAlias

Row: TypeAlias = Mapping[str, Any]
Number: TypeAlias = float | None
HUNDREDTHS: Final = 100


class Rate(NamedTuple):
    """Definition of a rate, a quotient of two counters: its text in the API, and the counters."""

    about: str
    part: str = ""
    """The counter that is divided; empty where other code computes the rate."""
    whole: str = ""
    """The counter that is the divisor."""
    digits: int = 4
    tied: str = ""
    """A counter of which half is added to `part`."""
    squares: str = ""
    """A sum of squares: the rate is then the standard deviation of `whole` samples."""
    scale: int = 1
    """Factor of `part`."""


class RateTable:
    """Set of named rates that are computed together from a row of counters."""

    def __init__(self, rates: Mapping[str, Rate]) -> None:
        self.texts = {name: rate.about for name, rate in rates.items()}
        self._nothing: dict[str, Number] = dict.fromkeys(rates)
        own = [(name, rate) for name, rate in rates.items() if rate.part]
        self._deviations = [(name, rate) for name, rate in own if rate.squares]
        self._tied = [
            (name, rate.part, rate.tied, rate.whole, rate.digits) for name, rate in own if rate.tied
        ]
        self._shares = [
            (name, rate.part, rate.whole, rate.digits, rate.scale)
            for name, rate in own
            if not rate.tied and not rate.squares
        ]

    def of(self, row: Row) -> dict[str, Number]:
        """Return name -> rate for a row of counters; None where the divisor is 0."""
        rates = self._nothing.copy()
        for name, part, whole, digits, scale in self._shares:
            if count := row[whole]:
                rates[name] = round(scale * row[part] / count, digits)
        for name, part, tied, whole, digits in self._tied:
            if count := row[whole]:
                rates[name] = round((row[part] + row[tied] / 2) / count, digits)
        for name, rate in self._deviations:
            rates[name] = deviation_of(row[rate.part], row[rate.squares], row[rate.whole])
        return rates


def ratio(part: float, whole: float, digits: int = 4) -> Number:
    """Return `part` / `whole` rounded to so many decimal `digits`; None where `whole` is 0."""
    return round(part / whole, digits) if whole else None


def deviation_of(total: int, squares: int, count: int) -> Number:
    """Return the standard deviation of `count` values from their sum and their sum of squares.

    None for fewer than two values.
    """
    if count < 2:
        return None
    return round(math.sqrt((count * squares - total * total) / (count * (count - 1))), 2)


LUCK: Final[Mapping[str, Rate]] = {
    "mean_luck": Rate("Card points dealt to the side beyond its share, a deal."),
    "luck_slope": Rate("By how much points rise with each point of luck."),
    "luck_correlation": Rate("Between luck and points, from -1 to 1."),
    "points_without_luck": Rate("What the mean of the points would be without luck."),
    "lucky_win_rate": Rate("Of deals in which the side was dealt more than its share."),
    "unlucky_win_rate": Rate("Of deals in which it was dealt less."),
}
"""Rates that `luck_rates` computes."""
SIGN_RATES: Final[Mapping[str, Rate]] = {
    "signs_per_deal": Rate("Of deals in which partners could make signs.", "signs", "signed_deals"),
    "sign_seen_rate": Rate("Signs that an opponent saw.", "signs_seen", "signs"),
    "sign_false_rate": Rate("Signs that were not true of the hand.", "signs_false", "signs"),
}
"""Rates of signs between partners."""
PLAYER_RATES: Final = RateTable(
    {
        "match_win_rate": Rate(
            "A draw counts half.", "matches_won", "matches", tied="matches_drawn"
        ),
        "deal_win_rate": Rate("A tie counts half.", "deals_won", "deals", tied="deals_tied"),
        "mean_points": Rate("Card points of the side in a deal, of 120.", "points", "deals", 2),
        "points_sd": Rate("Their standard deviation.", "points", "deals", squares="points_squared"),
        "hundred_rate": Rate(
            "Deals in which the side took more than a hundred points.", "hundreds", "deals"
        ),
        "mean_own_points": Rate("Card points in own tricks.", "own_points", "deals", 2),
        "tricks_per_deal": Rate("", "tricks", "deals", 2),
        "last_trick_rate": Rate("", "last_tricks", "deals"),
        "lead_win_rate": Rate("Tricks that it led and its side took.", "leads_won", "leads"),
        "eldest_win_rate": Rate(
            "Of deals in which it led first.", "eldest_won", "eldest", tied="eldest_tied"
        ),
        "dealer_win_rate": Rate(
            "Of deals that it dealt.", "dealer_won", "dealer", tied="dealer_tied"
        ),
        "exchanges_per_deal": Rate("", "exchanges", "deals"),
        "exchange_missed_rate": Rate(
            "Of deals in which it could have exchanged.", "exchanges_missed", "exchange_chances"
        ),
        **SIGN_RATES,
        "brisca_loss_rate": Rate(
            "Aces and threes laid that another side took.", "briscas_lost", "briscas"
        ),
        "led_brisca_loss_rate": Rate("Of those that it led.", "briscas_led_lost", "briscas_led"),
        "trump_luck": Rate(
            "Trumps dealt, of those due: 1 is the expected share.",
            "trumps_dealt",
            "trumps_due",
            scale=HUNDREDTHS,
        ),
        "point_luck": Rate(
            "Card points dealt, of those due.", "points_dealt", "points_due", scale=HUNDREDTHS
        ),
        **LUCK,
        "mean_game_points": Rate(
            "What a deal adds to the score of the side; may be negative.",
            "game_points",
            "deals",
            2,
        ),
        "extras_per_deal": Rate(
            "Points of the side in a deal beside those of the cards.", "extras", "deals", 2
        ),
        "contract_rate": Rate(
            "Contracts made, of those that it bid for and won.", "contracts_made", "contracts"
        ),
        "partner_rate": Rate(
            "Contracts made, of those in which it was the called partner.",
            "partnered_made",
            "partnered",
        ),
        "defence_rate": Rate(
            "Contracts broken, of those that it played against.", "defended_won", "defended"
        ),
        "timeout_rate": Rate("Cards that the clock played, of all.", "timeouts", "plays"),
        "ms_per_play": Rate("", "ms", "plays", 0),
    }
)
"""Rates of a player or team."""
GAME_RATES: Final = RateTable(
    {
        "draw_rate": Rate("Matches that nobody won.", "matches_drawn", "matches"),
        "resign_rate": Rate("Matches that somebody gave up.", "matches_resigned", "matches"),
        "deals_per_match": Rate("", "deals", "matches", 2),
        "tie_rate": Rate("Deals that several sides won, or nobody.", "deals_tied", "deals"),
        "mean_points": Rate("Card points of a side in a deal.", "points", "side_deals", 2),
        "points_sd": Rate(
            "Their standard deviation.", "points", "side_deals", squares="points_squared"
        ),
        "hundred_rate": Rate(
            "Sides that took more than a hundred points, of all.", "hundreds", "side_deals"
        ),
        "exchanges_per_deal": Rate("", "exchanges", "deals"),
        "exchange_missed_rate": Rate(
            "Of the chances to exchange in a deal.", "exchanges_missed", "exchange_chances"
        ),
        **SIGN_RATES,
        "brisca_loss_rate": Rate(
            "Aces and threes laid that another side took.", "briscas_lost", "briscas"
        ),
        "contract_rate": Rate("Contracts made.", "contracts_made", "contracts"),
        "timeout_rate": Rate("Cards that the clock played, of all.", "timeouts", "plays"),
        "ms_per_play": Rate("", "ms", "plays", 0),
        **LUCK,
    }
)
"""Rates of a pool or a ruleset."""
RIVAL_RATES: Final = RateTable(
    {
        "match_win_rate": Rate(
            "Matches in which neither or both won count half.", "won", "matches", tied="tied"
        ),
        "deal_win_rate": Rate(
            "Deals that neither or both won count half.",
            "deals_won",
            "deals",
            tied="deals_tied",
        ),
        "mean_points": Rate("Card points of the own side in a deal.", "points", "deals", 2),
        "mean_rival_points": Rate("Card points of the rival's side.", "rival_points", "deals", 2),
    }
)
"""Rates of a player against one rival."""
WENT_RATES: Final = RateTable(
    {
        "win_rate": Rate("A tie counts half.", "won", "count", tied="tied"),
        "mean_points": Rate("", "points", "count", 2),
    }
)
"""Rates of tricks or deals by card, seat or trumps."""


def luck_rates(row: Row, samples: int) -> dict[str, Number]:
    """Return name -> rate of how points depend on luck; `row` holds the sums of `samples` deals.

    Luck is card points dealt beyond the share. `luck_slope` is by how much points rise with each
    point of luck (least squares), `points_without_luck` what their mean would be if luck were 0.
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
