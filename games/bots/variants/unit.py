"""Units in which the points of a game are counted when cards are compared.

>>> CARDS.name, in_game_points(4).weight
('cards', 15.0)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

HALF_DEAL_POINTS: Final = 60
"""Card points that are half a deal of the base game; the yardstick for losses in all games."""


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit in which a judgement counts points, and its weight in card points."""

    name: str
    """`cards` for card points; `game` for game points, as the score of the match counts them."""
    weight: float
    """Factor that makes a loss weigh as much as card points of the base game."""


CARDS: Final = Unit("cards", 1.0)


def in_game_points(most: float) -> Unit:
    """Return the unit of game points where a deal won and one lost are `most` of them apart."""
    return Unit("game", HALF_DEAL_POINTS / most)
