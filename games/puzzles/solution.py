"""The solution of a puzzle as JSON, as it is stored and, after an answer, told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.bots.variants.unit import CARDS
from games.puzzles.assessment import Assessment, Choice


def solution_of(found: Assessment) -> dict[str, Any]:
    """Return a puzzle's solution as JSON: "unit", "exact", "best" and the "choices", best first.

    Each has "choice" (its code), "points", "win" (probability) and "behind" (points less than the
    best).
    """
    return {
        "unit": found.unit,
        "exact": found.exact,
        "best": found.best.code,
        "choices": [
            {
                "choice": one.code,
                "points": round(float(one.points), 2),
                "win": None if one.win is None else round(float(one.win), 3),
                "behind": round(float(one.behind), 2),
            }
            for one in found.choices
        ],
    }


def short_solution(told: Mapping[str, Any]) -> list[Any]:
    """Return the JSON of `solution_of` as data/puzzles.ndjson has it: unit, exact, choices."""
    rows = [[one["choice"], one["points"], one["win"], one["behind"]] for one in told["choices"]]
    return [told["unit"], told["exact"], *rows]


def long_solution(told: Sequence[Any]) -> dict[str, Any]:
    """Return the JSON of `solution_of` from what `short_solution` made of it."""
    unit, exact, *rows = told
    keys = ("choice", "points", "win", "behind")
    choices = [dict(zip(keys, row, strict=True)) for row in rows]
    return {"unit": unit, "exact": exact, "best": rows[0][0], "choices": choices}


def assessment_of(told: Mapping[str, Any]) -> Assessment:
    """Return the assessment in a solution's JSON; it has no standard errors, and the weight 1."""
    choices = tuple(
        Choice(one["choice"], one["points"], one["win"], one["behind"], 0.0)
        for one in told["choices"]
    )
    return Assessment(choices, told["unit"], CARDS.weight, exact=told["exact"])
