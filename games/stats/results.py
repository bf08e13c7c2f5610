"""How deals of a record ended: who won them, and who was with whom. Plain Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

Record = dict[str, Any]

RESIGNED: Final = "resigned"
ALL_PASSED: Final = "all_passed"
UNCOUNTED: Final = (RESIGNED, "agreed", "abandoned", ALL_PASSED)
"""Ends of a deal that was given up where it stood, or that nobody wanted to play: nobody won it,
and its points say nothing."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The sides that won a deal, and those that shared it."""

    won: list[int]
    tied: list[int]


def extras_of(deal: Record) -> list[Record]:
    """Points of a deal beside those of its cards; records from before there were any have none."""
    found: list[Record] = deal.get("extras", [])
    return found


def deal_totals(deal: Record) -> list[int]:
    """Of each side the card points of a deal and its extras."""
    totals = list(deal["points"]["sides"])
    for extra in extras_of(deal):
        totals[extra["side"]] += extra["points"]
    return totals


def deal_winners(record: Record, deal: Record) -> list[int]:
    """Return the sides that won a deal, alone or with others: those that it gave game points.

    Where points are counted and not deals, every side gets some, and those with the most won;
    but a contract is won by all that it gave points.
    """
    gained = [side for side, more in enumerate(deal["game_points"]) if more > 0]
    if deal.get("contract") is None and record["rules"]["match.unit"] == "points":
        best = max(deal["game_points"])
        return [side for side in gained if deal["game_points"][side] == best]
    return gained


def outcome_of(record: Record, deal: Record) -> Outcome:
    """Return the sides that won a deal, and those that shared it.

    A contract is won by all on its side or by all against it; any other deal by one side, and
    where several won, or nobody, they share it. Nobody: those with the most points, or where
    few points win, all.
    """
    won = deal_winners(record, deal)
    if len(won) == 1 or deal.get("contract") is not None:
        return Outcome(won, [])
    totals = deal_totals(deal)
    if not won and record["rules"]["score.policy"] == "stay_under":
        return Outcome([], list(range(len(totals))))
    return Outcome([], won or [side for side, own in enumerate(totals) if own == max(totals)])


def camps(record: Record, deal: Record) -> list[int]:
    """For each seat with whom it played the deal: its side, or where partners are called 0 for
    the caller and who was called, 1 for all others.
    """
    contract = deal.get("contract")
    if contract is None:
        return [place["side"] for place in record["seats"]]
    together = (contract["caller"], contract["partner"])
    return [0 if place["seat"] in together else 1 for place in record["seats"]]
