"""Protocols for what the actor of a match needs of the layers above it."""

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
    """Automatic play: bots, the clock, and the next deal."""

    def pace(self, game: Game) -> float:
        """Return the seconds that a bot takes for a turn."""

    async def carry_out(self, actor: MatchActor, plan: Plan) -> None:
        """Carry out a plan, if the match is still at the seq for which the plan was made."""

    async def advise(self, view: PlayerView) -> Advice | None:
        """Return which card to play and why; None if no bot had time to think about it."""

    async def next_deal(self, actor: MatchActor, for_seq: int) -> None:
        """Begin the next deal, if none began since `for_seq`."""


class SchedulerPort(Protocol):
    """The scheduler, which notices when the process itself was asleep or cut off."""

    def was_silent(self) -> bool:
        """Return whether the process has not stored for long that it is alive."""

    async def alive(self) -> None:
        """Store that the process is alive, and give running turns back the time of an outage."""


class MatchContext(Context, Protocol):
    """The parts of the process that the actor of a match uses."""

    journal: Journal

    @property
    def autoplay(self) -> AutoplayPort:
        """Return the automatic play of this process."""

    @property
    def scheduler(self) -> SchedulerPort:
        """Return the scheduler of this process."""

    async def substitute(self, actor: MatchActor, seat: int, level: str) -> None:
        """Let a bot of this level play for a seat whose player is absent."""


class Publisher(Protocol):
    """What sends a match to the members of its table, and notifies the other processes."""

    def publish(self, actor: MatchActor, accepted: Accepted) -> None:
        """Send what was written in this process to all who may see it."""

    def publish_state(self, actor: MatchActor) -> None:
        """Send everybody the present state of the match, with the events they have not seen."""

    def publish_private(
        self, actor: MatchActor, seats: Collection[int], events: Sequence[Event]
    ) -> None:
        """Send the latest entry to the seats that alone may see it."""

    def publish_deal(self, actor: MatchActor) -> None:
        """Send the progress of the deal that is being made."""

    def notify_deal(self, actor: MatchActor) -> None:
        """Notify the other processes that a commit, a nonce or a seal of the deal was written."""


class Attendance(Protocol):
    """The connections of the seats of a match."""

    def gone_for(self, seat: int) -> float | None:
        """Return the seconds that a seat has had no socket; None while it has one."""

    def whereabouts(self, seat: int) -> Whereabouts:
        """Return what this process knows of the connections of a seat."""
