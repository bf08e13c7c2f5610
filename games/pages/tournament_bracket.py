"""Context of the brackets that the page of a knock-out draws."""

from __future__ import annotations

from typing import Any

from games.models import Tournament
from games.pages.wording.tournaments import stage_text
from games.selectors.tournament_bracket import drawn_brackets


def bracket_rounds(tournament: Tournament, own: int | None) -> list[list[dict[str, Any]]]:
    """Return the brackets of a knock-out with words; `own` is the number of the visitor's entrant."""
    return [
        [
            {
                "stage": stage_text(row.stage),
                "ties": [
                    {
                        "tie": tie,
                        "mine": any(side.entrant == own for side in tie.sides),
                        "free": len(tie.sides) == 1,
                        "lost": tie.over
                        and any(side.entrant == own and not side.won for side in tie.sides)
                        and len(tie.sides) > 1,
                    }
                    for tie in row.ties
                ],
            }
            for row in bracket
        ]
        for bracket in drawn_brackets(tournament)
    ]


def is_knocked_out(brackets: list[list[dict[str, Any]]]) -> bool:
    """Return True if the visitor has played in these brackets and has no further tie in any."""
    ties = [tie for bracket in brackets for row in bracket for tie in row["ties"] if tie["mine"]]
    last_ties = [tie for bracket in brackets for tie in bracket[-1]["ties"] if tie["mine"]]
    return bool(ties) and all(tie["lost"] for tie in last_ties)
