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


def seat_figures(record: Record) -> list[Counter[str]]:
    """For each seat what a finished match adds to its figures; keys are fields of `Figures`.

    `points` are those of the seat's side, `own_points` those in its own tricks; `ms` in
    milliseconds, of its own turns.
    """
    seats = record["seats"]
    totals: list[Counter[str]] = [Counter() for _ in seats]
    for deal in record["deals"]:
        best = max(deal["points"]["sides"])
        tied = deal["points"]["sides"].count(best) > 1
        for place in seats:
            seat, side = place["seat"], place["side"]
            points = deal["points"]["sides"][side]
            totals[seat].update(
                deals=1,
                deals_won=int(deal["game_points"][side] > 0),
                deals_tied=int(tied and points == best),
                points=points,
                points_squared=points * points,
                own_points=deal["points"]["seats"][seat],
            )
        _tricks(deal, totals)
        _actions(deal, totals)
    winners = record["winners"]
    for place in seats:
        totals[place["seat"]].update(
            matches=1,
            matches_won=int(place["side"] in winners),
            matches_drawn=int(not winners),
        )
    return totals


def _tricks(deal: Record, totals: list[Counter[str]]) -> None:
    for trick in deal["tricks"]:
        if trick["winner"] is not None:
            totals[trick["winner"]]["tricks"] += 1
    played = [trick for trick in deal["tricks"] if trick["winner"] is not None]
    if played and deal["ended_by"] == "played_out":
        totals[played[-1]["winner"]]["last_tricks"] += 1


def _actions(deal: Record, totals: list[Counter[str]]) -> None:
    for action in deal["actions"]:
        seat = action["seat"]
        if seat not in range(len(totals)):
            continue
        if action["type"] == "play":
            totals[seat].update(plays=1, ms=action["ms"], timeouts=int(action["by"] == "clock"))
        elif action["type"] == "exchange":
            totals[seat]["exchanges"] += 1
