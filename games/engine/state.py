"""The complete, secret state of a match. Only the engine shows parts of it, by `visibility`.

A state never changes once `apply` has returned it: `replace` gives one with other values, and what
plays a card writes to a copy of its own. The two states of every move are classes with slots, which
are quick to copy and to read; what they hold is named tuples. Each starts with a seal that no JSON
encoder takes, so that a state cannot be sent by mistake, and prints without its cards, so that it
cannot stand in a log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from games.engine.actions import Bid, PlayCard
from games.engine.cards import Card, Suit
from games.engine.json_annotations import SeatNumber
from games.engine.results import DealResult
from games.engine.rules import Rules

Phase: TypeAlias = Literal[
    "draw_dealer",
    "cut",
    "deal",
    "auction",
    "discard",
    "call",
    "play",
    "draw",
    "deal_over",
    "match_over",
]

DRAW_DEALER: Final = "draw_dealer"
"""The host is to draw who deals first."""
CUT: Final = "cut"
"""The cutter is to cut."""
DEAL: Final = "deal"
"""The host is to deal."""
AUCTION: Final = "auction"
"""A seat is to bid or pass."""
DISCARD: Final = "discard"
"""The winner of the auction is to put cards away."""
CALL: Final = "call"
"""The winner of the auction is to name the trump, or to call a card."""
PLAY: Final = "play"
"""A seat is to play a card."""
DRAW: Final = "draw"
"""A trick is complete and its winner has not drawn: passed through within one action."""
DEAL_OVER: Final = "deal_over"
MATCH_OVER: Final = "match_over"


HOUSE: Final = (DRAW_DEALER, CUT, DEAL, DRAW, DEAL_OVER, MATCH_OVER)
"""Phases in which no seat has a turn with its time running."""


def is_turn(phase: str) -> bool:
    """Return whether this phase of a match waits for a seat whose clock runs."""
    return phase not in HOUSE


class _Seal:
    """Marker, first in every secret tuple, that makes JSON encoding of the tuple fail."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "sealed"


SEAL: Final = _Seal()

_new: Final = object.__new__


class Trick(NamedTuple):
    """State: a finished trick of a deal (plays, winner, points), all of it public."""

    number: int
    leader: int
    plays: tuple[PlayCard, ...]
    winner: int | None
    points: int
    trump: Suit


class Auction(NamedTuple):
    """State of the auction of a deal, all of it public: the bids so far and the highest one."""

    bids: tuple[Bid, ...] = ()
    """The bids in order, with the passes."""
    high: Bid | None = None


class Contract(NamedTuple):
    """State of a deal's contract: what the winner of the auction bid and named, and the partner."""

    caller: int
    bid: Bid
    target: int
    """Points to make."""
    suit: Suit = ""
    """The trump, once it is named."""
    rank: int | None = None
    card: Card | None = None
    """The called card."""
    partner: int | None = None
    """The seat to which the called card was dealt: secret until it is played."""
    revealed: bool = False
    discards: tuple[Card, ...] = ()
    """Secret until the deal is counted."""
    marriage: bool = False
    """Whether the declarer held king and knight of trumps after discarding."""

    def __repr__(self) -> str:
        return f"<Contract of seat {self.caller}>"


class Marriage(NamedTuple):
    """State: a marriage (king and knight of a suit) that a seat showed, and its points."""

    seat: int
    suit: Suit
    points: int


class Question(NamedTuple):
    """A question of a seat to its partner `to` that is not answered yet."""

    seat: SeatNumber
    to: SeatNumber
    question: str


class Statement(NamedTuple):
    """State: a statement of a seat about its hand in this deal, which all hear."""

    seat: int
    about: str
    """The question that it answered ("points" or "brisca"), or "cards" where it named some."""
    yes: bool
    """The answer; True where it named cards."""
    cards: tuple[Card, ...]
    """The cards that it said it holds."""
    played: int
    """Number of cards that it had played in this deal."""
    held: int
    """Number of cards that it held."""


class Seen(NamedTuple):
    """State: a sign that a seat made in this deal, known to that seat and to those that saw it."""

    seat: int
    sign: str
    trick: int
    """Its number, from 1."""
    seen_by: tuple[int, ...]


NO_NOTES: Final[Mapping[str, Any]] = MappingProxyType({})


class Special(NamedTuple):
    """State of a deal beyond the base game (auction, contract, signs, ...); None in the base game.

    `notes` holds the own state of features (optional parts of the rules), by their name.
    """

    seal: _Seal
    dealt: tuple[tuple[Card, ...], ...]
    """The hands as they were dealt."""
    talon: tuple[Card, ...] = ()
    auction: Auction | None = None
    contract: Contract | None = None
    marriages: tuple[Marriage, ...] = ()
    peeks: tuple[tuple[int, int], ...] = ()
    """(seat, partner) of seats that have looked at a partner's cards."""
    gaze: tuple[int, ...] = ()
    """Seat -> the seat at which it looks."""
    questions: tuple[Question, ...] = ()
    statements: tuple[Statement, ...] = ()
    """Statements of seats about their hands in the deal, in order."""
    uttered: tuple[int, ...] = ()
    """Seat -> how often it has talked, signed or looked in this trick."""
    signs: tuple[Seen, ...] = ()
    """The signs of the deal, in order."""
    shown: tuple[int, ...] = ()
    """Seats that made a false claim: their hands lie open for the rest of the deal."""
    notes: Mapping[str, Any] = NO_NOTES

    def __repr__(self) -> str:
        return "<Special>"


