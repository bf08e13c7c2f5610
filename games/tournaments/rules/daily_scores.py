"""Scores of a daily event: everybody plays the same seat of the same decks against the same bots.

What an entrant made of a deal is compared with all others who have played it. The score of the event
is the mean share of the matchpoints, in percent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from games.tournaments.rules.deal_scores import AT_FAULT, datum, matchpoints
from games.tournaments.rules.event import Place


@dataclass(frozen=True, slots=True)
class DailyResult:
    """The result of an entrant in an event of daily deals."""

    entrant: int
    margins: tuple[float | None, ...]
    """Points ahead of the others at the table in each deal; None for one that was not played."""


def score_daily(results: Sequence[DailyResult]) -> dict[int, Place]:
    """Return entrant id -> its score (percent) and margin (points) in an event of daily deals.

    All `results` hold as many deals. One that was not played counts `deal_scores.AT_FAULT`.

    >>> places = score_daily([DailyResult(1, (30, None)), DailyResult(2, (-10, 4))])
    >>> places[1].score, places[2].score, places[1].margin
    (70.0, 25.0, 20.0)
    """
    deals = range(max((len(result.margins) for result in results), default=0))
    shares: dict[int, list[float]] = {result.entrant: [] for result in results}
    ahead = dict.fromkeys(shares, 0.0)
    for deal in deals:
        played = [
            (result.entrant, margin)
            for result in results
            if (margin := result.margins[deal]) is not None
        ]  # fmt: skip
        margins = [margin for _entrant, margin in played]
        middle = datum(margins) if margins else 0.0
        percents = dict.fromkeys(shares, AT_FAULT)
        for (entrant, margin), share in zip(played, matchpoints(margins), strict=True):
            percents[entrant] = share
            ahead[entrant] += margin - middle
        for entrant, share in percents.items():
            shares[entrant].append(share)
    return {
        result.entrant: _place(result, shares[result.entrant], ahead[result.entrant])
        for result in results
    }


def _place(result: DailyResult, shares: Sequence[float], ahead: float) -> Place:
    """Return an entrant's score and margin in a daily event as a `Place`, still without rank."""
    percent = round(100 * fmean(shares), 2) if shares else 0.0
    won = sum(margin is not None and margin > 0 for margin in result.margins)
    return Place(result.entrant, percent, round(ahead, 4), won, percent=percent)
