"""Chance in the play itself: whether an opponent notices a sign (rules, `talk.leak`)."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Final

from games.engine import Action, Rules, Sign, leaks_to

RESOLUTION: Final = 10**6


def noticed(rules: Rules, action: Action) -> Action:
    """A sign with the opponents who happen to see it; any other action as it is."""
    if not isinstance(action, Sign):
        return action
    chance = rules.option("talk.leak")
    leaked = tuple(
        seat
        for seat in leaks_to(rules, action.seat)
        if secrets.randbelow(RESOLUTION) < chance * RESOLUTION
    )
    return replace(action, leaked=leaked)
