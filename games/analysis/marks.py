"""Accuracy: losses as one figure that a player understands."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

STEEP: Final = 0.68
"""How fast accuracy falls with each point lost a card."""
FREE: Final = 0.05
"""Card points a card that the best play loses by this measure too, since it plays to win the deal
and not for points alone."""


SURE: Final = 2.0
"""Standard errors within which a card is as good as the best."""
AHEAD_POINTS: Final = 3.0
"""Card points, or what weighs as much, by which the best card of an exercise is ahead of all others."""
AHEAD_WIN: Final = 0.05
"""The same in chances to win the deal: either will do."""
DECIDED: Final = 0.005
"""A deal whose chances are all nearer to 0, or all nearer to 1, is decided already."""


def asks_something(judged: Mapping[str, Any]) -> bool:
    """Return whether a judged play makes an exercise: one card is clearly best, in an open deal.

    `judged` is as an analysis has it, its cards from the best on. What the best card gains in points
    counts beyond two standard errors.

    >>> best = {"behind": 0.0, "behind_error": 0.0, "win": 0.6}
    >>> other = {"behind": 3.5, "behind_error": 0.3, "win": 0.58}
    >>> asks_something({"loss": 3.5, "weight": 3.5, "cards": [best, other]})
    True
    >>> asks_something({"loss": 6.6, "weight": 6.6, "cards": [{**best, "win": 1}, {**other, "win": 1}]})
    False
    """
    best, *others = judged["cards"]
    wins = [card["win"] for card in judged["cards"]]
    if not others or max(wins) < DECIDED or min(wins) > 1 - DECIDED:
        return False
    ahead: float = best["win"] - max(card["win"] for card in others)
    if round(ahead, 3) >= AHEAD_WIN:  # as the analysis tells chances
        return True
    return ahead_of(judged) >= AHEAD_POINTS


def ahead_of(judged: Mapping[str, Any]) -> float:
    """Return by how many card points the best card is surely ahead of the second, weighed as the
    loss of the play; 0 where it is not."""
    second = judged["cards"][1]
    sure = second["behind"] > SURE * second["behind_error"]
    return float(second["behind"]) * judged["weight"] / judged["loss"] if sure else 0.0


def accuracy(loss: float, decisions: int) -> float | None:
    """Return from 0 to 100 how good so many choices were by the card points lost; None without any.

    >>> accuracy(0.0, 20), accuracy(12.0, 0)
    (100.0, None)
    """
    if decisions == 0:
        return None
    mean = loss / decisions
    return round(100 * math.exp(-STEEP * max(0.0, mean - FREE)), 1)
