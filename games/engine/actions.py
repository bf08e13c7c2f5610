"""The actions that the engine is asked to apply, named in the imperative. It may refuse them.

`seat` is who asks; `HOST` stands for the house that shuffles and lets the next deal begin.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from games.engine.cards import Card, Suit

HOST: Final = -1

ARRASTRE: Final = "arrastre"


class PlayCard(NamedTuple):
    """Lay a card on the table; with the trump ace it may be announced as arrastre.

    A named tuple, unlike the others, because a deal reads some hundred of them.
    """

    seat: int
    card: Card
    announce: str | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """Swap the trump seven or two in hand for the turned card."""

    seat: int
    give: Card


@dataclass(frozen=True, slots=True)
class ArmExchange:
    """Ask for the exchange at the first instant at which it is legal, or call that off.

    Private: it changes nothing that another seat may know.
    """

    seat: int
    on: bool = True


@dataclass(frozen=True, slots=True)
class Claim:
    """Say that one's side holds the highest trumps left, and take all that remains.

    Where it does not, the rules say whether that is refused or costs something (`claim.false`).
    """

    seat: int


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut the shuffled deck: `at` cards go from the top to the bottom."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the match up.

    `alone` is the host's word that every other seat is a bot's: then nobody need agree.
    """

    seat: int
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """Offer the others an agreement: `draw`, `pause`, or to one's partners `resign`."""

    seat: int
    what: str


@dataclass(frozen=True, slots=True)
class Reply:
    """Agree to what is offered, or refuse it."""

    seat: int
    what: str
    yes: bool


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on after a pause."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealCards:
    """The host deals: `deck` is the order after shuffle and cut, index 0 to the eldest."""

    deck: tuple[Card, ...]
    seat: int = HOST

    def __repr__(self) -> str:
        return "<DealCards>"


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The host lets the next deal begin."""

    seat: int = HOST


@dataclass(frozen=True, slots=True)
class DrawDealer:
    """The host draws who deals first: each seat a card from the top, the highest deals (row 26)."""

    cards: tuple[Card, ...]
    seat: int = HOST


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid for the contract: a rank, points, or after the lowest rank both; without any, pass.

    Passing is final (rules, 3.6).
    """

    seat: int
    rank: int | None = None
    points: int | None = None

    @property
    def passes(self) -> bool:
        """Return whether this is a pass."""
        return self.rank is None and self.points is None


@dataclass(frozen=True, slots=True)
class Declare:
    """Name a suit: the trump and, with a rank, the called card; or show a marriage of that suit."""

    seat: int
    suit: Suit
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """Put cards away, as many as the talon had."""

    seat: int
    cards: tuple[Card, ...]

    def __repr__(self) -> str:
        return f"<Discard by {self.seat}>"


@dataclass(frozen=True, slots=True)
class Peek:
    """Look at a partner's cards before the first lead. Private (row 7)."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Look:
    """Look at another seat, to see the signs it makes. Private."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Sign:
    """Make a sign (row 20). Only those who see it learn that it was made.

    `leaked` are opponents who notice a sign meant for the partner; the host draws them.
    """

    seat: int
    sign: str
    leaked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask a partner one of the two fixed questions; everybody hears it (row 19)."""

    seat: int
    to: int
    question: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer a partner's question; everybody hears it."""

    seat: int
    to: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Say:
    """Talk freely; everybody hears it."""

    seat: int
    text: str


class OwnAction:
    """The interface of an action that a feature defines (see docs/rulesets.md).

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
