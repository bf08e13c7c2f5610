"""The events of a match, named in the past tense; `redact` says which viewer may see which.

They are named tuples because a deal makes some hundred of them.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from games.engine.actions import Bid
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
    """A seat got its first cards, `size` of them; `cards` is None for who may not see them.

    `open`: they lie face up for all.
    """

    seat: int
    cards: tuple[Card, ...] | None
    size: int
    open: bool = False


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
    """A seat drew; everybody sees which card when it was the turned one or hands lie open."""

    seat: int
    card: Card | None
    turned: bool
    open: bool = False


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


class ClaimFailed(NamedTuple):
    """A seat claimed what its side does not hold: its hand lies open for the rest of the deal."""

    seat: int
    cards: tuple[Card, ...]


class DealEnded(NamedTuple):
    """The deal is counted."""

    result: DealResult


class Resigned(NamedTuple):
    """A seat gave the match up."""

    seat: int


class Offered(NamedTuple):
    """A seat asks the others for a draw or a pause, or its partners to give up."""

    seat: int
    what: str


class Replied(NamedTuple):
    """A seat agreed to what was offered, or refused it; its own offer it took back."""

    seat: int
    what: str
    yes: bool


class Paused(NamedTuple):
    """All agreed to the pause that `seat` asked for."""

    seat: int


class Resumed(NamedTuple):
    """The pause is over."""

    seat: int


class MatchEnded(NamedTuple):
    """The match is over; `winners` are sides, none in a drawn match."""

    winners: tuple[int, ...]
    score: tuple[int, ...]
    ended_by: str


class DealerDrawn(NamedTuple):
    """The draw for first dealer: the cards of each round as (seat, card); the highest deals."""

    draws: tuple[tuple[tuple[int, Card], ...], ...]
    dealer: int


class BidMade(NamedTuple):
    """A seat bid or passed."""

    seat: int
    bid: Bid


class AuctionWon(NamedTuple):
    """The auction is over; `seat` is to make `target` points."""

    seat: int
    bid: Bid
    target: int


class TalonShown(NamedTuple):
    """The winner of the auction took the talon; everybody saw it."""

    seat: int
    cards: tuple[Card, ...]


class CardsDiscarded(NamedTuple):
    """A seat put cards away; `cards` is None for the others."""

    seat: int
    cards: tuple[Card, ...] | None
    size: int


class Called(NamedTuple):
    """The caller named the trump suit and, in the Chiamata family, the called card's rank."""

    seat: int
    suit: Suit
    rank: int | None


class PartnerRevealed(NamedTuple):
    """The called card was played: its holder is the partner; `alone` when the caller held it."""

    seat: int
    alone: bool


class MarriageShown(NamedTuple):
    """A seat shows king and knight of a suit."""

    seat: int
    suit: Suit
    points: int


class ThreeKilled(NamedTuple):
    """The trump ace of `seat` lies in one trick with the trump three, which `by` played."""

    seat: int
    card: Card
    by: int


class Peeked(NamedTuple):
    """A seat looked at a partner's cards; only that seat learns of it."""

    seat: int
    at: int
    cards: tuple[Card, ...]


class Looked(NamedTuple):
    """A seat turned its eyes to another; only that seat learns of it."""

    seat: int
    at: int


class Signed(NamedTuple):
    """A seat made a sign; only it and those who saw it learn of it.

    `told` are those of whom the signer knows that they saw it: its partners, or where eyes wander
    nobody.
    """

    seat: int
    sign: str
    seen_by: tuple[int, ...]
    told: tuple[int, ...]


class Asked(NamedTuple):
    """A seat asked its partner a question."""

    seat: int
    to: int
    question: str


class Answered(NamedTuple):
    """A seat answered its partner's question."""

    seat: int
    to: int
    question: str
    yes: bool


class Said(NamedTuple):
    """A seat said something."""

    seat: int
    text: str


class Warned(NamedTuple):
    """A seat talked where it may not."""

    seat: int


class Penalised(NamedTuple):
    """A seat talked where it may not; its side loses the deal."""

    seat: int


class OwnEvent:
    """The interface of an event that a feature defines (see docs/rulesets.md).

    A subclass is a frozen dataclass; `kind` is its type in JSON. `for_viewer` gives what a seat,
    or None for a stranger, may know of it; nothing unless a subclass says so.
    """

    kind: str

    def for_viewer(self, seat: int | None) -> OwnEvent | None:
        """Return the event as this viewer may see it."""
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
