"""Marks of decisions: what counts as a loss, its grade, and accuracy as one figure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from games.bots.evaluation.judgement import Worth, is_decided
from games.bots.variants.unit import Unit

ACCURACY_DECAY: Final = 0.68
"""Rate at which accuracy falls with each point lost a decision."""
FREE_LOSS_POINTS: Final = 0.05
"""Card points a decision that the best play loses by this measure too."""

SURE_STANDARD_ERRORS: Final = 2.0
"""Standard errors within which an option is as good as the best."""
LEVEL_POINTS: Final = 0.5
"""Card points, or what weighs as much, within which an option is as good as the best."""
ERROR_FROM: Final = 3.0
"""Card points that make a loss an error; where game points count, their equivalent."""
INEXACT_FROM: Final = 1.0
"""Card points from which a loss is inexact; less is counted and has no name."""
EXERCISE_LEAD_POINTS: Final = 3.0
"""Card points, or what weighs as much, by which the best option of an exercise is ahead of all others."""


def is_level(worth: Worth, unit: Unit) -> bool:
    """Return True if an option is as good as the best, within its error or LEVEL_POINTS."""
    return (
        worth.behind <= SURE_STANDARD_ERRORS * worth.behind_error
        or worth.behind * unit.weight < LEVEL_POINTS
    )


def grade_of(loss: float) -> str:
    """Return the grade of a loss in card points: "error", "inexact", or "" if it is small."""
    if loss >= ERROR_FROM:
        return "error"
    return "inexact" if loss >= INEXACT_FROM else ""


def options_of(judged: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the cards or other options of a judgement in an analysis (JSON), the best first."""
    options: list[Mapping[str, Any]] = judged["cards"] if "cards" in judged else judged["options"]
    return options


def code_of(option: Mapping[str, Any]) -> str:
    """Return the code of a card or another option of a judgement in an analysis."""
    code: str = option["card"] if "card" in option else option["option"]
    return code


def is_right(option: Mapping[str, Any], weight: float) -> bool:
    """Return whether an option (JSON) of an exercise is as good as the best, within errors.

    `weight` is how many card points one point of the analysis (its unit) stands for.

    >>> is_right({"behind": 0.4, "behind_error": 0.1}, 1.0)
    True
    """
    behind: float = option["behind"]
    return behind <= SURE_STANDARD_ERRORS * option["behind_error"] or behind * weight < LEVEL_POINTS


def weight_in(judged: Mapping[str, Any]) -> float:
    """Return the card points that one point of a judgement (JSON) is worth; 1 without a loss."""
    return float(judged["weight"] / judged["loss"]) if judged["loss"] else 1.0


def asks_something(judged: Mapping[str, Any]) -> bool:
    """Return whether a judged decision can be an exercise: one option is clearly the best.

    `judged` is the JSON of an analysis. The deal must be undecided, and the best option ahead of
    the second by EXERCISE_LEAD_POINTS card points and by more than two standard errors.

    >>> best = {"behind": 0.0, "behind_error": 0.0, "win": 0.6}
    >>> other = {"behind": 3.5, "behind_error": 0.3, "win": 0.58}
    >>> asks_something({"loss": 3.5, "weight": 3.5, "cards": [best, other]})
    True
    >>> asks_something({"loss": 6.6, "weight": 6.6, "cards": [{**best, "win": 1}, {**other, "win": 1}]})
    False
    """
    options = options_of(judged)
    if len(options) < 2 or is_decided([option["win"] for option in options]):
        return False
    return round(ahead_of(judged), 3) >= EXERCISE_LEAD_POINTS


def ahead_of(judged: Mapping[str, Any]) -> float:
    """Return the card points by which the best option surely leads the second; 0 if it does not.

    `judged` is a judgement in an analysis (JSON).
    """
    second = options_of(judged)[1]
    sure = second["behind"] > SURE_STANDARD_ERRORS * second["behind_error"]
    return float(second["behind"]) * weight_in(judged) if sure else 0.0


def accuracy(loss: float, decisions: int) -> float | None:
    """Return the accuracy, 0 to 100, of `decisions` choices that lost `loss` card points in all.

    It is None without a choice.

    >>> accuracy(0.0, 20), accuracy(12.0, 0)
    (100.0, None)
    """
    if decisions == 0:
        return None
    mean = loss / decisions
    return round(100 * math.exp(-ACCURACY_DECAY * max(0.0, mean - FREE_LOSS_POINTS)), 1)
