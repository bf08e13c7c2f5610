"""Results of a record's deals: winners, totals and partners. Plain Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

Record = dict[str, Any]

RESIGNED: Final = "resigned"
ALL_PASSED: Final = "all_passed"
UNCOUNTED: Final = (RESIGNED, "agreed", "abandoned", ALL_PASSED)
"""Ends of deals without winners: given up, or not played as all passed; no points count."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a deal: the sides (indices) that won it, and those that tied."""

    won: list[int]
    tied: list[int]


def extras_of(deal: Record) -> list[Record]:
    """Return the extras of a deal (points besides those of cards), as JSON; none in old records."""
    extras: list[Record] = deal.get("extras", [])
    return extras


def deal_totals(deal: Record) -> list[int]:
    """Return for each side the card points of a deal and its extras together."""
    totals = list(deal["points"]["sides"])
    for extra in extras_of(deal):
        totals[extra["side"]] += extra["points"]
    return totals


def deal_winners(record: Record, deal: Record) -> list[int]:
    """Return the sides that won a deal, alone or with others: those that it gave game points.

    Where a match counts points and not deals, every side gets some, and those with the most won;
    but a contract is won by all sides to which it gave points.
    """
    gained = [side for side, more in enumerate(deal["game_points"]) if more > 0]
    if deal.get("contract") is None and record["rules"]["match.unit"] == "points":
        best = max(deal["game_points"])
        return [side for side in gained if deal["game_points"][side] == best]
    return gained


def outcome_of(record: Record, deal: Record) -> Outcome:
    """Return the sides that won a deal, and those that tied.

    A contract is won by all on the caller's side or by all others. Any other deal is won by one
    side; where several won, they tie. Where nobody won, the sides with the most points tie, or all
    sides where few points win.
    """
    won = deal_winners(record, deal)
    if len(won) == 1 or deal.get("contract") is not None:
        return Outcome(won, [])
    totals = deal_totals(deal)
    if not won and record["rules"]["score.policy"] == "stay_under":
        return Outcome([], list(range(len(totals))))
    return Outcome([], won or [side for side, own in enumerate(totals) if own == max(totals)])


def camps(record: Record, deal: Record) -> list[int]:
    """Return for each seat a number that is the same for those who played the deal together.

    That is the side, or in deals with a contract 0 for caller and called partner and 1 for all
    others.
    """
    contract = deal.get("contract")
    if contract is None:
        return [place["side"] for place in record["seats"]]
    together = (contract["caller"], contract["partner"])
    return [0 if place["seat"] in together else 1 for place in record["seats"]]