@dataclass(slots=True)
class DealState:
    """The state of one deal, hidden cards included."""

    seal: _Seal
    trump: Suit
    trump_card: Card | None
    """The card that was first turned up."""
    turned: Card | None
    """The card under the stock now; None once it is drawn."""
    stock: tuple[Card, ...]
    """Face-down cards in drawing order, the turned card not among them."""
    drawn: int
    """Number of cards of `stock` that are drawn."""
    hands: tuple[tuple[Card, ...], ...]
    leader: int
    turn: int
    plays: tuple[PlayCard, ...]
    """The cards of the trick in progress, in order."""
    pull: bool
    """Whether arrastre was announced in this trick."""
    tricks: tuple[Trick, ...]
    tricks_won: tuple[int, ...]
    points: tuple[int, ...]
    """Card points each seat has taken."""
    armed: tuple[bool, ...]
    round_drawn: int
    """Cards drawn since the last trick; not 0 only within a draw round."""
    special: Special | None = None

    def __repr__(self) -> str:
        return f"<DealState, {len(self.tricks)} tricks>"

    @property
    def stock_left(self) -> int:
        """Return the number of cards that can still be drawn, the turned card included."""
        return len(self.stock) - self.drawn + (self.turned is not None)

    def copy(self) -> DealState:
        """Return a copy of the deal's state, which the caller may change in place."""
        deal = _new(DealState)
        deal.seal = self.seal
        deal.trump = self.trump
        deal.trump_card = self.trump_card
        deal.turned = self.turned
        deal.stock = self.stock
        deal.drawn = self.drawn
        deal.hands = self.hands
        deal.leader = self.leader
        deal.turn = self.turn
        deal.plays = self.plays
        deal.pull = self.pull
        deal.tricks = self.tricks
        deal.tricks_won = self.tricks_won
        deal.points = self.points
        deal.armed = self.armed
        deal.round_drawn = self.round_drawn
        deal.special = self.special
        return deal

    def replace(self, **changes: Any) -> DealState:
        """Return a copy of the deal with these fields changed.

        Raises:
            AttributeError: there is no field of that name.
        """
        deal = self.copy()
        for name, value in changes.items():
            setattr(deal, name, value)
        return deal


class OpenOffer(NamedTuple):
    """State: an offer (draw, pause, resignation) of a seat that not all others have answered."""

    seat: int
    what: str
    agreed: tuple[int, ...]
    """Seats that agree, the one that offered first."""
    made_at: tuple[int, bool]
    """Finished tricks, and whether the deal was over: the offer lapses with the next trick."""


class Accord(NamedTuple):
    """State: offers made in this deal (draw, pause, resignation), and an agreed pause."""

    offer: OpenOffer | None = None
    asked: tuple[tuple[int, str], ...] = ()
    """(seat, kind) of all offers made."""
    paused: int | None = None
    """The seat that asked for the pause, while the match is paused."""


@dataclass(slots=True)
class MatchState:
    """The state of a match, hidden cards included."""

    seal: _Seal
    rules: Rules
    phase: Phase
    number: int
    """The number of the deal, from 1."""
    dealer: int
    cut: int | None
    deal: DealState | None
    """The deal; None until the cards are dealt; kept after its end until the next one begins."""
    score: tuple[int, ...]
    results: tuple[DealResult, ...]
    winners: tuple[int, ...] | None
    ended_by: str | None
    turn: int | None
    """The seat to act; None if the host is to act, or nobody."""
    accord: Accord | None = None
    """The offers and the pause; None if there was no offer."""

    def __repr__(self) -> str:
        return f"<MatchState deal {self.number}, {self.phase}>"

    @property
    def paused(self) -> bool:
        """Return whether the match is paused by agreement."""
        return self.accord is not None and self.accord.paused is not None

    @property
    def cutter(self) -> int:
        """Return the seat that cuts, at the dealer's left."""
        return (self.dealer - 1) % self.rules.players

    @property
    def eldest(self) -> int:
        """Return the eldest: the seat at the dealer's right, which leads first."""
        return (self.dealer + 1) % self.rules.players

    def copy(self) -> MatchState:
        """Return a copy of the match's state, which the caller may change in place."""
        match = _new(MatchState)
        match.seal = self.seal
        match.rules = self.rules
        match.phase = self.phase
        match.number = self.number
        match.dealer = self.dealer
        match.cut = self.cut
        match.deal = self.deal
        match.score = self.score
        match.results = self.results
        match.winners = self.winners
        match.ended_by = self.ended_by
        match.turn = self.turn
        match.accord = self.accord
        return match

    def replace(self, **changes: Any) -> MatchState:
        """Return a copy of the match with these fields changed.

        Raises:
            AttributeError: there is no field of that name.
        """
        match = self.copy()
        for name, value in changes.items():
            setattr(match, name, value)
        return match
