"""From a match record (`brisca-record/1`) to the figures of each seat. Plain Python."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

Record = dict[str, Any]

ALL: Final = "all"
"""The pool that sums over all."""
BOTS: Final = "bots-"
"""Before the pool of a match among bots alone."""
COUNTED: Final = (
    "matches", "matches_won", "matches_drawn", "deals", "deals_won", "deals_tied", "points",
    "points_squared", "own_points", "tricks", "exchanges", "last_tricks", "timeouts", "ms", "plays",
)  # fmt: skip
"""What is added up, match by match."""
UNCOUNTED: Final = ("resigned", "abandoned")
"""Ends of a deal that was given up where it stood: nobody won it, and its points say nothing."""


def seat_figures(record: Record) -> list[Counter[str]]:
    """For each seat what a finished match adds to its figures; keys are fields of `Figures`.

    `points` are those of the seat's side, `own_points` those in its own tricks; `ms` in
    milliseconds, of its own turns. A deal is won by the one side that gained from it, and tied
    where several did or nobody. Of a deal that was given up only the cards played count.
    """
    seats = record["seats"]
    totals: list[Counter[str]] = [Counter() for _ in seats]
    for deal in record["deals"]:
        _plays(deal, totals)
        if deal["ended_by"] in UNCOUNTED:
            continue
        winners, tied = _outcome(deal)
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
            )
        _tricks(deal, totals)
    winners = record["winners"]
    for place in seats:
        totals[place["seat"]].update(
            matches=1,
            matches_won=int(place["side"] in winners),
            matches_drawn=int(not winners),
        )
    return totals


def _outcome(deal: Record) -> tuple[list[int], list[int]]:
    """The side that won a deal alone, if any, and else the sides that shared it."""
    points = deal["points"]["sides"]
    gained = [side for side, more in enumerate(deal["game_points"]) if more > 0]
    if len(gained) == 1:
        return gained, []
    return [], gained or [side for side, own in enumerate(points) if own == max(points)]


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
