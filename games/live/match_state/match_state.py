"""A match in memory as of the last entry of its journal: log, clock, who sits, what was said."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from games.engine import HOST, Action, Event, MatchState, Rules, is_turn
from games.engine.events import HandDealt, TrickTaken
from games.live.match_state.deal_stages import DealProtocolState
from games.live.match_state.turn_time import TurnTime
from games.record.boards import board_of, is_again
from games.record.log import TAKE_BACK, By, Entry, MatchLog, as_asked

if TYPE_CHECKING:
    from games.live.match_state.deal_stages import SecretProof
    from games.record.dealer import DrawnDealer

Json: TypeAlias = dict[str, Any]
Deck: TypeAlias = tuple[str, ...]

WITH_A_HAND: Final = frozenset(
    {"play", "bid", "declare", "discard", "exchange", "arm_exchange", "claim"}
    | {"peek", "look", "sign", "ask", "answer"}
)
"""Actions that are meant for the hand that their seat had before it."""
LONGEST: Final = 2**31 - 1
"""Milliseconds that a turn is said to have taken: what the journal's column holds."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who sits at one seat of the match."""

    seat: int
    player: int
    name: str
    kind: str
    bot: str
    """Level of a house bot; empty for people."""
    newcomer: bool = False
    """Whether a person sits here who has not finished a match yet."""


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """What does not change while a match runs."""

    pk: int
    public_id: str
    table: str | None
    rules: Rules
    first_dealer: int
    seats: tuple[SeatInfo, ...]
    started_at: float
    delay: int = 0
    """Tricks by which who watches is behind; 0 where they see what players see."""
    boards: int = 0
    """Of a duplicate match: how many decks it has; 0 of any other."""
    rated: bool = False
    """Whether its end may move ratings."""
    daily: int | None = None
    """The deal of the day that is tried here (row id)."""
    dice: bytes = field(default=b"", repr=False)
    """What the house's bots decide by, so that everybody who tries a deal meets the same; secret."""

    def again(self, deal: int) -> bool:
        """Whether the deck of a deal was made before, so that nobody brings anything to it."""
        return self.daily is not None or is_again(self.boards, deal)

    def board(self, deal: int) -> int:
        """The deal of this match whose deck a deal has."""
        return board_of(self.boards, deal) if self.boards else deal

    @property
    def withheld(self) -> bool:
        """Whether proofs are shown only after the match: its decks are dealt again."""
        return self.daily is not None or self.boards > 0


class Rest(NamedTuple):
    """A moment that who watches with a delay is shown: the hands are dealt, or a trick is over.

    What comes between tricks, as bids and exchanges do, belongs to the one that follows.
    """

    state: MatchState
    seq: int
    done: int
    """Tricks of the match that were over; `AT_ONCE` where it is shown without any delay."""


AT_ONCE: Final = -(10**6)


class Step(NamedTuple):
    """An action that somebody decided on."""

    action: Action
    by: By
    client_id: str
    secret: SecretProof | None = None
    """What a deal is made of, kept apart as the deal is written."""
    also: Callable[[], object] | None = None
    """What else is written with it."""


