"""The complete, secret state of a match. Nothing outside the engine shows it to anybody.

Named tuples, because a state is made at every move: they are immutable and quick to build. Each
starts with a seal that no JSON encoder takes, so that a state cannot be sent by mistake, and
prints without its cards, so that it cannot stand in a log.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from games.engine.actions import PlayCard
from games.engine.cards import Card, Suit
from games.engine.results import DealResult
from games.engine.rules import Rules

Phase: TypeAlias = Literal["cut", "deal", "play", "draw", "deal_over", "match_over"]

CUT: Final = "cut"
"""The cutter is to cut."""
DEAL: Final = "deal"
"""The host is to deal."""
PLAY: Final = "play"
"""A seat is to play a card."""
DRAW: Final = "draw"
"""A trick is complete and its winner has not drawn: passed through within one action."""
DEAL_OVER: Final = "deal_over"
MATCH_OVER: Final = "match_over"


class _Seal:
    """Stands first in every secret tuple; cannot be encoded."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "sealed"


SEAL: Final = _Seal()

make_tuple: Final = tuple.__new__
"""Builds a named tuple from a plain one, without the cost of a call by name."""


class Trick(NamedTuple):
    """A trick that is over: public, all its cards lay open."""

    number: int
    leader: int
    plays: tuple[PlayCard, ...]
    winner: int | None
    points: int
    trump: Suit


class DealState(NamedTuple):
    """One deal as it stands."""

    seal: _Seal
    trump: Suit
    trump_card: Card | None
    """What was turned up at first."""
    turned: Card | None
    """What lies under the stock now; None once it is drawn."""
    stock: tuple[Card, ...]
    """Face-down cards in drawing order, the turned card not among them."""
    drawn: int
    """How many of `stock` are drawn."""
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

    def __repr__(self) -> str:
        return f"<DealState, {len(self.tricks)} tricks>"

    @property
    def stock_left(self) -> int:
        """Cards that can still be drawn, the turned card included."""
        return len(self.stock) - self.drawn + (self.turned is not None)


class MatchState(NamedTuple):
    """A match as it stands."""

    seal: _Seal
    rules: Rules
    phase: Phase
    number: int
    """Of the deal, from 1."""
    dealer: int
    cut: int | None
    deal: DealState | None
    """None until the cards are dealt; kept after the deal until the next begins."""
    score: tuple[int, ...]
    results: tuple[DealResult, ...]
    winners: tuple[int, ...] | None
    ended_by: str | None
    turn: int | None
    """The seat that is to act; None where it is the host, or nobody."""

    def __repr__(self) -> str:
        return f"<MatchState deal {self.number}, {self.phase}>"

    @property
    def cutter(self) -> int:
        """The seat at the dealer's left."""
        return (self.dealer - 1) % self.rules.players

    @property
    def eldest(self) -> int:
        """The seat at the dealer's right, who leads first."""
        return (self.dealer + 1) % self.rules.players
