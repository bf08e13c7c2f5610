"""The events of a match, named in the past tense; `redact` says which viewer may see which.

They are named tuples because a deal makes some hundred of them. The first lines of their docstrings
are published. `seat` is who acted, from 0.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from games.engine.actions import Bid
from games.engine.cards import Card, Suit
from games.engine.results import DealResult


class DealStarted(NamedTuple):
    """Event: deal number `deal` (from 1) begins; the seat at the dealer's left is to cut."""

    deal: int
    dealer: int
    eldest: int


class DeckCut(NamedTuple):
    """Event: a seat cut the deck, `at` cards from the top."""

    seat: int
    at: int


class HandDealt(NamedTuple):
    """Event: a seat got its first cards, `size` of them; `cards` is None for who may not see them.

    `open`: they lie face up for all.
    """

    seat: int
    cards: tuple[Card, ...] | None
    size: int
    open: bool = False


class TrumpTurned(NamedTuple):
    """Event: the trump suit is known; `card` lies face up under the stock, None without one."""

    suit: Suit
    card: Card | None


class CardPlayed(NamedTuple):
    """Event: a seat laid a card on the table; `announce` is "arrastre" where it said so."""

    seat: int
    card: Card
    announce: str | None


class TrickTaken(NamedTuple):
    """Event: a trick is complete and goes to `seat` with its card points; `number` is from 1."""

    seat: int
    number: int
    points: int


class CardDrawn(NamedTuple):
    """Event: a seat drew; `card` is None for who may not see it.

    Everybody sees it if it was the `turned` card, or if hands lie `open`.
    """

    seat: int
    card: Card | None
    turned: bool
    open: bool = False


class Exchanged(NamedTuple):
    """Event: a seat put its trump `give` under the stock, and took the turned card `take`."""

    seat: int
    give: Card
    take: Card


class ExchangeArmed(NamedTuple):
    """Event: a seat asked for the exchange ahead, or cancelled that; only it learns of this."""

    seat: int
    on: bool


class Claimed(NamedTuple):
    """Event: the side of `seat` took all that was left; the hands of all seats are shown."""

    seat: int
    hands: tuple[tuple[Card, ...], ...]


class ClaimFailed(NamedTuple):
    """Event: a seat claimed falsely; its hand, `cards`, lies open for the rest of the deal."""

    seat: int
    cards: tuple[Card, ...]


class DealEnded(NamedTuple):
    """Event: the deal is over and counted."""

    result: DealResult


class Resigned(NamedTuple):
    """Event: a seat gave the match up."""

    seat: int


class Offered(NamedTuple):
    """Event: a seat offers the others a draw or a pause, or asks its partners to resign."""

    seat: int
    what: str


class Replied(NamedTuple):
    """Event: a seat agreed to the open offer of kind `what`, refused it, or took its own back."""

    seat: int
    what: str
    yes: bool


class Paused(NamedTuple):
    """Event: all agreed to the pause that `seat` asked for."""

    seat: int


class Resumed(NamedTuple):
    """Event: a seat ended the pause."""

    seat: int


class MatchEnded(NamedTuple):
    """Event: the match is over; `winners` are numbers of sides, none in a drawn match."""

    winners: tuple[int, ...]
    score: tuple[int, ...]
    ended_by: str


class DealerDrawn(NamedTuple):
    """Event: the first dealer was drawn: each round as (seat, card); the highest card deals."""

    draws: tuple[tuple[tuple[int, Card], ...], ...]
    dealer: int


class BidMade(NamedTuple):
    """Event: a seat bid or passed."""

    seat: int
    bid: Bid


class AuctionWon(NamedTuple):
    """Event: the auction is over; `seat` won it with `bid` and is to make `target` points."""

    seat: int
    bid: Bid
    target: int


class TalonShown(NamedTuple):
    """Event: the winner of the auction took the talon; everybody saw its cards."""

    seat: int
    cards: tuple[Card, ...]


class CardsDiscarded(NamedTuple):
    """Event: a seat put `size` cards away; `cards` is None for all others."""

    seat: int
    cards: tuple[Card, ...] | None
    size: int


class Called(NamedTuple):
    """Event: the caller named the trump suit and, in Chiamata games, the called card's rank."""

    seat: int
    suit: Suit
    rank: int | None


class PartnerRevealed(NamedTuple):
    """Event: the called card was played by the partner, or by the caller, who is then `alone`."""

    seat: int
    alone: bool


class MarriageShown(NamedTuple):
    """Event: a seat showed king and knight of a suit, for so many points."""

    seat: int
    suit: Suit
    points: int


class ThreeKilled(NamedTuple):
    """Event: the trump ace of `seat` lies in one trick with the trump three, which `by` played."""

    seat: int
    card: Card
    by: int


class Peeked(NamedTuple):
    """Event: a seat looked at the cards of its partner `at`; only that seat learns of it."""

    seat: int
    at: int
    cards: tuple[Card, ...]


class Looked(NamedTuple):
    """Event: a seat now watches the seat `at`; only that seat learns of it."""

    seat: int
    at: int


class Signed(NamedTuple):
    """Event: a seat made a sign; only it and the seats in `seen_by` learn of it.

    `told` are those of whom the signer knows that they saw it: its partners, or nobody under rules
    by which seats choose whom they watch.
    """

    seat: int
    sign: str
    seen_by: tuple[int, ...]
    told: tuple[int, ...]


class Asked(NamedTuple):
    """Event: a seat asked its partner at seat `to` a question, for all to hear."""

    seat: int
    to: int
    question: str


class Answered(NamedTuple):
    """Event: a seat answered the question of its partner at seat `to`, for all to hear."""

    seat: int
    to: int
    question: str
    yes: bool


class Said(NamedTuple):
    """Event: a seat said a text of its own, for all to hear."""

    seat: int
    text: str


class Warned(NamedTuple):
    """Event: a seat talked where the rules forbid it, and is warned."""

    seat: int


class Penalised(NamedTuple):
    """Event: a seat talked where the rules forbid it; its side loses the deal."""

    seat: int


class OwnEvent:
    """Base class of events that an optional part of the rules defines (see docs/rulesets.md).

    A subclass is a frozen dataclass; `kind` is its type in JSON. `for_viewer` gives what a seat,
    or None for a stranger, may know of it; nothing unless a subclass says so.
    """

    kind: str

    def for_viewer(self, seat: int | None) -> OwnEvent | None:
        """Return the event as this seat, or with None a stranger, may see it; None: not at all."""
        return None


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
    | ClaimFailed
    | DealEnded
    | Resigned
    | Offered
    | Replied
    | Paused
    | Resumed
    | MatchEnded
    | DealerDrawn
    | BidMade
    | AuctionWon
    | TalonShown
    | CardsDiscarded
    | Called
    | PartnerRevealed
    | MarriageShown
    | ThreeKilled
    | Peeked
    | Looked
    | Signed
    | Asked
    | Answered
    | Said
    | Warned
    | Penalised
    | OwnEvent
)
