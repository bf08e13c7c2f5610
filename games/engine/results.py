"""The result of one deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.engine.cards import Card, Suit
from games.engine.json_annotations import Count


@dataclass(frozen=True, slots=True)
class Extra:
    """Points of a side in addition to card points; `why` is marriage, declared or last_trick.

    `suit` is that of the marriage; None for the last trick.
    """

    side: Count
    why: str
    suit: Suit | None
    points: int


@dataclass(frozen=True, slots=True)
class ContractResult:
    """The result of a contract in a deal; `partner` is None without one, the caller if alone."""

    caller: int
    partner: int | None
    rank_bid: int | None
    points_bid: int | None
    suit: Suit
    rank: int | None
    target: int
    made: int
    """Points of the caller's side, extras of the contract included."""
    discards: tuple[Card, ...] | None
    """The cards that the caller put away; None in games without a talon."""


class DealResult(NamedTuple):
    """The result of a finished deal: points, game points and score; all of it is public."""

    deal: int
    dealer: int
    trump_suit: Suit
    """The trump suit; empty if none was named."""
    trump_card: Card | None
    seat_points: tuple[int, ...]
    """Card points taken by each seat; they add to those of the pack."""
    side_points: tuple[int, ...]
    side_cards: tuple[int, ...]
    """Number of cards that each side took."""
    game_points: tuple[int, ...]
    """Points that the deal adds to each side's score."""
    score: tuple[int, ...]
    """The score of the match after it."""
    ended_by: str
    tie: bool
    """Whether several sides were level at the top, before any tie-break."""
    extras: tuple[Extra, ...] = ()
    totals: tuple[int, ...] = ()
    """Side -> card points and extras."""
    contract: ContractResult | None = None
