"""A match in memory, as of the last entry of its journal: log, clock, seats and deal."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from games.engine import HOST, Action, Event, MatchState, Rules, is_turn
from games.engine.events import HandDealt, TrickTaken
from games.live.match_state.deal_protocol import DealProtocolState
from games.live.match_state.turn_time import TurnTime
from games.record.boards import board_of, is_again
from games.record.log import TAKE_BACK, By, Entry, MatchLog, as_asked

if TYPE_CHECKING:
    from games.live.match_state.deal_protocol import SecretProof
    from games.record.dealer import DrawnDealer

Json: TypeAlias = dict[str, Any]
Deck: TypeAlias = tuple[str, ...]

WITH_A_HAND: Final = frozenset(
    {"play", "bid", "declare", "discard", "exchange", "arm_exchange", "claim"}
    | {"peek", "look", "sign", "ask", "answer"}
)
"""Types of action that a player chooses for the hand held at that moment."""
DECIDING_ACTIONS: Final = frozenset(
    {"play", "bid", "declare", "discard", "exchange", "claim", "take_back"}
)
"""Types of action by which a seat decides, so that it sees another position afterwards."""
MAX_TURN_MS: Final = 2**31 - 1
"""Milliseconds that a turn can count at most: what the journal's column holds."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """The player at one seat of a match: row id, name, kind, and level if a bot of the site."""

    seat: int
    player: int
    name: str
    kind: str
    bot: str
    """The level of a house bot; empty for people."""
    newcomer: bool = False
    """Whether a person who has not finished a match yet sits here."""


class SharedDecks(NamedTuple):
    """Reference to the daily deal or tournament whose decks a match plays, as other matches do."""

    kind: Literal["daily", "tournament"]
    owner: int
    """Row id of the daily deal, or of the tournament."""
    round: int = 0
    """Round of the tournament."""


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """Facts of a match that do not change while it runs; `pk` is the row id."""

    pk: int
    public_id: str
    table: str | None
    rules: Rules
    first_dealer: int
    seats: tuple[SeatInfo, ...]
    started_at: float
    delay: int = 0
    """Tricks by which spectators see the match late; 0: they see what players see."""
    boards: int = 0
    """Number of decks of a duplicate match; 0 for any other match."""
    rated: bool = False
    """Whether the result may change ratings."""
    shared: SharedDecks | None = None
    """The decks of the match, where others play the same ones at other tables."""
    tournament: bool = False
    """Whether the match is a game of a tournament."""
    dice: bytes = field(default=b"", repr=False)
    """Secret key of the house bots' random choices, which are the same for all who play the
    same decks.
    """

    def again(self, deal: int) -> bool:
        """Return whether deal number `deal` uses an earlier deck again, so that nobody commits."""
        return self.shared is not None or is_again(self.boards, deal)

    def board(self, deal: int) -> int:
        """Return the number of the deal whose deck deal number `deal` uses: itself or earlier."""
        return board_of(self.boards, deal) if self.boards else deal

    @property
    def withheld(self) -> bool:
        """Return whether proofs stay secret until the match is over, as decks are used again."""
        return self.shared is not None or self.boards > 0


class Rest(NamedTuple):
    """Snapshot of a match, after the dealing or a trick, that delayed spectators are shown.

    Bids, exchanges and the like between two tricks belong to the trick that follows.
    """

    state: MatchState
    seq: int
    done: int
    """Tricks of the match that were over by then.

    `AT_ONCE` for a state that is shown without delay.
    """


AT_ONCE: Final = -(10**6)


class Step(NamedTuple):
    """An action that is to be taken in a match and is not written to its journal yet."""

    action: Action
    by: By
    """Origin of the action: "player", "bot", "clock" or "host"."""
    client_id: str
    secret: SecretProof | None = None
    """The proof of the deck that this step deals; stored apart from the entry."""
    also: Callable[[], object] | None = None
    """A further write in the same transaction."""


