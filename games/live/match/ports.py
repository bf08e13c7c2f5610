"""What the actor of a match needs of the layers above it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Protocol

from games.bots.evaluation.advice import Advice
from games.engine import Event, PlayerView
from games.live.core.context import Context
from games.live.match_state.accepted import Accepted
from games.live.match_state.deadlines import Plan
from games.live.match_state.match_state import Game
from games.live.match_state.whereabouts import Whereabouts
from games.live.storage.journal import Journal

if TYPE_CHECKING:
    from games.live.match.actor import MatchActor


class AutoplayPort(Protocol):
    """Who acts where nobody does: bots, the clock, and the next deal."""

    def pace(self, game: Game) -> float:
        """Return how long a bot takes for a turn, in seconds."""

    async def carry_out(self, actor: MatchActor, plan: Plan) -> None:
        """Do what was planned, if the match still is where the plan was made."""

    async def advise(self, view: PlayerView) -> Advice | None:
        """Return what to play and why; None where nobody had time to think about it."""

    async def next_deal(self, actor: MatchActor, for_seq: int) -> None:
        """Begin the next deal, if none began since `for_seq`."""


class SchedulerPort(Protocol):
    """What watches whether the process itself was away."""

    def was_silent(self) -> bool:
        """Return whether the process has not said for long that it is alive."""

    async def alive(self) -> None:
        """Say that it is, and give running turns the time back that it was away."""


class MatchContext(Context, Protocol):
    """The process as the actor of a match sees it."""

    journal: Journal

    @property
    def autoplay(self) -> AutoplayPort:
        """Who acts where nobody does."""

    @property
    def scheduler(self) -> SchedulerPort:
        """What watches whether the process itself was away."""

    async def substitute(self, actor: MatchActor, seat: int, level: str) -> None:
        """Let a bot of this level play for a seat whose player is gone."""


class Publisher(Protocol):
    """Who shows a match to those at its table, and notifies the other processes."""

    def publish(self, actor: MatchActor, accepted: Accepted) -> None:
        """Show what was written in this process to all who may know of it."""

    def publish_state(self, actor: MatchActor) -> None:
        """Show the match as it is now to everybody, with what they have not seen of it."""

    def publish_private(
        self, actor: MatchActor, seats: Collection[int], events: Sequence[Event]
    ) -> None:
        """Show the latest entry to the seats that alone may know of it."""

    def publish_deal(self, actor: MatchActor) -> None:
        """Show how far the deal that is being made has come."""

    def notify_deal(self, actor: MatchActor) -> None:
        """Notify the other processes that something was written for the deal being made."""


class Attendance(Protocol):
    """Who is at the seats of a match."""

    def gone_for(self, seat: int) -> float | None:
        """Return the seconds since a seat has had no socket; None while it has one."""

    def whereabouts(self, seat: int) -> Whereabouts:
        """Return what is known of the browsers of a seat."""
