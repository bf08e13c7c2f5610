"""Columns of a match that lists filter by, computed from its record. Plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

HUNDRED: Final = 100
"""Card points that a side must exceed in one deal for a hundred."""
ENDS: Final = {"claim": "has_claim", "three_killed": "has_kill"}
"""End of a deal -> field of the match."""


def match_traits(record: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of `Match` that follow from its record: `margin`, `has_hundred`, ...

    >>> deal = {"ended_by": "claim", "points": {"sides": [101, 19]}}
    >>> match_traits({"deals": [deal], "score": [3, 1], "winners": [0]})
    {'margin': 2, 'has_hundred': True, 'has_claim': True, 'has_kill': False}
    """
    deals = record["deals"]
    ends = {deal["ended_by"] for deal in deals}
    return {
        "margin": margin(record["score"], record["winners"]),
        "has_hundred": any(max(deal["points"]["sides"]) > HUNDRED for deal in deals),
        **{field: end in ends for end, field in ENDS.items()},
    }


def margin(score: Sequence[int], winners: Sequence[int]) -> int:
    """Return the smallest distance between the scores of a winner and a loser; 0 for a draw.

    >>> margin([3, 1, 2], [0]), margin([1, 1], []), margin([0, 2], [0])
    (1, 0, 2)
    """
    won = [points for side, points in enumerate(score) if side in winners]
    lost = [points for side, points in enumerate(score) if side not in winners]
    return min(
        (abs(winner_points - loser_points) for winner_points in won for loser_points in lost),
        default=0,
    )