@dataclass(slots=True)
class Game:
    """Match in memory, up to entry `seq` of its journal; only its actor changes it.

    While it does, the actor holds the match's lock.
    """

    info: MatchInfo
    log: MatchLog
    time: TurnTime
    turn_started: float
    substitutes: dict[int, str] = field(default_factory=dict)
    making: DealProtocolState = field(default_factory=DealProtocolState)
    """The deal protocol, which is not in the journal's rows: the latest seal, commits of seats."""
    entries_by_id: dict[tuple[int, str], tuple[int, Json]] = field(default_factory=dict)
    """(seat, client id) of each entry -> its seq and its action as the seat sent it."""
    history: list[tuple[int, tuple[Event, ...]]] = field(default_factory=list)
    """(seq, events) of each entry; entries that only one seat may see share a seq."""
    latest: dict[tuple[int, str], int] = field(default_factory=dict)
    """(seat, type of action) -> seq of its latest entry, whether or not it was taken back."""
    seq: int = 0
    sub: int = 0
    turn_over: bool = True
    """Whether the latest entry ended the turn in which it was made."""
    turn_began: float = 0.0
    """Time at which the current turn began, or a pause in it ended; prolonging it changes nothing."""
    paused_at: float | None = None
    """Start of the pause, in seconds since the epoch; None while play goes on."""
    rests: deque[Rest] = field(default_factory=deque)
    """From the state that spectators see to the latest; empty if they see what players see."""
    done: int = 0
    """Finished tricks of the whole match."""
    dealt: int = 0
    """The seq of the entry that dealt the latest hands."""

    def __post_init__(self) -> None:
        if self.info.delay:
            self.rests.append(Rest(self.state, 0, AT_ONCE))

    @property
    def watched(self) -> Rest | None:
        """Return the snapshot that delayed spectators see; None if they see the present state."""
        return self.rests[0] if self.rests else None

    @property
    def state(self) -> MatchState:
        """Return the state after the latest journal entry, with all secrets."""
        return self.log.state

    @property
    def head(self) -> tuple[int, int]:
        """Return the position of the latest journal entry: (seq, sub).

        `sub` counts the entries after `seq` that only one seat may see.
        """
        return (self.seq, self.sub)

    @property
    def undrawn(self) -> bool:
        """Return whether the first dealer is still to be drawn, by the shuffle's proof."""
        return self.state.phase == "draw_dealer" and not self.info.rules.high_card

    def drawn(self, draw: DrawnDealer) -> None:
        """Set the first dealer, drawn by the shuffle's proof, before later entries are applied."""
        self.log.drawn(draw)
        self.info = replace(self.info, first_dealer=draw.dealer)
        if self.info.delay:
            self.rests.clear()
            self.rests.append(Rest(self.state, 0, AT_ONCE))

    def too_late(self, base: int, action: Json) -> bool:
        """Return whether an action needs a hand, but was chosen before the present hand was dealt.

        `base` is the latest journal entry that its player had seen.
        """
        return base < self.dealt and _kind_of(action) in WITH_A_HAND

    def is_behind(self, seat: int, base: int, action: Json) -> bool:
        """Return True if a move was chosen (as of `base`) before the latest move of its own seat.

        Such a move is the second press of a double click.
        """
        if _kind_of(action) not in DECIDING_ACTIONS:
            return False
        return any(self.latest.get((seat, kind), 0) > base for kind in DECIDING_ACTIONS)

    def is_for_another(self, seat: int, base: int, action: Json) -> bool:
        """Return True if an action answers an offer or a question that its seat had not seen.

        `base` is the latest journal entry that the seat had seen. A partner asks again only after
        an answer.
        """
        kind = _kind_of(action)
        if kind == "reply":
            offers = [seq for (_, entry_type), seq in self.latest.items() if entry_type == "offer"]
            return max(offers, default=0) > base
        return kind == "answer" and self.latest.get((seat, "answer"), 0) > base

    def bot_at(self, seat: int) -> str | None:
        """Return the level of the bot that plays for this seat now; None where a person plays."""
        return self.substitutes.get(seat) or self.info.seats[seat].bot or None

    def spent(self, now: float) -> int:
        """Return the milliseconds of the current turn at `now` (epoch seconds), without pauses."""
        until = now if self.paused_at is None else self.paused_at
        return round(max(0.0, until - self.turn_started) * 1000)

    def people(self) -> list[int]:
        """Return the seats of people, including those whose seat a bot plays at present."""
        return [seat.seat for seat in self.info.seats if not seat.bot]

    def has_played(self, seat: int) -> bool:
        """Return whether the player at a seat has played a card in this match."""
        return any(
            entry.seat == seat and entry.by == "player" and entry.action["type"] == "play"
            for entry in self.log.entries
        )

    def apply(self, step: Step, now: float) -> Entry:
        """Apply a step at `now` (seconds since the epoch) and return its journal entry.

        Raises:
            IllegalAction: where the engine refuses the step; nothing is changed then.
        """
        seat = step.action.seat
        spent = min(MAX_TURN_MS, self.spent(now))
        ms = spent if seat != HOST and seat == self.state.turn else 0
        before = self.state
        entry, events = self.log.apply(step.action, by=step.by, ms=ms, client_id=step.client_id)
        self._note(before, entry, events, now)
        return entry

    def replay(self, entry: Entry, at: float, decks: Mapping[int, Deck]) -> None:
        """Apply a journal entry that was written at `at` (seconds since the epoch).

        `decks` are deal number -> its deck.
        """
        before = self.state
        events = self.log.follow(entry, decks)
        self._note(before, entry, events, at)

    def _note(self, before: MatchState, entry: Entry, events: tuple[Event, ...], at: float) -> None:
        """Update the clocks, the history and the spectators' snapshots after a journal entry."""
        self.seq, self.sub = entry.seq, entry.sub
        self.entries_by_id[entry.seat, entry.client_id] = (entry.seq, as_asked(entry.action))
        self.history.append((entry.seq, tuple(events)))
        self.latest[entry.seat, entry.action["type"]] = entry.seq
        if entry.action["type"] == "deal":
            self.dealt = entry.seq
        self._keep_time(before, at)
        if self.info.delay:
            self._rest(events)
        moved = (before.phase, before.turn) != (self.state.phase, self.state.turn)
        back = entry.action["type"] == TAKE_BACK
        self.turn_over = moved or back or entry.action["type"] == "play"
        if self.turn_over:
            if not back and is_turn(before.phase) and entry.seat == before.turn:
                self.time.spend(entry.seat, entry.ms)
            self.turn_started = self.turn_began = at

    def _keep_time(self, before: MatchState, at: float) -> None:
        """Start or end a pause, and extend the running turn by the length of the pause."""
        if self.state.paused and not before.paused:
            self.paused_at = at
        elif self.paused_at is not None and not self.state.paused:
            self.turn_started += max(0.0, at - self.paused_at)
            self.turn_began = at
            self.paused_at = None

    def _rest(self, events: tuple[Event, ...]) -> None:
        """Add a snapshot for delayed spectators, and drop those older than the delay."""
        state, rests = self.state, self.rests
        tricks_taken = sum(isinstance(event, TrickTaken) for event in events)
        self.done += tricks_taken
        if state.phase in ("deal_over", "match_over"):
            rests.clear()
            rests.append(Rest(state, self.seq, AT_ONCE))
        elif (
            state.deal is None
            or tricks_taken
            or any(isinstance(event, HandDealt) for event in events)
        ):
            rests.append(Rest(state, self.seq, self.done))
        while len(rests) > 1 and rests[1].done <= self.done - self.info.delay + 1:
            rests.popleft()

    def latest_turns(self) -> Iterator[tuple[int, str]]:
        """Yield (seat, who acted) of each play, bid, discard and declaration, the latest first."""
        for entry in reversed(self.log.entries):
            if entry.action["type"] in ("play", "bid", "discard", "declare"):
                yield entry.seat, entry.by


def _kind_of(action: Json) -> str:
    """Return the type of an action (unchecked JSON); "" if it has none."""
    kind = action.get("type")
    return kind if isinstance(kind, str) else ""
