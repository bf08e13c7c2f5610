"""Protocols for what the actor of a match needs of the layers above it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from games.bots.evaluation.advice import Advice
from games.engine import Event, PlayerView
from games.live.core.context import Context
from games.live.match_state.deadlines import Plan
from games.live.match_state.decision_result import DecisionResult
from games.live.match_state.match_state import Game, Step
from games.live.match_state.seat_connection import SeatConnection
from games.live.storage.journal import Journal


class MatchPort(Protocol):
    """Interface of a match's actor, as automatic play uses it."""

    game: Game | None
    """The match; None while it has to be loaded (again)."""
    over: bool
    """Whether the match has ended."""
    attendance: Attendance

    async def ensure(self) -> Game | None:
        """Return the match, loaded if need be; None if it has ended and is not in memory."""

    async def decide(self, decision: Callable[[Game], Sequence[Step]]) -> bool:
        """Apply and write the steps that the callback `decision` returns; False without steps."""

    async def postpone(self, plan: Plan, seconds: float) -> None:
        """Postpone the match's current deadline to `seconds` from now, if it is still `plan`."""

    async def catch_up(self) -> None:
        """Load and publish the journal entries that other processes wrote since the latest here."""

    async def shorten_turn(self, seat: int) -> None:
        """Shorten a turn, prolonged while the seat was gone, to its usual time."""

    async def set_substitute(self, seat: int, level: str) -> None:
        """Have a bot of this level play for a seat from now on; with "" its person plays again."""


class AutoplayPort(Protocol):
    """Interface of automatic play: bots, expired turns, and the next deal."""

    def pace(self, game: Game) -> float:
        """Return the seconds that a bot waits before it plays the present turn of a match."""

    async def carry_out(self, actor: MatchPort, plan: Plan) -> None:
        """Carry out a deadline, except of dealing, if the match has not gone on since then."""

    async def advise(self, view: PlayerView) -> Advice | None:
        """Return the expert bot's advice to the seat to play in this view; None if too slow."""

    async def next_deal(self, actor: MatchPort, for_seq: int) -> None:
        """Begin the next deal, if the match's latest journal entry is still number `for_seq`."""


class SchedulerPort(Protocol):
    """Interface of the scheduler, by which a process notices that it was asleep or cut off."""

    def was_silent(self) -> bool:
        """Return whether this process has stored no sign of life for as long as an outage takes."""

    async def alive(self) -> None:
        """Store that the process is alive, and give running turns back the time of an outage."""


class MatchContext(Context, Protocol):
    """Interface of the process, with the parts that the actor of a match uses."""

    journal: Journal

    @property
    def autoplay(self) -> AutoplayPort:
        """Return the object that plays for bots and expired turns in this process."""

    @property
    def scheduler(self) -> SchedulerPort:
        """Return the scheduler of periodic jobs in this process."""

    async def settle_absence(self, actor: MatchPort, seat: int, reason: str) -> float | None:
        """Let the others vote about the seat of an absent player, or let a bot play for the seat.

        `reason` is one of `Departure.Reason`. Return the time (seconds since the epoch) until which
        nobody plays for the seat; None where a bot plays, or the match is over.
        """

    async def close_parked(self, actor: MatchPort) -> None:
        """End a match against bots without a result, as its only person has not come back."""


class Publisher(Protocol):
    """Interface by which a match is sent to its table's members and to other processes."""

    def publish(self, game: Game, accepted: DecisionResult) -> None:
        """Send journal entries that were written in this process to all who may see them."""

    def publish_state(self, game: Game) -> None:
        """Send everybody the match's present state, with the events they have not seen."""

    def publish_private(self, game: Game, seats: Collection[int], events: Sequence[Event]) -> None:
        """Send the latest journal entry to the seats that alone may see it."""

    def publish_deal(self, game: Game) -> None:
        """Send everybody at the table the progress of the shuffle of the deal being made."""

    def notify_deal(self, game: Game) -> None:
        """Notify the other processes that a commit, a nonce or a seal of the deal was written."""


class Attendance(Protocol):
    """Interface that tells which seats of a match are connected."""

    def gone_for(self, seat: int) -> float | None:
        """Return the seconds that a seat has had no socket; None while it has one."""

    def gone_on_turn_since(self, seat: int) -> float | None:
        """Return the time since which the seat to play has had no socket in this turn.

        The time is in seconds since the epoch; None while it has a socket, or is not to play.
        """

    def has_come(self, seat: int) -> bool:
        """Return whether the seat has had a connection since the match began."""

    def connection_of(self, seat: int) -> SeatConnection:
        """Return the state of a seat's connections, as far as this process knows it."""
