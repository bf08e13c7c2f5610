"""The actions that the engine is asked to apply, named in the imperative. It may refuse them.

`seat` is the seat that asks (from 0); `HOST` (-1) is the program that runs the match: it shuffles,
deals and lets the next deal begin.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from games.engine.cards import Card, Suit

HOST: Final = -1

ARRASTRE: Final = "arrastre"


class PlayCard(NamedTuple):
    """Action: lay a card on the table; with the trump ace, `announce` may be "arrastre".

    A named tuple, unlike the others, because a deal reads some hundred of them.
    """

    seat: int
    card: Card
    announce: str | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """Action: swap the trump seven or two in hand, `give`, for the turned card."""

    seat: int
    give: Card


@dataclass(frozen=True, slots=True)
class ArmExchange:
    """Action: ask for the exchange as soon as it is legal (`on`), or cancel that request.

    Only that seat learns of the request, which changes nothing that another seat may know.
    """

    seat: int
    on: bool = True


@dataclass(frozen=True, slots=True)
class Claim:
    """Action: claim all remaining cards, because the seat's side holds the highest trumps left.

    The option `claim.false` says whether a false claim is refused or opens the claimer's hand.
    """

    seat: int


@dataclass(frozen=True, slots=True)
class Cut:
    """Action: cut the shuffled deck: `at` cards go from the top to the bottom."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Action: give the match up.

    `alone`: bots have all other seats, as the program that runs the match vouches, so that nobody
    need agree.
    """

    seat: int
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """Action: offer the others an agreement: `draw`, `pause`, or to one's partners `resign`."""

    seat: int
    what: str


@dataclass(frozen=True, slots=True)
class Reply:
    """Action: agree to the open offer of kind `what` (draw, pause or resign), or refuse it."""

    seat: int
    what: str
    yes: bool


@dataclass(frozen=True, slots=True)
class Resume:
    """Action: resume the match after a pause."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealCards:
    """Action of the program that runs the match: deal the shuffled and cut `deck`.

    Its first card is the eldest's, the seat that leads first.
    """

    deck: tuple[Card, ...]
    seat: int = HOST

    def __repr__(self) -> str:
        return "<DealCards>"


@dataclass(frozen=True, slots=True)
class NextDeal:
    """Action of the program that runs the match: let the next deal begin."""

    seat: int = HOST


@dataclass(frozen=True, slots=True)
class DrawDealer:
    """Action of the program that runs the match: draw a card for each seat; the highest deals.

    Only before the first deal. `cards` are those drawn, in order from seat 0; seats that tie draw
    again (rules, row 26).
    """

    cards: tuple[Card, ...]
    seat: int = HOST


@dataclass(frozen=True, slots=True)
class Bid:
    """Action: bid for the contract, a rank (printed number), points or both; with neither, pass.

    Both together raise the points to be made with the lowest rank. Passing is final (rules, 3.6).
    """

    seat: int
    rank: int | None = None
    points: int | None = None

    @property
    def passes(self) -> bool:
        """Return whether this bid is a pass."""
        return self.rank is None and self.points is None


@dataclass(frozen=True, slots=True)
class Declare:
    """Action: name the trump suit, with `rank` a card whose holder is partner; or show a marriage.

    A marriage is king and knight of `suit`.
    """

    seat: int
    suit: Suit
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """Action: the auction's winner puts away as many cards as it took from the talon."""

    seat: int
    cards: tuple[Card, ...]

    def __repr__(self) -> str:
        return f"<Discard by {self.seat}>"


@dataclass(frozen=True, slots=True)
class Peek:
    """Action: look at the partner's hand (seat `at`) before the first lead; nobody else knows."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Look:
    """Action: watch the seat `at`, to see the signs that it makes; no other seat learns of this."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Sign:
    """Action: make a sign, a key of `talk.GESTURES`, of which only the seats that see it learn.

    `leaked` are the opponents who notice a sign meant for the partner; the program that runs the
    match draws them by chance (rules, row 20).
    """

    seat: int
    sign: str
    leaked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """Action: ask the partner at seat `to` one of the two fixed questions; everybody hears it.

    `question` is "points" (do you hold any?) or "brisca" (do you hold a trump?).
    """

    seat: int
    to: int
    question: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Action: answer the question of the partner at seat `to`; everybody hears it."""

    seat: int
    to: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Say:
    """Action: say a text of the seat's own words; everybody hears it."""

    seat: int
    text: str


class OwnAction:
    """Base class of actions that an optional part of the rules defines (see docs/rulesets.md).

    `kind` is its type in JSON, `fields` the names of its JSON fields; a subclass is a frozen
    dataclass with a `seat`.
    """

    kind: str
    fields: tuple[str, ...] = ()
    private = False
    seat: int


Action: TypeAlias = (
    PlayCard
    | Exchange
    | ArmExchange
    | Claim
    | Cut
    | Resign
    | Offer
    | Reply
    | Resume
    | DealCards
    | NextDeal
    | DrawDealer
    | Bid
    | Declare
    | Discard
    | Peek
    | Look
    | Sign
    | Ask
    | Answer
    | Say
    | OwnAction
)

_PRIVATE: Final = (ArmExchange, Peek, Look, Sign)


def is_private(action: Action) -> bool:
    """Return whether only some seats may learn that the action was made; its events say which."""
    return isinstance(action, _PRIVATE) or (isinstance(action, OwnAction) and action.private)
