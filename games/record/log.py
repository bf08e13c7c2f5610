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
    OwnAction,
    Resign,
    Rules,
    Sign,
    action_from_json,
    action_to_json,
    apply,
    is_private,
    is_turn,
    start,
)
from games.engine.events import OwnEvent
from games.record.dealer import DrawnDealer
from games.record.fairness import Block

By: TypeAlias = Literal["player", "clock", "bot", "host"]
LEAKED_KEY: Final = "leaked"
"""Key, in a sign, of the opponents who noticed it, drawn by the host."""
ALONE_KEY: Final = "alone"
"""Key, in a resignation, of the host's statement that every other seat is a bot's."""
TAKE_BACK: Final = "take_back"
"""The type of the entry that takes back what came after a seq."""
BACK_TO: Final = "back_to"
"""Key, in the same entry, of that seq, which the host finds."""
_ADDED: Final = frozenset({LEAKED_KEY, ALONE_KEY, BACK_TO})
"""Keys that the host adds to the action that a seat asks for."""


@dataclass(frozen=True, slots=True)
class TakeBack(OwnAction):
    """Action of the log, not of the rules: take back all after sequence number `back_to`."""

    seat: int
    back_to: int
    kind = TAKE_BACK
    fields = (BACK_TO,)


@dataclass(frozen=True, slots=True)
class TakenBack(OwnEvent):
    """Event: a seat took its latest decision back, and with it what followed."""

    seat: int
    drawn: int
    """Face-down cards of the stock that are drawn in the state gone back to."""
    kind = "taken_back"

    def for_viewer(self, seat: int | None) -> TakenBack:
        """Return this event unchanged for any viewer: all saw the decision taken back."""
        return self


class LogError(ValueError):
    """Error: entries that cannot be a match's log, such as one out of order."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An accepted action with its place in the log.

    `seq` counts entries that all may know of, from 1 without gaps. An entry that only its seat may
    know of keeps the `seq` before it and counts up `sub`, so that others' numbers reveal nothing.
    """

    seq: int
    sub: int
    seat: int
    """The seat; -1 for the host."""
    action: dict[str, Any]
    """The action as JSON, without the seat; a `deal` does not contain its deck."""
    by: By
    ms: int
    """Milliseconds that the seat took."""
    client_id: str


