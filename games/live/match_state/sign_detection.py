"""Random detection of signs: whether an opponent notices one (rules, `talk.leak`)."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Final

from games.engine import Action, Rules, Sign, leaks_to

PROBABILITY_STEPS: Final = 10**6
"""Steps into which a probability is divided."""


def noticed(rules: Rules, action: Action) -> Action:
    """Add the opponents who notice a sign to it, drawn at random; return other actions as is."""
    if not isinstance(action, Sign):
        return action
    chance = rules.option("talk.leak")
    leaked = tuple(
        seat
        for seat in leaks_to(rules, action.seat)
        if secrets.randbelow(PROBABILITY_STEPS) < chance * PROBABILITY_STEPS
    )
    return replace(action, leaked=leaked)
