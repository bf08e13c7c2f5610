"""What happened, in the past tense. Events are facts; `redact` says who may know which.

They are named tuples because a deal makes some hundred of them.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from games.engine.cards import Card, Suit
from games.engine.results import DealResult


class DealStarted(NamedTuple):
    """A deal begins; the cutter is to cut."""

    deal: int
    dealer: int
    eldest: int


class DeckCut(NamedTuple):
    """The cut was made at `at` cards from the top."""

    seat: int
    at: int


class HandDealt(NamedTuple):
    """A seat got its first cards, `size` of them; `cards` is None for who may not see them."""

    seat: int
    cards: tuple[Card, ...] | None
    size: int


class TrumpTurned(NamedTuple):
    """The trump suit is known; `card` lies face up under the stock, None where none is turned."""

    suit: Suit
    card: Card | None


class CardPlayed(NamedTuple):
    """A card lies on the table."""

    seat: int
    card: Card
    announce: str | None


class TrickTaken(NamedTuple):
    """The trick is complete and goes to `seat`."""

    seat: int
    number: int
    points: int


class CardDrawn(NamedTuple):
    """A seat drew; everybody sees which card only when it was the turned one."""

    seat: int
    card: Card | None
    turned: bool


class Exchanged(NamedTuple):
    """A seat swapped its trump for the turned card."""

    seat: int
    give: Card
    take: Card


class ExchangeArmed(NamedTuple):
    """A seat asked for the exchange ahead (or called it off); only that seat learns of it."""

    seat: int
    on: bool


class Claimed(NamedTuple):
    """A side took the rest; all hands are shown."""

    seat: int
    hands: tuple[tuple[Card, ...], ...]


class DealEnded(NamedTuple):
    """The deal is counted."""

    result: DealResult


class Resigned(NamedTuple):
    """A seat gave the match up."""

    seat: int


class MatchEnded(NamedTuple):
    """The match is over; `winners` are sides, none in a drawn match."""

    winners: tuple[int, ...]
    score: tuple[int, ...]
    ended_by: str


Event: TypeAlias = (
    DealStarted
    | DeckCut
    | HandDealt
    | TrumpTurned
    | CardPlayed
    | TrickTaken
    | CardDrawn
    | Exchanged
    | ExchangeArmed
    | Claimed
    | DealEnded
    | Resigned
    | MatchEnded
)