@dataclass(slots=True)
class MatchLog:
    """A match as a list of entries with the state that they lead to; only `apply` adds to it.

    `entries` has no entries that were taken back, nor those that took them back;
    `seq` rises all the same.
    """

    match_id: str
    rules: Rules
    dealer: int
    """The dealer of the first deal."""
    state: MatchState
    entries: list[Entry] = field(default_factory=list)
    decks: dict[int, tuple[Card, ...]] = field(default_factory=dict, repr=False)
    """Deal number -> the deck dealt. Secret while the deal runs."""
    fairness: dict[int, Block] = field(default_factory=dict, repr=False)
    """Deal number -> its proof, where the caller keeps them here. Secret while the deal runs."""
    boards: int = 0
    """Number of decks of a duplicate match, after which they are dealt again in the same order.

    0: none.
    """
    head: tuple[int, int] = (0, 0)
    """(seq, sub) of the latest entry, whether or not it stands."""

    @classmethod
    def begin(
        cls, match_id: str, rules: Rules, dealer: int, *, boards: int = 0, drawn: bool = True
    ) -> MatchLog:
        """Return the log of a match before its first entry; `boards` is 0 if it is no duplicate.

        `dealer` deals first; if not `drawn`, that seat holds only until the draw.
        """
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
        """Return the log that these entries make, given the decks by deal number (from 1).

        Raises:
            LogError: an entry is out of order, or its deck is missing.
            IllegalAction: the rules refuse an entry.
        """
        log = cls.begin(match_id, rules, dealer)
        for entry in entries:
            log.follow(entry, decks)
        return log

    def follow(self, entry: Entry, decks: Mapping[int, tuple[Card, ...]]) -> tuple[Event, ...]:
        """Add an entry that another process wrote for this match, and return its events.

        Raises:
            LogError: the entry is out of order, or its deck is missing.
            IllegalAction: the rules refuse the entry.
        """
        action = read_action(entry, self.state.number, decks)
        appended, events = self.apply(action, by=entry.by, ms=entry.ms, client_id=entry.client_id)
        if appended != entry:
            raise LogError(f"entry {entry.seq}.{entry.sub} stands at {appended.seq}.{appended.sub}")
        return events

    def drawn(self, draw: DrawnDealer) -> None:
        """Set the first dealer; drawn cards are added as an entry, a draw by lot is not.

        Raises:
            ValueError: the log has entries already.
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
        """Return the sequence number (`seq`) of the latest entry; 0 before the first."""
        return self.head[0]

    @property
    def lost(self) -> int:
        """Return the number of sequence numbers (`seq`) that belong to entries taken back."""
        return self.seq - sum(entry.sub == 0 for entry in self.entries)

    def apply(
        self, action: Action, *, by: By, ms: int = 0, client_id: str = ""
    ) -> tuple[Entry, tuple[Event, ...]]:
        """Add an action that `by` made, after `ms` milliseconds; return its entry and its events.

        Raises:
            IllegalAction: the rules refuse the action; the log is unchanged then.
            LogError: the action takes back a decision that is not part of the running deal.
        """
        number, (seq, sub) = self.state.number, self.head
        seq, sub = (seq, sub + 1) if is_private(action) else (seq + 1, 0)
        entry = Entry(seq, sub, action.seat, action_to_json(action), by, ms, client_id)
        if isinstance(action, TakeBack):
            return entry, self._take_back(entry, action)
        state, events = apply(self.state, action)
        if isinstance(action, DealCards):
            self.decks[number] = tuple(action.deck)
        self.state, self.head = state, (seq, sub)
        self.entries.append(entry)
        return entry, events

    def _take_back(self, entry: Entry, action: TakeBack) -> tuple[Event, ...]:
        """Drop all entries after number `back_to` of the running deal; return the event.

        Raise LogError for a number outside the running deal.
        """
        remaining = [earlier for earlier in self.entries if earlier.seq <= action.back_to]
        dealt = next(
            (earlier.seq for earlier in reversed(self.entries) if earlier.action["type"] == "deal"),
            0,
        )
        if not 0 < dealt <= action.back_to < self.seq or not is_turn(self.state.phase):
            raise LogError(f"entry {entry.seq}.{entry.sub} takes back what is no part of the deal")
        state = start(self.rules, dealer=self.dealer)
        for earlier in remaining:
            state, _ = apply(state, read_action(earlier, state.number, self.decks))
        self.state, self.entries, self.head = state, remaining, (entry.seq, entry.sub)
        return (TakenBack(action.seat, state.deal.drawn if state.deal else 0),)


def read_action(entry: Entry, deal: int, decks: Mapping[int, tuple[Card, ...]]) -> Action:
    """Return the action of a log's entry, made in the deal of this number (from 1).

    Raises:
        LogError: the entry is no action, or its deck is missing.
    """
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


def read_played(seat: int, action_json: Mapping[str, Any]) -> Action:
    """Return a seat's action from its JSON in the log, including fields that the server added."""
    if action_json["type"] == TAKE_BACK:
        return TakeBack(seat, action_json[BACK_TO])
    action = action_from_json(seat, as_asked(action_json))
    if LEAKED_KEY in action_json and isinstance(action, Sign):
        return replace(action, leaked=tuple(action_json[LEAKED_KEY]))
    if ALONE_KEY in action_json and isinstance(action, Resign):
        return replace(action, alone=True)
    return action


def as_asked(action_json: Mapping[str, Any]) -> dict[str, Any]:
    """Return a log's action (JSON) as its seat sent it, without fields that the server added."""
    return {name: value for name, value in action_json.items() if name not in _ADDED}
