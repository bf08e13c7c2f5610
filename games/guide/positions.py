"""Positions for the reader to play, and what each card of them is worth.

They are real deals, written as their deck and all cards before; the rules make the position of
them. The values are the judge's, by 2000 ways in which the hidden cards may lie
(`tools.laboratory.guide_positions` computes them again).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from games.engine import (
    Action,
    ArmExchange,
    Card,
    Cut,
    DealCards,
    PlayCard,
    PlayerView,
    apply,
    build_ruleset,
    start,
    view_for,
)

FILE: Final = Path(__file__).parent / "positions.json"
CUT: Final = 17
EXCHANGE: Final = "x"
"""Stands among the cards played for an exchange that the seat to act asks for."""


@dataclass(frozen=True, slots=True)
class CardValue:
    """A card of a guide's position, with the points and the chance to win that playing it gives."""

    card: Card
    points: float
    """Expected points of the own side at the end of the deal."""
    win: float
    """Chance to win the deal, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a real deal that the guide's reader plays."""

    name: str
    preset: str
    players: int
    dealer: int
    deck: tuple[Card, ...]
    played: tuple[str, ...]
    """Cards in the order in which they were played, and EXCHANGE."""
    values: tuple[CardValue, ...]
    """The cards of the hand, from the best."""

    @property
    def best(self) -> CardValue:
        """Return the position's card with the highest expected points, and these points."""
        return self.values[0]

    def view(self) -> PlayerView:
        """Return the view of the position's seat that is to play."""
        state = start(build_ruleset(self.preset, self.players).rules, dealer=self.dealer)
        state, _ = apply(state, Cut(state.cutter, CUT))
        state, _ = apply(state, DealCards(self.deck))
        for move in self.played:
            seat = state.turn or 0
            action: Action = ArmExchange(seat) if move == EXCHANGE else PlayCard(seat, move)
            state, _ = apply(state, action)
        return view_for(state, state.turn)


@cache
def positions() -> dict[str, Position]:
    """Return name -> position, for all positions of the guide."""
    return {row["name"]: _position(row) for row in json.loads(FILE.read_text())}


def position(name: str) -> Position:
    """Return the guide's position of this name.

    Raises:
        KeyError: the guide has no position of this name.
    """
    return positions()[name]


def _position(row: dict[str, Any]) -> Position:
    """Return the guide's position that a stored row (JSON) describes."""
    values = [CardValue(card, *worth) for card, worth in row["cards"].items()]
    return Position(
        name=row["name"],
        preset=row["preset"],
        players=row["players"],
        dealer=row["dealer"],
        deck=tuple(row["deck"].split()),
        played=tuple(row["played"].split()),
        values=tuple(values),
    )
