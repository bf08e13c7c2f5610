"""What is asked of the engine, in the imperative. An action may be refused.

`seat` is who asks; `HOST` stands for the house that shuffles and lets the next deal begin.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from games.engine.cards import Card

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
    """Say that one's side holds the highest trumps left, and take all that remains."""

    seat: int


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut the shuffled deck: `at` cards go from the top to the bottom."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the match up."""

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


Action: TypeAlias = PlayCard | Exchange | ArmExchange | Claim | Cut | Resign | DealCards | NextDeal


def is_private(action: Action) -> bool:
    """Whether only the acting seat may learn that the action was made."""
    return isinstance(action, ArmExchange)
