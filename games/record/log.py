"""The log of a match: its entries in order and the state they lead to.

The log is the truth of a match. The same entries and decks always give the same state, so a
process that dies loses nothing that was written.

>>> from games.engine import Cut, build_ruleset
>>> log = MatchLog.begin("m1", build_ruleset("ludoteka", players=2).rules, 0)
>>> entry, events = log.apply(Cut(seat=1, at=20), by="player", ms=900)
>>> entry.seq, entry.action, log.state.phase
(1, {'type': 'cut', 'at': 20}, 'deal')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeAlias

from games.engine import (
    HOST,
    Action,
    Card,
    DealCards,
    DrawDealer,
    Event,
    MatchState,
    NextDeal,
    Rules,
    Sign,
    action_from_json,
    action_to_json,
    apply,
    is_private,
    start,
)
from games.record.dealer import DrawnDealer
from games.record.fairness import Block

By: TypeAlias = Literal["player", "clock", "bot", "host"]
BYS: Final = ("player", "clock", "bot", "host")
LEAKED: Final = "leaked"
"""With a sign: the opponents who noticed it, drawn by the host."""


class LogError(ValueError):
    """Entries that are not the log of a match."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted action.

    `seq` counts what everyone may know of, from 1 without gaps. What only its own seat may know
    of keeps the `seq` before it and counts up `sub`, so that the numbers of others say nothing.
    """

    seq: int
    sub: int
    seat: int
    """-1 for the host."""
    action: dict[str, Any]
    """As JSON, without the seat; a `deal` does not say its deck."""
    by: By
    ms: int
    """Time that the seat took."""
    client_id: str


@dataclass(slots=True)
class MatchLog:
    """A match as a list of entries. `apply` is the only way to add to it."""

    match_id: str
    rules: Rules
    dealer: int
    """Of the first deal."""
    state: MatchState
    entries: list[Entry] = field(default_factory=list)
    decks: dict[int, tuple[Card, ...]] = field(default_factory=dict, repr=False)
    """Deal number -> the deck dealt. Secret while the deal runs."""
    fairness: dict[int, Block] = field(default_factory=dict, repr=False)
    """Deal number -> its proof, where the caller keeps them here. Secret while the deal runs."""
    boards: int = 0
    """Of a duplicate match: after so many decks they are dealt again, in the same order."""

    @classmethod
    def begin(
        cls, match_id: str, rules: Rules, dealer: int, *, boards: int = 0, drawn: bool = True
    ) -> MatchLog:
        """A new match whose first deal `dealer` deals; not `drawn`: it is still to be said who."""
        state = start(rules, dealer=dealer, drawn=drawn)
        return cls(match_id, rules, dealer, state, boards=boards)

    @classmethod
    def replay(
        cls,
        match_id: str,
        rules: Rules,
        dealer: int,
        entries: Iterable[Entry],
        decks: Mapping[int, tuple[Card, ...]],
    ) -> MatchLog:
        """The log that these entries make; `decks` by deal number.

        Raises LogError where an entry is out of order or its deck is missing, IllegalAction where
        the rules refuse one.
        """
        log = cls.begin(match_id, rules, dealer)
        for entry in entries:
            action = read_action(entry, log.state.number, decks)
            made, _ = log.apply(action, by=entry.by, ms=entry.ms, client_id=entry.client_id)
            if made != entry:
                raise LogError(f"entry {entry.seq}.{entry.sub} stands at {made.seq}.{made.sub}")
        return log

    def drawn(self, draw: DrawnDealer) -> None:
        """Say who deals first: cards that were drawn are an entry, a lot is not.

        Raises ValueError where something was done already.
        """
        if self.entries:
            raise ValueError("the first dealer is drawn")
        if self.rules.high_card:
            self.apply(DrawDealer(draw.cards), by="host")
        else:
            self.dealer = draw.dealer
            self.state = start(self.rules, dealer=draw.dealer)

    @property
    def seq(self) -> int:
        """Of the latest entry; 0 before the first."""
        return self.entries[-1].seq if self.entries else 0

    def apply(
        self, action: Action, *, by: By, ms: int = 0, client_id: str = ""
    ) -> tuple[Entry, tuple[Event, ...]]:
        """Add an action. Raises IllegalAction and changes nothing where the rules refuse it."""
        number = self.state.number
        state, events = apply(self.state, action)
        latest = self.entries[-1] if self.entries else None
        seq, sub = (latest.seq, latest.sub) if latest else (0, 0)
        seq, sub = (seq, sub + 1) if is_private(action) else (seq + 1, 0)
        entry = Entry(seq, sub, action.seat, action_to_json(action), by, ms, client_id)
        if isinstance(action, DealCards):
            self.decks[number] = tuple(action.deck)
        self.state = state
        self.entries.append(entry)
        return entry, events


def read_action(entry: Entry, deal: int, decks: Mapping[int, tuple[Card, ...]]) -> Action:
    """The action of an entry made in this deal; LogError where it is none."""
    if entry.seat != HOST:
        return read_played(entry.seat, entry.action)
    kind = entry.action.get("type")
    if kind == "next_deal":
        return NextDeal()
    if kind == "draw_dealer":
        return DrawDealer(tuple(entry.action["cards"]))
    if kind != "deal":
        raise LogError(f"entry {entry.seq}.{entry.sub}: not an action of the host")
    if deal not in decks:
        raise LogError(f"the deck of deal {deal} is missing")
    return DealCards(tuple(decks[deal]))


def read_played(seat: int, said: Mapping[str, Any]) -> Action:
    """The action of a seat as the log has it; the host may have added who noticed a sign."""
    asked = {name: value for name, value in said.items() if name != LEAKED}
    action = action_from_json(seat, asked)
    if LEAKED in said and isinstance(action, Sign):
        return replace(action, leaked=tuple(said[LEAKED]))
    return action


def as_asked(said: Mapping[str, Any]) -> dict[str, Any]:
    """An action of the log as its seat asked for it."""
    return {name: value for name, value in said.items() if name != LEAKED}
