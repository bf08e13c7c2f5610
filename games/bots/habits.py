"""How the rules bot weighs what it reads, in each kind of game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine import PlayerView


@dataclass(frozen=True, slots=True)
class Habits:
    """Points and shares, as `Manner` has them, and how much the outcome counts when leading."""

    win_price: float
    """What winning a trick costs or brings beside its points."""
    loss: float
    """How much a point given away counts against a point taken."""
    same_suit: float
    """How readily others beat a card with a higher one of its suit."""
    trump_least: float
    """How readily they spend a trump on an empty trick,"""
    trump_per_point: float
    """and how much more for each point in it."""
    later: float
    """Points that each seat still to play is expected to add."""
    follow_scale: float
    """How much the prices of following count,"""
    lead_scale: float
    """and those of leading."""
    lead_hope: float
    """How much the outcome counts when leading."""


TWO: Final = Habits(-1.8, 0.75, 0.8, 0.15, 0.07, 1.5, 1.0, 1.0, 0.0)
ALONE: Final = Habits(-3.8, 0.31, 0.91, 0.03, 0.0, 0.15, 1.47, 1.0, 0.0)
PARTNERS: Final = Habits(-4.2, 0.37, 0.8, 0.15, 0.045, 0.25, 1.26, 1.0, 0.0)
CALLED: Final = Habits(-3.0, 0.6, 0.8, 0.15, 0.05, 0.5, 1.0, 1.0, 0.3)
TALON: Final = Habits(0.0, 0.8, 0.8, 0.5, 0.05, 1.0, 0.7, 0.5, 0.7)


def habits_for(view: PlayerView) -> Habits:
    """The habits for the game that is played."""
    rules = view.rules
    if rules.talon:
        return TALON
    if view.contract is not None:
        return CALLED
    if rules.players == 2:
        return TWO
    return PARTNERS if len(rules.sides) < rules.players else ALONE
