"""Context of the brackets that the page of a knock-out draws."""

from __future__ import annotations

from typing import Any

from games.tournaments.models import Tournament
from games.tournaments.selectors.bracket import DrawnTie, drawn_brackets
from games.tournaments.wording.tournaments import stage_text


def bracket_rounds(tournament: Tournament, own: int | None) -> list[list[dict[str, Any]]]:
    """Return a knock-out's brackets as dicts in words; `own` is the visitor's entrant number."""
    return [
        [
            {
                "stage": stage_text(row.stage),
                "ties": [_tie_context(tie, own) for tie in row.ties],
            }
            for row in bracket
        ]
        for bracket in drawn_brackets(tournament)
    ]


def _tie_context(tie: DrawnTie, own: int | None) -> dict[str, Any]:
    """Return a tie with whether the visitor's entrant plays or has lost it, or it has one side."""
    return {
        "tie": tie,
        "mine": any(side.entrant == own for side in tie.sides),
        "free": len(tie.sides) == 1,
        "lost": tie.over
        and any(side.entrant == own and not side.won for side in tie.sides)
        and len(tie.sides) > 1,
    }


def is_knocked_out(brackets: list[list[dict[str, Any]]]) -> bool:
    """Return True if the visitor has played in the brackets and has no open tie left."""
    ties = [tie for bracket in brackets for row in bracket for tie in row["ties"] if tie["mine"]]
    last_ties = [tie for bracket in brackets for tie in bracket[-1]["ties"] if tie["mine"]]
    return bool(ties) and all(tie["lost"] for tie in last_ties)
