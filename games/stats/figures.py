"""From a match record (`brisca-record/1`) to the figures of each seat. Plain Python."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

Record = dict[str, Any]

ALL: Final = "all"
"""The pool that sums over all."""
BOTS: Final = "bots-"
"""Before the pool of a match among bots alone."""
OF_CONTRACTS: Final = (
    "contracts", "contracts_made", "partnered", "partnered_made", "defended", "defended_won",
)  # fmt: skip
"""Deals with a contract, by the part of the seat: who called, who was called, who played against
it; and how many of each went well for it."""
COUNTED: Final = (
    "matches", "matches_won", "matches_drawn", "deals", "deals_won", "deals_tied", "points",
    "points_squared", "own_points", "extras", "game_points", "tricks", "exchanges", "last_tricks",
    *OF_CONTRACTS, "timeouts", "ms", "plays",
)  # fmt: skip
"""What is added up, match by match."""
UNCOUNTED: Final = ("resigned", "abandoned", "all_passed")
"""Ends of a deal that was given up where it stood, or that nobody wanted to play: nobody won it,
and its points say nothing."""


def seat_figures(record: Record) -> list[Counter[str]]:
    """For each seat what a finished match adds to its figures; keys are fields of `Figures`.

    `points` are card points of the seat's side, `own_points` those in its own tricks, `extras`
    points of the side beside those of the cards, `game_points` what the deals added to its score
    (they may be negative); `ms` in milliseconds, of its own turns. Of a deal that was given up
    only the cards played count, and a deal that all passed is no deal.
    """
    seats = record["seats"]
    totals: list[Counter[str]] = [Counter() for _ in seats]
    for deal in record["deals"]:
        _plays(deal, totals)
        if deal["ended_by"] in UNCOUNTED:
            continue
        winners, tied = _outcome(record, deal)
        for place in seats:
            seat, side = place["seat"], place["side"]
            points = deal["points"]["sides"][side]
            totals[seat].update(
                deals=1,
                deals_won=int(side in winners),
                deals_tied=int(side in tied),
                points=points,
                points_squared=points * points,
                own_points=deal["points"]["seats"][seat],
                extras=sum(one["points"] for one in extras_of(deal) if one["side"] == side),
                game_points=deal["game_points"][side],
            )
        _tricks(deal, totals)
        _contract(deal, totals)
    winners = record["winners"]
    for place in seats:
        totals[place["seat"]].update(
            matches=1,
            matches_won=int(place["side"] in winners),
            matches_drawn=int(not winners),
        )
    return totals


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
    """The sides that won a deal, alone or with others: those that it gave game points.

    Where points are counted and not deals, every side gets some, and those with the most won;
    but a contract is won by all that it gave points.
    """
    gained = [side for side, more in enumerate(deal["game_points"]) if more > 0]
    if deal.get("contract") is None and record["rules"]["match.unit"] == "points":
        best = max(deal["game_points"])
        return [side for side in gained if deal["game_points"][side] == best]
    return gained


def _outcome(record: Record, deal: Record) -> tuple[list[int], list[int]]:
    """The sides that won a deal, and those that shared it.

    A contract is won by all on its side or by all against it; any other deal by one side, and
    where several won, or nobody, they share it. Nobody: those with the most points, or where
    few points win, all.
    """
    won = deal_winners(record, deal)
    if len(won) == 1 or deal.get("contract") is not None:
        return won, []
    totals = deal_totals(deal)
    if not won and record["rules"]["score.policy"] == "stay_under":
        return [], list(range(len(totals)))
    return [], won or [side for side, own in enumerate(totals) if own == max(totals)]


def _contract(deal: Record, totals: list[Counter[str]]) -> None:
    """Who called, was called and defended, and how it ended for them."""
    contract = deal.get("contract")
    if contract is None:
        return
    made = int(contract["made"] >= contract["target"])
    for seat, figures in enumerate(totals):
        if seat == contract["caller"]:
            figures.update(contracts=1, contracts_made=made)
        elif seat == contract["partner"]:
            figures.update(partnered=1, partnered_made=made)
        else:
            figures.update(defended=1, defended_won=1 - made)


def _tricks(deal: Record, totals: list[Counter[str]]) -> None:
    won = [trick["winner"] for trick in deal["tricks"] if trick["winner"] is not None]
    for seat in won:
        totals[seat]["tricks"] += 1
    if won and deal["ended_by"] == "played_out":
        totals[won[-1]]["last_tricks"] += 1
    for action in deal["actions"]:
        if action["type"] == "exchange":
            totals[action["seat"]]["exchanges"] += 1


def _plays(deal: Record, totals: list[Counter[str]]) -> None:
    for action in deal["actions"]:
        if action["type"] == "play":
            by_clock = int(action["by"] == "clock")
            totals[action["seat"]].update(plays=1, ms=action["ms"], timeouts=by_clock)