@dataclass(slots=True)
class Game:
    """The match at `seq`. Only its actor changes it."""

    info: MatchInfo
    log: MatchLog
    time: TurnTime
    turn_started: float
    substitutes: dict[int, str] = field(default_factory=dict)
    making: DealProtocolState = field(default_factory=DealProtocolState)
    """What is not in the journal's rows: the seal of the latest deal, and promises of seats."""
    seen: dict[tuple[int, str], tuple[int, Json]] = field(default_factory=dict)
    """(seat, client id) of every entry -> its seq and action, as the seat asked for it."""
    history: list[tuple[int, tuple[Event, ...]]] = field(default_factory=list)
    """What happened at each seq; entries that only one seat may know of share a seq."""
    seq: int = 0
    sub: int = 0
    turn_over: bool = True
    """Whether the latest entry ended the turn it was made in."""
    paused_at: float | None = None
    """Since when all pause; None while they play."""
    rests: deque[Rest] = field(default_factory=deque)
    """From the one that watchers see to the latest; empty where they see what players see."""
    done: int = 0
    """Tricks that are over, in the whole match."""
    dealt: int = 0
    """The seq at which the hands of the latest deal were dealt."""

    def __post_init__(self) -> None:
        if self.info.delay:
            self.rests.append(Rest(self.state, 0, AT_ONCE))

    @property
    def watched(self) -> Rest | None:
        """What who watches may see; None where that is the match as it is."""
        return self.rests[0] if self.rests else None

    @property
    def state(self) -> MatchState:
        """The secret state after the latest entry."""
        return self.log.state

    @property
    def head(self) -> tuple[int, int]:
        """(seq, sub) of the latest entry."""
        return (self.seq, self.sub)

    @property
    def undrawn(self) -> bool:
        """Whether the match waits for the lot that says who deals first."""
        return self.state.phase == "draw_dealer" and not self.info.rules.high_card

    def drawn(self, draw: DrawnDealer) -> None:
        """The lot has said who deals first: what follows is written after that."""
        self.log.drawn(draw)
        self.info = replace(self.info, first_dealer=draw.dealer)
        if self.info.delay:
            self.rests.clear()
            self.rests.append(Rest(self.state, 0, AT_ONCE))

    def too_late(self, base: int, action: Json) -> bool:
        """Whether an action was asked for as of a seq at which this deal was not dealt yet."""
        kind = action.get("type")  # of any kind: nobody has looked at it yet
        return base < self.dealt and isinstance(kind, str) and kind in WITH_A_HAND

    def bot_at(self, seat: int) -> str | None:
        """The level of the bot that plays for this seat now; None where a person does."""
        return self.substitutes.get(seat) or self.info.seats[seat].bot or None

    def spent(self, now: float) -> int:
        """Milliseconds of the turn at hand, pauses not counted."""
        until = now if self.paused_at is None else self.paused_at
        return round(max(0.0, until - self.turn_started) * 1000)

    def people(self) -> list[int]:
        """Seats of people, whether or not a bot plays for them now."""
        return [seat.seat for seat in self.info.seats if not seat.bot]

    def apply(self, step: Step, now: float) -> Entry:
        """Put a step on the log. Raises IllegalAction and changes nothing where it is refused."""
        seat = step.action.seat
        spent = min(LONGEST, self.spent(now))
        ms = spent if seat != HOST and seat == self.state.turn else 0
        before = self.state
        entry, events = self.log.apply(step.action, by=step.by, ms=ms, client_id=step.client_id)
        self._note(before, entry, events, now)
        return entry

    def replay(self, entry: Entry, at: float, decks: Mapping[int, Deck]) -> None:
        """Put an entry of the journal, written at `at`, on the log."""
        before = self.state
        events = self.log.follow(entry, decks)
        self._note(before, entry, events, at)

    def _note(self, before: MatchState, entry: Entry, events: tuple[Event, ...], at: float) -> None:
        self.seq, self.sub = entry.seq, entry.sub
        self.seen[entry.seat, entry.client_id] = (entry.seq, as_asked(entry.action))
        self.history.append((entry.seq, tuple(events)))
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
            self.turn_started = at

    def _keep_time(self, before: MatchState, at: float) -> None:
        """A pause takes nothing of the turn that it falls into."""
        if self.state.paused and not before.paused:
            self.paused_at = at
        elif self.paused_at is not None and not self.state.paused:
            self.turn_started += max(0.0, at - self.paused_at)
            self.paused_at = None

    def _rest(self, events: tuple[Event, ...]) -> None:
        """Note the moments to be shown; a deal that is over is there for all to see."""
        state, rests = self.state, self.rests
        taken = sum(isinstance(event, TrickTaken) for event in events)
        self.done += taken
        if state.phase in ("deal_over", "match_over"):
            rests.clear()
            rests.append(Rest(state, self.seq, AT_ONCE))
        elif state.deal is None or taken or any(isinstance(one, HandDealt) for one in events):
            rests.append(Rest(state, self.seq, self.done))
        while len(rests) > 1 and rests[1].done <= self.done - self.info.delay + 1:
            rests.popleft()

    def latest_turns(self) -> Iterator[tuple[int, str]]:
        """(seat, by) of the cards played, the bids and the calls, the latest first."""
        for entry in reversed(self.log.entries):
            if entry.action["type"] in ("play", "bid", "discard", "declare"):
                yield entry.seat, entry.by
