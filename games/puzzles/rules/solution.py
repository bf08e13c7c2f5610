"""The solution of a puzzle as JSON, as it is stored, and sent after an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.bots.variants.unit import CARDS
from games.puzzles.rules.assessment import Assessment, Choice


def solution_of(assessment: Assessment) -> dict[str, Any]:
    """Return a puzzle's solution as JSON: "unit", "exact", "best" and the "choices", best first.

    Each has "choice" (its code), "points", "win" (probability), "behind" (points below the best).
    """
    return {
        "unit": assessment.unit,
        "exact": assessment.exact,
        "best": assessment.best.code,
        "choices": [
            {
                "choice": choice.code,
                "points": round(float(choice.points), 2),
                "win": None if choice.win is None else round(float(choice.win), 3),
                "behind": round(float(choice.behind), 2),
            }
            for choice in assessment.choices
        ],
    }


def short_solution(solution: Mapping[str, Any]) -> list[Any]:
    """Return the JSON of `solution_of` as data/puzzles.ndjson has it: unit, exact, choices."""
    rows = [
        [choice["choice"], choice["points"], choice["win"], choice["behind"]]
        for choice in solution["choices"]
    ]
    return [solution["unit"], solution["exact"], *rows]


def long_solution(stored: Sequence[Any]) -> dict[str, Any]:
    """Return a puzzle's solution as `solution_of` does, from the short form of `short_solution`."""
    unit, exact, *rows = stored
    keys = ("choice", "points", "win", "behind")
    choices = [dict(zip(keys, row, strict=True)) for row in rows]
    return {"unit": unit, "exact": exact, "best": rows[0][0], "choices": choices}


def assessment_of(solution: Mapping[str, Any]) -> Assessment:
    """Return the assessment in a solution's JSON; it has no standard errors, and the weight 1."""
    choices = tuple(
        Choice(choice["choice"], choice["points"], choice["win"], choice["behind"], 0.0)
        for choice in solution["choices"]
    )
    return Assessment(choices, solution["unit"], CARDS.weight, exact=solution["exact"])
