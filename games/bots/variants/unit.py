"""The unit in which a game's points are counted when cards are compared.

>>> CARDS.name, in_game_points(4).weight
('cards', 15.0)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

HALF: Final = 60
"""Card points that are half of a deal of the base game: what losses of all games are measured by."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What the points of a judgement are."""

    name: str
    """`cards`: card points; `game`: game points, as the score of the match counts them."""
    weight: float
    """By what a loss is multiplied to weigh as much as card points of the base game."""


CARDS: Final = Unit("cards", 1.0)


def in_game_points(most: float) -> Unit:
    """Game points, of which winning and losing the deal are so many apart."""
    return Unit("game", HALF / most)
