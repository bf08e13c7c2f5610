"""The result of one deal."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import Card, Suit


@dataclass(frozen=True, slots=True)
class DealResult:
    """A counted deal, all of it public."""

    deal: int
    dealer: int
    trump_suit: Suit
    trump_card: Card | None
    seat_points: tuple[int, ...]
    """Card points taken by each seat; they add to 120."""
    side_points: tuple[int, ...]
    side_cards: tuple[int, ...]
    """How many cards each side took."""
    game_points: tuple[int, ...]
    """What the deal adds to each side's score."""
    score: tuple[int, ...]
    """The score of the match after it."""
    ended_by: str
    tie: bool
    """Whether several sides were level at the top, however that was settled."""
